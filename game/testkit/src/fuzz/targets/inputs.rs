//! Calls with any arguments: influences, predators, perches, emitters, obstacles, wind, bodies.

use super::{
    super::{Form, Outcome, Target},
    life::{assert_is_copied, assert_lives, flock, is_small, read},
    script,
};
use flock_sim::{
    saving::{FlockInput, InputLog, Snapshot},
    Flock,
};
use std::sync::LazyLock;

pub const TARGET: Target = Target {
    name: "inputs",
    form: Form::Text,
    corpus,
    check,
    cases: 2500,
};

/// Most calls that are made.
const MOST_CALLS: usize = 80;

/// The flock on which the calls are made.
static FLOCK: LazyLock<Snapshot> = LazyLock::new(|| flock(script::settings()).snapshot());

fn corpus() -> Vec<Vec<u8>> {
    script::logs()
        .iter()
        .map(|log| written(&inputs(log)))
        .collect()
}

fn inputs(log: &InputLog) -> Vec<FlockInput> {
    log.inputs()
        .iter()
        .map(|(_, input)| input.clone())
        .collect()
}

fn written(inputs: &[FlockInput]) -> Vec<u8> {
    ron::to_string(inputs)
        .expect("inputs can be written")
        .into_bytes()
}

fn check(input: &[u8]) -> Outcome {
    let inputs: Vec<FlockInput> = match read(input) {
        Ok(inputs) => inputs,
        Err(refused) => return refused,
    };
    let level = super::life::LEVEL.clone();
    let mut flock = Flock::restore(&FLOCK, level).expect("it was a flock");
    let mut refused = None;
    for input in inputs
        .iter()
        .take(MOST_CALLS)
        .filter(|input| is_small(input))
    {
        refused = call(&mut flock, input).or(refused);
    }
    assert_lives(&mut flock);
    refused.unwrap_or(Outcome::Accepted)
}

/// Makes a call. If it is refused, it has changed nothing.
fn call(flock: &mut Flock, input: &FlockInput) -> Option<Outcome> {
    let before = flock.snapshot();
    match flock.apply(input) {
        Ok(()) => {
            assert_is_copied(input);
            flock.step();
            None
        }
        Err(error) => {
            assert!(
                flock.snapshot() == before,
                "a refused call changed the flock: {input:?}"
            );
            Some(Outcome::refused(error))
        }
    }
}
