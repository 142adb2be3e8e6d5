//! Wander: each boid is pulled in a direction of its own that changes smoothly.
//!
//! Without any other rule the velocity of a flock that steers by velocity is the wish of wander.

use flock_sim::{
    settings::{Plane, Region, Steering},
    Flock, Placement, Settings, Vec3,
};
use flock_testkit::flocks::{self, in_the_open};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

const WEIGHT: f32 = 2.5;
const CHANGE_TIME: f32 = 1.5;

fn settings(count: u32, time_step: f32) -> Settings {
    let mut settings = Settings::default();
    flocks::disable_rules(&mut settings);
    settings.spawn.count = count;
    settings.boundary.enabled = false;
    settings.wander.enabled = true;
    settings.wander.weight = WEIGHT;
    settings.wander.change_time = CHANGE_TIME;
    settings.motion.steering = Steering::Velocity;
    settings.motion.max_speed = 1000.0;
    settings.simulation.time_step = time_step;
    settings
}

/// Makes a step and returns the direction of each boid, by id.
fn directions_of(flock: &mut Flock) -> Vec<Vec3> {
    flock.step();
    flocks::by_id(flock)
        .iter()
        .map(|boid| boid.velocity / WEIGHT)
        .collect()
}

/// The same for several steps.
fn course(flock: &mut Flock, steps: usize) -> Vec<Vec<Vec3>> {
    (0..steps).map(|_| directions_of(flock)).collect()
}

/// The changes of directions in one step: the mean, and the largest but for one in a thousand,
/// since a direction that changes to nearly its opposite does so very fast.
fn changes(course: &[Vec<Vec3>]) -> (f32, f32) {
    let mut changes: Vec<f32> = course
        .windows(2)
        .flat_map(|pair| {
            let (before, after) = (&pair[0], &pair[1]);
            before.iter().zip(after).map(|(a, b)| (b - a).norm())
        })
        .collect();
    changes.sort_by(f32::total_cmp);
    let mean = changes.iter().sum::<f32>() / changes.len() as f32;
    (mean, changes[changes.len() - 1 - changes.len() / 1000])
}

#[test]
fn with_the_whole_weight_and_no_more() {
    for plane in [Plane::All, Plane::Xz, Plane::Xy, Plane::Yz] {
        let mut settings = settings(500, 0.02);
        settings.motion.plane = plane;
        let placement = Placement {
            rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.5, -1.0, 2.0)),
            ..Placement::default()
        };
        let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
        let mut short = 0;
        for direction in course(&mut flock, 200).iter().flatten() {
            // A direction that changes to nearly its opposite may be short meanwhile.
            assert!(direction.norm() < 1.00001, "{plane:?}: {direction}");
            short += usize::from(direction.norm() < 0.99999);
            let local = placement.rotation.inverse() * direction;
            let across = match plane {
                Plane::All => 0.0,
                Plane::Yz => local.x,
                Plane::Xz => local.y,
                Plane::Xy => local.z,
            };
            assert!(across.abs() < 1e-5, "{plane:?}: {local}");
        }
        assert!(short < 500 * 200 / 500, "{plane:?}: {short} short");
    }
}

#[test]
fn smoothly() {
    let coarse = changes(&course(&mut in_the_open(settings(500, 0.02)), 400));
    let fine = changes(&course(&mut in_the_open(settings(500, 0.01)), 800));
    // A half turn in every change time is 0.04 a step; the fastest turn is some times faster than
    // the mean.
    assert!(coarse.0 < 0.04 && coarse.1 < 0.4, "{coarse:?}");
    for ratio in [coarse.0 / fine.0, coarse.1 / fine.1] {
        assert!((1.7..2.3).contains(&ratio), "{coarse:?}, {fine:?}");
    }
}

#[test]
fn as_fast_as_the_change_time() {
    let means = [0.5, 1.0, 2.0].map(|change_time| {
        let mut settings = settings(500, 0.01);
        settings.wander.change_time = change_time;
        changes(&course(&mut in_the_open(settings), 800)).0
    });
    for ratio in [means[0] / means[1], means[1] / means[2]] {
        assert!((1.8..2.2).contains(&ratio), "{means:?}");
    }
    // Random directions are a quarter turn apart on average, and the way between them is a little
    // longer.
    let turn = means[1] / 0.01;
    assert!((1.2..3.0).contains(&turn), "{turn} rad in a change");
}

#[test]
fn to_new_directions_all_the_time() {
    let course = course(&mut in_the_open(settings(1000, 0.05)), 400);
    let likeness = |before: &[Vec3], after: &[Vec3]| {
        let sum: f32 = before.iter().zip(after).map(|(a, b)| a.dot(b)).sum();
        sum / before.len() as f32
    };
    for start in (0..250).step_by(25) {
        // 0.1 s and 4 change times later.
        let soon = likeness(&course[start], &course[start + 2]);
        assert!(soon > 0.9, "{soon} after 0.1 s");
        let late = likeness(&course[start], &course[start + 120]);
        assert!(late.abs() < 0.2, "{late} after 6 s");
    }
}

#[test]
fn each_boid_its_own_way_and_none_in_particular() {
    let count = 4000;
    let mut flock = in_the_open(settings(count, 0.05));
    for directions in course(&mut flock, 100).iter().step_by(10) {
        let mean = directions.iter().sum::<Vec3>() / count as f32;
        assert!(mean.norm() < 0.1, "{mean}");
        // No direction is preferred.
        for side in [Vec3::x(), Vec3::y(), Vec3::z()] {
            let square: f32 = directions.iter().map(|d| d.dot(&side).powi(2)).sum();
            let share = square / count as f32;
            assert!((0.25..0.42).contains(&share), "{share} along {side}");
        }
        let alike = directions
            .windows(2)
            .filter(|pair| pair[0].dot(&pair[1]) > 0.99);
        assert!(alike.count() < count as usize / 50);
    }
}

#[test]
fn independent_of_the_length_of_steps() {
    let long = course(&mut in_the_open(settings(200, 0.04)), 50);
    let short = course(&mut in_the_open(settings(200, 0.02)), 100);
    for (long, short) in long.iter().zip(short.iter().step_by(2)) {
        for (a, b) in long.iter().zip(short) {
            assert!((a - b).norm() < 1e-4, "{a} and {b}");
        }
    }
}

#[test]
fn another_seed_another_way() {
    let mut other = settings(200, 0.02);
    other.spawn.seed += 1;
    let (one, other) = (
        directions_of(&mut in_the_open(settings(200, 0.02))),
        directions_of(&mut in_the_open(other)),
    );
    let alike = one.iter().zip(&other).filter(|(a, b)| a.dot(b) > 0.99);
    assert!(alike.count() < 10);
}

#[test]
fn only_those_who_are_alone() {
    let mut settings = settings(400, 0.02);
    settings.wander.only_alone = true;
    settings.alignment.enabled = true;
    settings.alignment.radius = 0.3;
    settings.alignment.weight = 1e-3;
    settings.spawn.region = Region::sphere(2.0);
    let mut flock = in_the_open(settings);
    let before = flocks::by_id(&flock);
    let directions = directions_of(&mut flock);
    let (mut alone, mut together) = (0, 0);
    for (boid, direction) in before.iter().zip(directions) {
        let is_near = |distance: f32| {
            before.iter().any(|other| {
                other.id != boid.id && (other.position - boid.position).norm() < distance
            })
        };
        if is_near(0.299) {
            together += 1;
            assert!(direction.norm() < 1e-3, "{direction}");
        } else if !is_near(0.301) {
            alone += 1;
            assert!((direction.norm() - 1.0).abs() < 1e-5, "{direction}");
        }
    }
    assert!(
        alone > 20 && together > 20,
        "{alone} alone, {together} together"
    );
}

#[test]
fn scaled_by_drive_and_limits() {
    let mut settings = settings(100, 0.02);
    settings.motion.drive = 3.0;
    settings.motion.max_speed = 5.0;
    let mut flock = in_the_open(settings);
    for direction in directions_of(&mut flock) {
        assert!((direction.norm() * WEIGHT - 5.0).abs() < 1e-4);
    }
}

#[test]
fn not_at_all_without_weight_or_switch() {
    for change in [
        (|s: &mut Settings| s.wander.enabled = false) as fn(&mut Settings),
        |s| s.wander.weight = 0.0,
    ] {
        let mut settings = settings(100, 0.02);
        change(&mut settings);
        let mut flock = in_the_open(settings);
        flock.step();
        assert!(flock.boids().all(|boid| boid.velocity == Vec3::zeros()));
    }
}
