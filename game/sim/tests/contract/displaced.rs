//! Boids that a change of the geometry carried to another side of a surface.

use flock_sim::{geometry::shapes, Boid, Flock, Geometry, Placement, Vec3};
use flock_testkit::{
    flocks::{by_id, settings_in_cube},
    saved::copy,
    triangles::{cuboid, geometry, moved},
};
use std::sync::Arc;

/// Half of the thickness of the wall, in metres.
const HALF: f32 = 0.05;

/// A wall across the X axis, and a rock that rests.
fn wall(x: f32) -> Arc<Geometry> {
    let wall = cuboid([HALF, 4.0, 4.0], [x, 0.0, 0.0]);
    let rock = moved(&shapes::ball(0.3, 2), [9.0, 0.0, 0.0]);
    geometry(&[rock, wall].concat())
}

/// Boids before a wall.
fn flock() -> Flock {
    let mut settings = settings_in_cube(300);
    settings.collision.check_crossings = true;
    let mut flock = Flock::new(settings, Placement::default(), wall(-2.0)).unwrap();
    (0..5).for_each(|_| flock.step());
    assert_eq!(flock.statistics().displaced, 0);
    flock
}

fn settle(flock: &mut Flock) {
    while flock.unchecked() > 0 {
        flock.step();
    }
}

fn count(boids: &[Boid], is_counted: impl Fn(f32) -> bool) -> u64 {
    boids.iter().filter(|it| is_counted(it.position.x)).count() as u64
}

#[test]
fn boids_that_a_wall_jumps_over_are_counted() {
    let mut flock = flock();
    let before = by_id(&flock);
    flock.set_geometry(wall(0.2));
    let jumped_over = count(&before, |x| x < 0.2 - HALF);
    assert!(jumped_over > 50);
    assert_eq!(flock.statistics().displaced, jumped_over);
    settle(&mut flock);
    // Those inside are counted when they are moved out.
    let inside = count(&before, |x| (x - 0.2).abs() < HALF);
    assert!(inside > 3);
    assert_eq!(flock.statistics().displaced, jumped_over + inside);
    assert_eq!(flock.statistics().crossings, 0);
    // Back over all of them.
    let before = by_id(&flock);
    flock.set_geometry(wall(-2.0));
    let displaced = jumped_over + inside + count(&before, |x| x < 0.2);
    assert_eq!(flock.statistics().displaced, displaced);
}

/// A wall that is set a little farther in each frame: whoever ends up behind it has been counted.
#[test]
fn a_wall_that_is_set_anew_in_each_frame_gets_behind_nobody_uncounted() {
    let mut flock = flock();
    let (mut x, mut changes) = (-2.0, 0);
    for _ in 0..120 {
        let before = by_id(&flock);
        flock.set_geometry(wall(x + 0.025));
        flock.step();
        for (before, after) in before.iter().zip(by_id(&flock)) {
            let [was_behind, is_behind] =
                [before.position.x - x, after.position.x - x - 0.025].map(|ahead| ahead < 0.0);
            changes += u64::from(was_behind != is_behind);
        }
        x += 0.025;
    }
    let statistics = flock.statistics();
    assert!(changes <= statistics.displaced, "{changes} {statistics:?}");
    assert!(statistics.rescued > 100, "{statistics:?}");
    assert_eq!((statistics.crossings, flock.len()), (0, 300));
}

#[test]
fn what_is_put_over_boids_from_nothing_counts_only_those_inside() {
    let mut flock = flock();
    let before = by_id(&flock);
    let block = shapes::cuboid(Vec3::repeat(0.4));
    flock.set_geometry(Arc::new(Geometry::new(&block).0));
    assert_eq!(flock.statistics().displaced, 0);
    settle(&mut flock);
    let inside = before.iter().filter(|it| it.position.amax() < 0.4).count();
    assert_eq!(flock.statistics().displaced, inside as u64);
    assert!(flock.statistics().rescued > inside as u64);
}

#[test]
fn nobody_is_counted_without_collisions_and_a_snapshot_keeps_the_count() {
    let mut flock = flock();
    flock.set_geometry(wall(0.2));
    let displaced = flock.statistics().displaced;
    let restored = Flock::restore(&copy(&flock.snapshot()), wall(0.2)).unwrap();
    assert_eq!(restored.statistics().displaced, displaced);
    let mut settings = flock.settings().clone();
    settings.collision.enabled = false;
    flock.set_settings(settings).unwrap();
    flock.set_geometry(wall(1.5));
    flock.step();
    assert_eq!(flock.statistics().displaced, displaced);
}

/// Each boid without a place takes long: a step moves out a few, and their number says little.
#[test]
fn the_number_of_boids_that_wait_below_geometry_is_told_when_it_is_known() {
    let mut flock = flock();
    let block = shapes::cuboid(Vec3::repeat(50.0));
    flock.set_geometry(Arc::new(Geometry::new(&block).0));
    flock.step();
    assert!((1..100).contains(&flock.not_placed()));
    let mut told = None;
    while told.is_none() {
        flock.step();
        told = flock.settled_not_placed();
    }
    assert_eq!(told, Some(300));
}
