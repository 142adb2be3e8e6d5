//! Depenetration that the steps share: what holds until every boid had its turn.

use flock_sim::{
    settings::{Backend, Region},
    Boid, Flock, Geometry, Settings, Vec3,
};
use flock_testkit::{
    flocks::{by_id, in_the_open},
    saved::copy,
    triangles::{cuboid, geometry},
};
use std::sync::Arc;

/// Several steps' shares.
const COUNT: u32 = 9000;

/// Boids that a step looks at.
const SHARE: usize = 2048;

const HALF: f32 = 0.6;

fn flock(backend: Backend) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = COUNT;
    settings.spawn.region = Region::sphere(2.5);
    settings.collision.check_crossings = true;
    settings.simulation.backend = backend;
    let mut flock = in_the_open(settings);
    (0..3).for_each(|_| flock.step());
    flock
}

/// A solid block around a place.
fn block(half: f32, center: [f32; 3]) -> Arc<Geometry> {
    geometry(&cuboid([half; 3], center))
}

fn is_inside(boid: &Boid, half: f32) -> bool {
    boid.position.amax() < half
}

fn count_inside(flock: &Flock) -> usize {
    flock.boids().filter(|boid| is_inside(boid, HALF)).count()
}

/// Steps until all boids had their turn, and those that wait have a place.
#[track_caller]
fn finish(flock: &mut Flock) {
    for _ in 0..2000 {
        if flock.unchecked() + flock.not_placed() == 0 {
            return;
        }
        flock.step();
    }
    panic!(
        "{} had no turn, {} wait",
        flock.unchecked(),
        flock.not_placed()
    );
}

#[test]
fn until_its_turn_no_boid_gets_through_a_surface_and_then_it_is_moved_out() {
    let mut flock = flock(Backend::AllThreads);
    flock.set_geometry(block(HALF, [0.0; 3]));
    let caught = count_inside(&flock);
    assert!(caught > 50, "{caught}");
    assert_eq!(
        (flock.unchecked(), flock.statistics().rescued),
        (COUNT as usize, 0)
    );
    let (mut steps, mut left, mut freed) = (0, COUNT as usize, 0);
    while flock.unchecked() > 0 {
        let (before, rescued) = (by_id(&flock), flock.statistics().rescued);
        flock.step();
        steps += 1;
        let after = by_id(&flock);
        let mut moved_out = 0;
        for (before, after) in before.iter().zip(&after) {
            let [was_inside, is_inside] = [before, after].map(|boid| is_inside(boid, HALF));
            assert!(was_inside || !is_inside, "{before:?} got in: {after:?}");
            moved_out += u64::from(was_inside && !is_inside);
        }
        // Boids that only overlap the surface are moved too.
        assert!(moved_out <= flock.statistics().rescued - rescued);
        assert!(left - flock.unchecked() <= SHARE);
        (left, freed) = (flock.unchecked(), freed + moved_out);
    }
    assert!(steps >= COUNT as usize / SHARE, "{steps}");
    assert_eq!((freed, count_inside(&flock)), (caught as u64, 0));
    let statistics = flock.statistics();
    assert!(statistics.rescued >= caught as u64);
    assert_eq!((statistics.crossings, flock.len()), (0, COUNT as usize));
}

#[test]
fn shares_do_not_depend_on_threads() {
    let run = |backend| {
        let mut flock = flock(backend);
        flock.set_geometry(block(HALF, [0.0; 3]));
        let hashes = [(); 12].map(|()| {
            flock.step();
            (
                flock.state_hash(),
                flock.unchecked(),
                flock.statistics().rescued,
            )
        });
        assert!(hashes[0].1 > 0);
        hashes
    };
    assert_eq!(run(Backend::SingleThread), run(Backend::AllThreads));
}

#[test]
fn a_snapshot_in_the_middle_goes_on_with_the_same_bits() {
    for geometry in [block(HALF, [0.0; 3]), block(20.0, [0.0; 3])] {
        for steps in 0..3 {
            let mut flock = flock(Backend::SingleThread);
            flock.set_geometry(geometry.clone());
            (0..steps).for_each(|_| flock.step());
            let snapshot = copy(&flock.snapshot());
            let mut restored = Flock::restore(&snapshot, geometry.clone()).unwrap();
            assert!(flock.unchecked() > 0);
            for _ in 0..8 {
                assert_eq!(restored.state_hash(), flock.state_hash());
                let [a, b] = [&flock, &restored]
                    .map(|it| (it.statistics().rescued, it.not_placed(), it.unchecked()));
                assert_eq!(a, b);
                flock.step();
                restored.step();
            }
        }
    }
}

#[test]
fn boids_that_come_and_go_in_the_middle_are_no_exception() {
    let mut flock = flock(Backend::SingleThread);
    flock.set_geometry(block(HALF, [0.0; 3]));
    for count in [COUNT + 3000, COUNT / 2, COUNT, COUNT - 100] {
        flock.step();
        assert!(flock.unchecked() > 0);
        let mut settings = flock.settings().clone();
        settings.spawn.count = count;
        flock.set_settings(settings).unwrap();
        let outside = flock.spawn_at(Vec3::repeat(2.0), Vec3::x()).unwrap();
        assert!(flock.remove(outside));
    }
    finish(&mut flock);
    assert_eq!(
        (count_inside(&flock), flock.len()),
        (0, COUNT as usize - 100)
    );
    assert_eq!(flock.statistics().crossings, 0);
}

#[test]
fn geometry_that_changes_faster_than_the_round_ends_frees_all_in_the_end() {
    let mut flock = flock(Backend::SingleThread);
    // Never the same one, always over the origin.
    for turn in 0..20 {
        flock.set_geometry(block(HALF + 0.01 * turn as f32, [0.0; 3]));
        flock.step();
        assert!(flock.unchecked() > 0);
    }
    finish(&mut flock);
    assert_eq!(count_inside(&flock), 0);
    assert_eq!(flock.statistics().crossings, 0);
}

#[test]
fn many_boids_that_are_added_among_geometry_start_in_the_next_steps() {
    for shared in [true, false] {
        let mut flock = flock(Backend::SingleThread);
        flock.set_geometry(block(HALF, [0.0; 3]));
        flock.depenetrate();
        let mut settings = flock.settings().clone();
        settings.spawn.count = COUNT + 3000;
        flock.set_settings(settings).unwrap();
        assert_eq!(flock.not_placed(), 3000);
        if shared {
            (0..10).for_each(|_| flock.step());
        } else {
            flock.depenetrate();
        }
        assert_eq!((flock.not_placed(), count_inside(&flock)), (0, 0));
    }
}

#[test]
fn larger_bodies_have_their_turns_too() {
    let mut flock = flock(Backend::SingleThread);
    flock.set_geometry(block(HALF, [0.0; 3]));
    flock.depenetrate();
    let rescued = flock.statistics().rescued;
    let mut settings = flock.settings().clone();
    settings.collision.body_radius = 0.25;
    flock.set_settings(settings).unwrap();
    assert_eq!(flock.unchecked(), COUNT as usize);
    finish(&mut flock);
    assert!(flock.statistics().rescued > rescued + 50);
    let near = flock
        .boids()
        .filter(|boid| !flock.is_clear(boid.position, 0.12));
    assert_eq!(near.count(), 0);
}

#[test]
fn boids_without_a_place_wait_and_start_when_there_is_one() {
    let mut flock = flock(Backend::SingleThread);
    flock.set_geometry(block(20.0, [0.0; 3]));
    (0..20).for_each(|_| flock.step());
    let waiting = flock.not_placed();
    assert!(waiting > 0 && waiting < COUNT as usize, "{waiting}");
    flock.depenetrate();
    assert_eq!((flock.len(), flock.not_placed()), (0, COUNT as usize));
    flock.set_geometry(Arc::default());
    let mut steps = 0;
    while flock.not_placed() > 0 {
        assert!(steps < 200, "{} wait", flock.not_placed());
        flock.step();
        steps += 1;
    }
    assert!(steps > 10 && flock.len() == COUNT as usize);
}
