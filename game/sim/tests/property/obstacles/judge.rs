//! The judge sees bodies in every state that pass through an obstacle, and none that do not.

use flock_sim::{nalgebra::UnitQuaternion, settings::Backend, Vec3};
use flock_testkit::obstacles::{
    birds,
    judge::{Before, BodyState, FaultKind, Judged},
};

const BACKEND: Backend = Backend::AllThreads;

fn faults(judged: &Judged, kind: FaultKind, state: BodyState) -> usize {
    let all = judged.faults.iter();
    all.filter(|it| it.kind == kind && it.state == state)
        .count()
}

/// The flock is not told of a wall that goes through it.
#[test]
fn the_judge_sees_bodies_in_every_state_that_are_let_through() {
    let judged = birds::judge(BACKEND, false);
    for state in BodyState::ALL {
        let kinds = [FaultKind::Through, FaultKind::Inside];
        let [through, inside] = kinds.map(|kind| faults(&judged, kind, state));
        println!(
            "{state:?}: {:?}, {through} through, {inside} inside",
            judged.seen(state)
        );
        // The game puts held ones where it likes.
        let is_judged = state != BodyState::Held;
        assert_eq!(through > 0 && inside > 0, is_judged, "{state:?}");
    }
}

#[test]
fn bodies_in_every_state_are_pushed_by_a_wall() {
    birds::check(BACKEND);
}

#[test]
fn the_judge_sees_held_bodies_that_move_by_themselves() {
    let (mut flock, _) = birds::birds(BACKEND);
    let held: Vec<_> = { flock.loose_boids() }
        .filter(|it| flock.is_held(it.id))
        .collect();
    let mut judged = Judged::default();
    let before = Before::step(&mut flock);
    for boid in &held {
        let place = boid.position + Vec3::y() * 0.01;
        assert!(flock
            .move_held(boid.id, place, UnitQuaternion::identity())
            .unwrap());
    }
    flock.step();
    before.judge_among(&mut flock, &[], &mut judged);
    assert_eq!(
        faults(&judged, FaultKind::Moved, BodyState::Held),
        held.len()
    );
    assert!(!held.is_empty() && judged.faults.len() == held.len());
}
