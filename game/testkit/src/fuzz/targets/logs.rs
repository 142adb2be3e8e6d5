//! Logs of calls on a flock, and their replay.

use super::{
    super::{Form, Outcome, Target},
    life::{assert_lives, flock, is_small, read, LEVEL},
    script,
};
use crate::saved;
use flock_sim::{saving::InputLog, Flock};

pub const TARGET: Target = Target {
    name: "logs",
    form: Form::Text,
    corpus,
    check,
    cases: 2000,
};

/// Steps of a replay. The logs of the corpus are shorter.
const STEPS: usize = 30;

fn corpus() -> Vec<Vec<u8>> {
    let written = |log| ron::to_string(&log).expect("a log can be written");
    script::logs()
        .into_iter()
        .map(written)
        .map(String::into_bytes)
        .collect()
}

fn check(input: &[u8]) -> Outcome {
    let log: InputLog = match read(input) {
        Ok(log) => log,
        Err(refused) => return refused,
    };
    if !log.inputs().iter().all(|(_, input)| is_small(input)) {
        return Outcome::Accepted;
    }
    let [mut first, mut second] = [false, true].map(|is_saved| replayed(&log, is_saved));
    assert_eq!(
        first.state_hash(),
        second.state_hash(),
        "a replay went another way"
    );
    assert_lives(&mut first);
    assert_lives(&mut second);
    assert_eq!(
        first.state_hash(),
        second.state_hash(),
        "a replay went on another way"
    );
    Outcome::Accepted
}

/// A flock that has replayed a log. It can be saved and restored in the middle of that.
fn replayed(log: &InputLog, is_saved: bool) -> Flock {
    let mut flock = flock(script::settings());
    flock.replay(log.clone());
    for step in 0..STEPS {
        if is_saved && step == STEPS / 4 {
            let snapshot = saved::copy(&flock.snapshot());
            flock = Flock::restore(&snapshot, LEVEL.clone()).expect("it was a flock");
        }
        flock.step();
    }
    flock
}
