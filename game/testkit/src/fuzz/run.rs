//! A run: so many inputs for a target.

use super::{
    change_text, change_words, choice::Choice, panics::caught, shorten::shorten, Form, Outcome,
    Target,
};
use std::{
    env, fs,
    time::{Duration, Instant},
};

/// Which inputs a run checks.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The same seed and number give the same inputs.
    pub seed: u64,
    /// Number of inputs beside those of the corpus.
    pub cases: u32,
}

/// What a run found.
#[derive(Debug, Default)]
pub struct Report {
    /// Inputs for which the property holds.
    pub accepted: usize,
    pub refused: usize,
    /// The first input for which it does not; the run ends with it.
    pub fault: Option<Fault>,
    pub time: Duration,
    /// The input that took longest.
    pub slowest: (Duration, Vec<u8>),
}

/// An input for which the property of its target does not hold.
#[derive(Debug)]
pub struct Fault {
    /// A shorter input that fails too.
    pub input: Vec<u8>,
    /// The panic, with its place.
    pub message: String,
}

/// Most changes of one input.
const MOST_CHANGES: usize = 4;

/// Calls `check` with the corpus of a target and `more` as they are, then with changed inputs.
pub fn run(
    target: &Target,
    plan: Plan,
    more: &[Vec<u8>],
    mut check: impl FnMut(&[u8]) -> Outcome,
) -> Report {
    let corpus = [&(target.corpus)(), more].concat();
    let mut choice = Choice::new(plan.seed ^ number_of(target.name));
    let mut report = Report::default();
    let began = Instant::now();
    let changed = |_| derived(target.form, &corpus, &mut choice);
    for input in corpus.iter().cloned().chain((0..plan.cases).map(changed)) {
        report.add(input, &mut check);
        if report.fault.is_some() {
            break;
        }
    }
    report.time = began.elapsed();
    report
}

/// Asserts that the property of a target holds, for tests of its package. `FLOCK_FUZZ_SEED` and
/// `FLOCK_FUZZ_CASES` choose other inputs, or more.
///
/// # Panics
/// At the first input for which it does not, which is written to a file.
pub fn assert_holds(target: &Target) {
    let number = |name| env::var(name).ok().and_then(|it| it.parse::<u32>().ok());
    let plan = Plan {
        seed: number("FLOCK_FUZZ_SEED").unwrap_or(1).into(),
        cases: number("FLOCK_FUZZ_CASES").unwrap_or(target.cases),
    };
    let report = run(target, plan, &[], target.check);
    println!(
        "{}: {} accepted, {} refused",
        target.name, report.accepted, report.refused
    );
    if let Some(Fault { input, message }) = report.fault {
        let file = env::temp_dir().join(format!("fuzz-{}", target.name));
        let written = fs::write(&file, &input);
        panic!(
            "{message}\nthe input is in {} ({written:?})",
            file.display()
        );
    }
    assert!(
        report.accepted > 0 && report.refused > 0,
        "the target proves little"
    );
}

/// An input of the corpus with some changes.
fn derived(form: Form, corpus: &[Vec<u8>], choice: &mut Choice) -> Vec<u8> {
    let empty = Vec::new();
    let mut input = choice.of(corpus).unwrap_or(&empty).clone();
    for _ in 0..=choice.below(MOST_CHANGES) {
        let donor = choice.of(corpus).unwrap_or(&empty);
        input = match form {
            Form::Text => change_text::changed(&input, donor, choice),
            Form::Words { record } => change_words::changed(&input, donor, record, choice),
        };
    }
    input
}

impl Report {
    fn add(&mut self, input: Vec<u8>, check: &mut impl FnMut(&[u8]) -> Outcome) {
        let began = Instant::now();
        let outcome = caught(|| check(&input));
        let time = began.elapsed();
        match outcome {
            Ok(Outcome::Accepted) => self.accepted += 1,
            Ok(Outcome::Refused) => self.refused += 1,
            Err(_) => {
                let input = shorten(&input, |input| caught(|| check(input)).is_err());
                let message = caught(|| check(&input)).err().unwrap_or_default();
                self.fault = Some(Fault { input, message });
                return;
            }
        }
        if time > self.slowest.0 {
            self.slowest = (time, input);
        }
    }
}

/// A number of a name, so that targets do not share their random choices.
fn number_of(name: &str) -> u64 {
    let add = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8]) -> Outcome {
        let text = String::from_utf8_lossy(input);
        assert!(!text.contains("NaN"), "it is NaN");
        if text.contains('(') {
            Outcome::Accepted
        } else {
            Outcome::refused("no bracket")
        }
    }

    const TARGET: Target = Target {
        name: "test",
        form: Form::Text,
        corpus: || vec![b"(a: 1.0, b: [2.0, 3.0])".to_vec()],
        check,
        cases: 0,
    };

    #[test]
    fn a_fault_is_found_shortened_and_found_again() {
        let find = |seed| {
            let mut inputs = Vec::new();
            let report = run(&TARGET, Plan { seed, cases: 2000 }, &[], |input| {
                inputs.push(input.to_vec());
                check(input)
            });
            (report.fault.expect("a number becomes NaN"), inputs)
        };
        let (fault, inputs) = find(1);
        assert_eq!(fault.input, b"NaN");
        assert!(fault.message.contains("it is NaN"), "{}", fault.message);
        assert_eq!(inputs[0], (TARGET.corpus)()[0]);
        assert_eq!(find(1).1, inputs);
        assert_ne!(find(2).1, inputs);
    }

    #[test]
    fn words_are_changed_without_a_panic_of_the_changes() {
        let target = Target {
            form: Form::Words { record: 9 },
            corpus: || vec![vec![7; 72], Vec::new()],
            check: |_| Outcome::Accepted,
            ..TARGET
        };
        let report = run(
            &target,
            Plan {
                seed: 1,
                cases: 5000,
            },
            &[],
            target.check,
        );
        assert_eq!((report.accepted, report.refused), (5002, 0));
    }
}
