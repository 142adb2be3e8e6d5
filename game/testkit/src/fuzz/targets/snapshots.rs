//! Snapshots of flocks.

use super::{
    super::{Form, Outcome, Target},
    life::{assert_is_copied, assert_lives, everything, flock, is_small_snapshot, read, LEVEL},
    script,
};
use flock_sim::{saving::Snapshot, Flock};

pub const TARGET: Target = Target {
    name: "snapshots",
    form: Form::Text,
    corpus,
    check,
    cases: 2000,
};

fn corpus() -> Vec<Vec<u8>> {
    let all = everything(8, 60);
    let of_world = all.world.flocks().map(|(_, flock)| flock.snapshot());
    let scripted = script::logs().into_iter().map(|log| {
        let mut flock = flock(script::settings());
        flock.replay(log);
        (0..12).for_each(|_| flock.step());
        flock.snapshot()
    });
    let written = |snapshot| ron::to_string(&snapshot).expect("a snapshot can be written");
    of_world
        .chain(scripted)
        .map(written)
        .map(String::into_bytes)
        .collect()
}

fn check(input: &[u8]) -> Outcome {
    let snapshot: Snapshot = match read(input) {
        Ok(snapshot) => snapshot,
        Err(refused) => return refused,
    };
    if !is_small_snapshot(&snapshot) {
        return Outcome::Accepted;
    }
    match Flock::restore(&snapshot, LEVEL.clone()) {
        Ok(mut flock) => {
            assert_is_copied(&snapshot);
            assert_lives(&mut flock);
            Outcome::Accepted
        }
        Err(error) => Outcome::refused(error),
    }
}
