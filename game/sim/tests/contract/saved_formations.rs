//! Formations go on with the same bits after a snapshot, from a log, and on any number of threads.

use crate::in_formation::{formed, GEESE};
use flock_sim::{
    formations::{Form, FormMesh},
    geometry::shapes,
    influences::InfluenceId,
    saving::InputLog,
    Flock, Vec3,
};
use flock_testkit::{
    change_formation,
    flocks::{by_id, on_threads},
    formations::{flock_of, formation},
    saved,
};
use std::sync::Arc;

/// A flock in the middle of everything: a change, a leader that falls back, boids that come and go.
fn busy(step: u32, flock: &mut Flock, id: InfluenceId) {
    match step {
        20 => {
            flock.remove(by_id(flock)[3].id);
        }
        40 => {
            flock.spawn_at(Vec3::repeat(2.0), Vec3::x()).unwrap();
        }
        // In the middle of a change: two boids come, then one leaves, whose slot another one gets.
        64 => {
            flock.remove(by_id(flock)[5].id);
            flock.spawn_at(Vec3::repeat(-2.0), Vec3::x()).unwrap();
            flock.spawn_at(Vec3::repeat(1.0), Vec3::x()).unwrap();
        }
        68 => {
            flock.spawn_at(Vec3::repeat(-1.0), Vec3::x()).unwrap();
        }
        60 | 75 => {
            let mut other = formation(if step == 60 { Form::Grid } else { GEESE }, Vec3::y());
            change_formation!(other, change = 0.7, lead = 0.5);
            flock.set_influence(id, other).unwrap();
        }
        _ => (),
    }
}

#[test]
fn restored_flocks_form_with_the_same_bits() {
    let run = |flock: &mut Flock, id, range: std::ops::Range<u32>| {
        for step in range {
            busy(step, flock, id);
            flock.step();
        }
    };
    for at in [0, 1, 21, 35, 41, 60, 61, 65, 69, 70, 76, 90, 119] {
        let (mut flock, id) = formed(23, GEESE);
        run(&mut flock, id, 0..at);
        let snapshot = saved::copy(&flock.snapshot());
        let mut restored = Flock::restore(&snapshot, flock.geometry().clone()).unwrap();
        assert_eq!(
            restored.state_hash(),
            flock.state_hash(),
            "after {at} steps"
        );
        run(&mut flock, id, at..140);
        run(&mut restored, id, at..140);
        assert_eq!(
            restored.state_hash(),
            flock.state_hash(),
            "after {at} steps"
        );
    }
}

#[test]
fn the_number_of_threads_changes_no_bit() {
    let hash = |threads| {
        on_threads(threads, || {
            let (mut flock, id) = formed(500, Form::Sphere);
            for step in 0..100 {
                busy(step, &mut flock, id);
                flock.step();
            }
            flock.state_hash()
        })
    };
    assert_eq!(hash(1), hash(2));
    assert_eq!(hash(1), hash(7));
}

#[test]
fn a_log_holds_the_mesh_of_a_moving_formation_once() {
    let ball = shapes::ball(3.0, 3);
    let at = |frame: u32| {
        let ball = Form::Surface(FormMesh::new(&ball).unwrap());
        formation(ball, Vec3::x() * (0.02 * frame as f32))
    };
    let mut flock = flock_of(50);
    flock.start_log();
    let id = flock.add_influence(at(0)).unwrap();
    let length = |log: &InputLog| ron::to_string(log).unwrap().len();
    let first = length(&flock.take_log());
    flock.step();
    let mut again = Flock::restore(&saved::copy(&flock.snapshot()), Arc::default()).unwrap();
    flock.start_log();
    for frame in 1..40 {
        flock.set_influence(id, at(frame)).unwrap();
        flock.step();
    }
    let log = flock.take_log();
    assert!(length(&log) < first, "{} and {first}", length(&log));
    again.replay(log);
    (1..40).for_each(|_| again.step());
    assert_eq!(again.state_hash(), flock.state_hash());
    assert_eq!(again.influences().next(), flock.influences().next());
}

#[test]
fn snapshots_with_impossible_members_are_refused() {
    let (mut flock, _) = formed(9, GEESE);
    flock.step();
    let tree = saved::SavedTree::new(&flock.snapshot());
    for (path, value) in [
        ("formations/0/asked", 10_000_u64),
        ("formations/0/since", u64::MAX),
        ("formations/0/assigned", u64::MAX),
        ("formations/0/span/begin", u64::MAX),
        ("formations/0/span/steps", u64::MAX),
    ] {
        let snapshot = tree.with(path, value).read().unwrap();
        let error = Flock::restore(&snapshot, flock.geometry().clone())
            .err()
            .unwrap();
        assert!(error.to_string().contains("members"), "{error}");
    }
    for size in [f32::NAN, -0.1, 1.1] {
        let snapshot = tree.with("formations/0/size", size).read().unwrap();
        let error = Flock::restore(&snapshot, flock.geometry().clone())
            .err()
            .unwrap();
        assert!(error.to_string().contains("allowed: 0 to 1"), "{error}");
    }
}
