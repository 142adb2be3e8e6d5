//! What the game does to single boids is in the world.

use super::twins::{assert_near, assert_vector, far, Twins, NEAR, SCARE};
use flock_sim::{
    boids::{DeadBody, Death},
    events::{EventKind, FlockEvent, Player},
    influences::{Influence, InfluenceKind},
    nalgebra::UnitQuaternion,
    perches::Perch,
    threats::Scare,
    Placement, Vec3,
};
use flock_testkit::roof;

/// Targets, the player and scares that were set by the coordinates of the frame.
#[test]
fn events_are_the_same_in_a_frame() {
    let mut twins = Twins::around_a_ball();
    let mut scare = SCARE;
    for flock in [&mut twins.near, &mut twins.far] {
        drop(flock.drain_events());
        let (point, slowing) = (Vec3::new(0.7, 0.6, 0.5), 0.2);
        let target = InfluenceKind::Target { point, slowing };
        flock.add_influence(Influence::new(target)).unwrap();
        flock
            .set_player(Some(Player { point, radius: 0.1 }))
            .unwrap();
        flock.scare(scare).unwrap();
        scare.point = far().point_to_world(scare.point);
        (0..20).for_each(|_| flock.step());
        let id = flock.boids().next().unwrap().id;
        assert!(flock.kill(id, Death::new(DeadBody::Sinks)).unwrap());
    }
    let count = |events: &[FlockEvent], kind: EventKind| {
        events.iter().filter(|event| event.kind == kind).count()
    };
    let [near, found] =
        [&mut twins.near, &mut twins.far].map(|it| it.drain_events().collect::<Vec<_>>());
    for kind in [EventKind::Scared, EventKind::TouchedPlayer] {
        let (near, found) = (count(&near, kind), count(&found, kind));
        assert!(
            near > 3 && near.abs_diff(found) <= 2 + near / 10,
            "{kind:?} {near} {found}"
        );
    }
    assert_eq!(
        count(&near, EventKind::Killed),
        count(&found, EventKind::Killed)
    );
}

#[test]
fn boids_are_added_in_the_world() {
    let mut twins = Twins::around_a_ball();
    let radius = twins.near.settings().collision.body_radius;
    let (velocity, mut free) = (Vec3::new(0.3, -0.2, 0.6), 0);
    for index in 0..40 {
        let position = Vec3::new(0.02 * index as f32, 0.1, 0.1);
        if (position.norm() - 0.4 - radius).abs() < 0.03 {
            continue;
        }
        let there = far().point_to_world(position);
        let is_clear = twins.near.is_clear(position, radius);
        assert_eq!(twins.far.is_clear(there, radius), is_clear);
        let near = twins.near.spawn_at(position, velocity);
        let found = twins.far.spawn_at(there, far().vector_to_world(velocity));
        assert_eq!((near.is_ok(), found.is_ok()), (is_clear, is_clear));
        if let (Ok(near), Ok(found)) = (near, found) {
            assert_eq!(near, found);
            twins.assert_same(near);
            free += 1;
        }
    }
    assert!((5..30).contains(&free), "{free}");
}

#[test]
fn scares_are_in_the_world() {
    let (mut twins, id) = Twins::of_one();
    twins.near.scare(SCARE).unwrap();
    let point = far().point_to_world(SCARE.point);
    twins.far.scare(Scare { point, ..SCARE }).unwrap();
    // The point goes with the frame.
    assert_vector(twins.far.scares()[0].scare.point, SCARE.point, NEAR);
    twins.step(5);
    let [near, found] = [&twins.near, &twins.far].map(|flock| flock.boid(id).unwrap());
    let push = near.velocity - Vec3::x() * 0.5;
    assert!(push.norm() > 0.2);
    let expected = far().vector_to_world(near.velocity);
    assert_vector(expected, found.velocity, 0.05 * push.norm());
}

#[test]
fn boids_are_held_and_released_in_the_world() {
    let (mut twins, id) = Twins::of_one();
    let (hand, velocity) = (Vec3::new(1.0, 2.0, -0.5), Vec3::new(0.1, -0.4, 0.6));
    let turn = UnitQuaternion::from_euler_angles(0.3f32, 0.2, -1.0);
    let there = far().placement_to_world(&Placement {
        origin: hand,
        rotation: turn,
    });
    assert!(twins.near.hold(id) && twins.far.hold(id));
    twins.near.move_held(id, hand, turn).unwrap();
    twins
        .far
        .move_held(id, there.origin, there.rotation)
        .unwrap();
    twins.step(2);
    twins.assert_same(id);
    assert_near(
        &twins.far.loose_boids().next().unwrap(),
        &twins.far.boid(id).unwrap(),
    );
    let drawn = twins.far.drawn_at(id).unwrap();
    assert_vector(drawn.origin, there.origin, NEAR);
    assert!(drawn.rotation.angle_to(&there.rotation) < 2e-3);

    assert!(twins.near.release(id, velocity).unwrap());
    assert!(twins
        .far
        .release(id, far().vector_to_world(velocity))
        .unwrap());
    twins.assert_same(id);
    twins.step(3);
    twins.assert_same(id);
}

#[test]
fn deaths_push_in_the_world() {
    let (mut twins, id) = Twins::of_one();
    let death = |impulse| Death {
        impulse,
        ..Death::new(DeadBody::Falls)
    };
    let impulse = Vec3::new(3.0, -2.0, 1.0);
    twins.near.kill(id, death(impulse)).unwrap();
    twins
        .far
        .kill(id, death(far().vector_to_world(impulse)))
        .unwrap();
    twins.assert_same(id);
    // Down is down in the frame.
    twins.step(30);
    twins.assert_same(id);
}

/// The longest impulse is allowed in every direction, and nothing longer.
#[test]
fn the_longest_impulse_is_allowed_in_a_turned_frame() {
    let (mut twins, _) = Twins::of_one();
    for index in 0..200 {
        let direction = Vec3::new((index as f32).sin(), (2.0 * index as f32).cos(), 0.4);
        let mut impulse = direction.normalize() * 100.0;
        while impulse.norm() > 100.0 {
            impulse *= 1.0 - f32::EPSILON;
        }
        let death = Death {
            impulse,
            ..Death::new(DeadBody::Stays)
        };
        let id = twins.far.spawn(1).unwrap()[0];
        assert!(twins.far.kill(id, death).unwrap());
    }
    let (id, impulse) = (twins.far.spawn(1).unwrap()[0], Vec3::x() * 100.01);
    let death = Death {
        impulse,
        ..Death::new(DeadBody::Stays)
    };
    assert!(twins.far.kill(id, death).is_err());
}

#[test]
fn boids_take_off_from_points_of_the_world() {
    let mut perch = None;
    let mut twins = Twins::new(|| {
        let (flock, id) = roof::above_roof(|perch: Perch| perch);
        perch = Some(id);
        flock
    });
    let perch = perch.unwrap();
    twins.step(900);
    assert_eq!(roof::standing(&twins.near), roof::standing(&twins.far));
    assert!(roof::standing(&twins.near).len() > 20);
    drop(twins.near.drain_events());
    drop(twins.far.drain_events());
    let from = Vec3::new(4.0, 0.0, -3.0);
    twins.near.take_off(perch, from).unwrap();
    twins
        .far
        .take_off(perch, far().point_to_world(from))
        .unwrap();
    twins.step(200);
    let [near, found] = [&mut twins.near, &mut twins.far].map(|flock| {
        let events = flock.drain_events();
        let took_off = events.filter(|event| event.kind == EventKind::TookOff);
        let mut all: Vec<_> = took_off.map(|event| (event.boid, event.step)).collect();
        all.sort_unstable();
        all
    });
    assert!(near.len() > 20 && near.len() == found.len());
    for (near, found) in near.iter().zip(found) {
        assert_eq!(near.0, found.0);
        assert!(near.1.abs_diff(found.1) <= 1, "{near:?} {found:?}");
    }
}
