//! Snapshots and logs of worlds.

use super::{
    super::{Form, Outcome, Target},
    life::{
        assert_is_copied, everything, is_same, is_small, is_small_snapshot, read, MOST_BOIDS, STEPS,
    },
};
use crate::flocks::assert_finite;
use flock_sim::{
    world::{WorldInput, WorldLog, WorldSnapshot},
    Geometry, World,
};
use std::sync::{Arc, LazyLock};

pub const SNAPSHOTS: Target = Target {
    name: "world_snapshots",
    form: Form::Text,
    corpus: snapshots,
    check: check_snapshot,
    cases: 700,
};

pub const LOGS: Target = Target {
    name: "world_logs",
    form: Form::Text,
    corpus: logs,
    check: check_log,
    cases: 600,
};

/// Boids of each flock.
const BOIDS: u32 = 4;

/// The world on which logs are replayed, and its level.
static START: LazyLock<(WorldSnapshot, Arc<Geometry>)> = LazyLock::new(|| {
    let all = everything(BOIDS, 0);
    (all.world.snapshot(), all.geometry)
});

fn snapshots() -> Vec<Vec<u8>> {
    let snapshots = [0, 20, 50].map(|steps| everything(BOIDS, steps).world.snapshot());
    let written = |snapshot| ron::to_string(&snapshot).expect("a snapshot can be written");
    snapshots.map(written).map(String::into_bytes).to_vec()
}

/// Logs of worlds in which flocks are added, removed and related anew.
fn logs() -> Vec<Vec<u8>> {
    let mut all = everything(BOIDS, 0);
    all.world.start_log();
    for step in 0..6 {
        if step == 2 {
            let copy = World::restore(&all.world.snapshot(), &all.geometry);
            let mut copy = copy.expect("it was a world");
            let added = copy.remove(all.ids[2]).expect("it has three flocks");
            let added = all.world.add(added);
            let relation = all.world.relation(all.ids[0], all.ids[1]);
            all.world
                .set_relation(added, all.ids[1], relation)
                .expect("both exist");
            all.world.remove(added);
        }
        all.step(|_| ());
    }
    let log = all.world.take_log();
    vec![ron::to_string(&log)
        .expect("a log can be written")
        .into_bytes()]
}

fn check_snapshot(input: &[u8]) -> Outcome {
    let snapshot: WorldSnapshot = match read(input) {
        Ok(snapshot) => snapshot,
        Err(refused) => return refused,
    };
    match World::restore(&snapshot, &START.1) {
        Ok(mut world) => {
            assert_is_copied(&snapshot);
            assert_lives(&mut world);
            Outcome::Accepted
        }
        Err(error) => Outcome::refused(error),
    }
}

fn check_log(input: &[u8]) -> Outcome {
    let log: WorldLog = match read(input) {
        Ok(log) => log,
        Err(refused) => return refused,
    };
    // Texts are compared, because a log is not checked when it is read and may hold NaN.
    let text = ron::to_string(&log).expect("a log can be written");
    let again: WorldLog = ron::from_str(&text).expect("it was written");
    assert_eq!(ron::to_string(&again).as_ref(), Ok(&text));
    let is_small_call = |call: &WorldInput| match call {
        WorldInput::Add(snapshot) => is_small_snapshot(snapshot),
        _ => true,
    };
    let mut calls = log.flocks().iter().flat_map(|(_, log)| log.inputs());
    if log.inputs().all(is_small_call) && calls.all(|(_, input)| is_small(input)) {
        let (start, geometry) = &*START;
        let mut world = World::restore(start, geometry).expect("it was a world");
        world.replay(log, geometry);
        assert_lives(&mut world);
    }
    Outcome::Accepted
}

/// Steps a world, whose boids stay finite and cross nothing, and restores it from a snapshot.
#[track_caller]
fn assert_lives(world: &mut World) {
    for _ in 0..STEPS {
        let is_large = |count: usize| count > MOST_BOIDS as usize;
        if world
            .flocks()
            .any(|(_, flock)| is_large(flock.len() + flock.not_placed()))
        {
            return;
        }
        if let Err(error) = world.step() {
            Outcome::refused(error);
            return;
        }
        world.flocks().for_each(|(_, flock)| assert_finite(flock));
    }
    assert_goes_on(world);
}

/// A world is restored from its snapshot, and continues with the same bits.
#[track_caller]
fn assert_goes_on(world: &mut World) {
    let snapshot = world.snapshot();
    assert_is_copied(&snapshot);
    let restored = World::restore(&snapshot, &START.1);
    let mut restored = restored.unwrap_or_else(|error| panic!("its own snapshot: {error}"));
    assert!(
        is_same(&restored.snapshot(), &snapshot),
        "a restored world has another snapshot"
    );
    assert_eq!(world.step(), restored.step());
    assert_eq!(
        restored.state_hash(),
        world.state_hash(),
        "a restored world goes another way"
    );
}
