//! What a snapshot may not hold.

use super::{add_items, copy, error_of, flock, scare, target, tree};
use flock_sim::{
    boids::{DeadBody, Death},
    world::WorldSnapshot,
    Flock, World,
};
use flock_testkit::saved::SavedTree;
use std::sync::Arc;

#[test]
fn numbers_at_the_end_of_their_range_are_refused() {
    let mut full = flock(3);
    add_items(&mut full);
    full.step();
    let tree = tree(&full);
    let long = error_of(&tree.with("time", 1e30_f64));
    assert!(
        long.contains("time is 1000000000000000000000000000000 s; allowed: 0 to 1e12 s"),
        "{long}"
    );
    let steps = error_of(&tree.with("statistics/steps", u64::MAX));
    assert!(
        steps.contains("steps is 18446744073709551615; allowed: 0 to 10000"),
        "{steps}"
    );
    for kind in [
        "influences",
        "emitters",
        "obstacles",
        "predators",
        "perches",
    ] {
        let error = error_of(&tree.with(&format!("{kind}/added"), u32::MAX));
        let expected = format!("4294967295 {kind} have been added; allowed: 0 to 4000000000");
        assert!(error.ends_with(&expected), "{error}");
    }
    let mut world = World::new();
    world.add(flock(1));
    let world = SavedTree::new(&world.snapshot()).with("added", u32::MAX);
    let error = World::restore(&world.read().unwrap(), &Arc::default()).unwrap_err();
    let expected = "4294967295 flocks have been added";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn the_last_number_that_a_snapshot_may_hold_is_the_last_that_is_given() {
    let mut flock = flock(1);
    let tree = tree(&flock).with("influences/added", 3_999_999_999_u32);
    flock = Flock::restore(&tree.read().unwrap(), Arc::default()).unwrap();
    let influence = flock.add_influence(target()).unwrap();
    let error = flock.add_influence(target()).unwrap_err().to_string();
    assert_eq!(
        error,
        "number of influences ever added is 4000000000; allowed: 0 to 3999999999"
    );
    assert!(copy(&flock).influences().map(|it| it.0).eq([influence]));
}

#[test]
fn a_flock_at_the_end_of_time_can_be_saved() {
    let mut flock = flock(1);
    flock.scare(scare()).unwrap();
    let bird = flock.boids().next().unwrap().id;
    flock.kill(bird, Death::new(DeadBody::Stays)).unwrap();
    let tree = tree(&flock)
        .with("time", 1e12)
        .with("statistics/steps", 1_000_000_000_000_000_u64)
        .with("scares/0/age", 1e12)
        .with("bodies/0/seconds", 1e12);
    flock = Flock::restore(&tree.read().unwrap(), Arc::default()).unwrap();
    flock.step();
    assert_eq!(copy(&flock).time(), 1e12);
}

#[test]
fn a_snapshot_of_a_world_of_another_version_is_refused_for_that() {
    let mut world = World::new();
    world.add(flock(1));
    let text = ron::to_string(&world.snapshot()).unwrap();
    // In the order of the file: the version comes first.
    let other = text.replacen("(version:1,", "(version:2,feathers:8,", 1);
    assert_ne!(text, other);
    let error = ron::from_str::<WorldSnapshot>(&other)
        .unwrap_err()
        .to_string();
    let expected = "the snapshot of a world is of version 2; this library reads version 1";
    assert!(error.contains(expected), "{error}");
    let without = text.replacen("(version:1,", "(", 1);
    let error = ron::from_str::<WorldSnapshot>(&without)
        .unwrap_err()
        .to_string();
    assert!(error.contains("version"), "{error}");
}
