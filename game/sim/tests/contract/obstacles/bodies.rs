//! Bodies outside of the flock among moving obstacles: the dead, the held, those on perches.

use super::*;
use flock_sim::{
    boids::{DeadBody, Death},
    events::{EventKind, EventMask},
    perches::{Perch, PerchSpot},
    BoidId, Flock, Geometry, Settings,
};
use flock_testkit::triangles::{moved, turned};
use std::sync::Arc;

const RADIUS: f32 = 0.05;

fn empty(geometry: &[[Vec3; 3]]) -> Flock {
    let settings: Settings = settings_in_cube(0);
    assert_eq!(settings.collision.body_radius, RADIUS);
    let geometry = Arc::new(Geometry::new(geometry).0);
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    flock.set_events(EventMask::ALL);
    flock
}

fn boid(flock: &mut Flock, at: Vec3) -> BoidId {
    flock.spawn_at(at, Vec3::zeros()).unwrap()
}

fn dead(flock: &mut Flock, at: Vec3, body: DeadBody) -> BoidId {
    let id = boid(flock, at);
    assert!(flock.kill(id, Death::new(body)).unwrap());
    id
}

fn slab(half_extents: Vec3, placement: Placement) -> MovingObstacle {
    let shape = ObstacleShape::Box { half_extents };
    MovingObstacle { shape, placement }
}

fn count(flock: &mut Flock, kind: EventKind) -> usize {
    flock.drain_events().filter(|it| it.kind == kind).count()
}

/// Distance of a body from the middle of an obstacle at a height, from its top on.
fn above(flock: &Flock, id: BoidId, top: f32) -> f32 {
    flock.boid(id).unwrap().position.y - top - RADIUS
}

#[test]
fn a_dead_body_lies_on_a_lift_that_goes_up_and_down() {
    let mut flock = empty(&[]);
    let id = dead(&mut flock, Vec3::y() * 0.5, DeadBody::Falls);
    let half = Vec3::new(1.0, 0.1, 1.0);
    let lift = flock
        .add_obstacle(slab(half, Placement::default()))
        .unwrap();
    for step in 0..300 {
        let height = 1.5 * (1.0 - (step as f32 / 48.0).cos());
        flock.move_obstacle(lift, at(0.0, height, 0.0)).unwrap();
        flock.step();
        let above = above(&flock, id, height + 0.1);
        assert!(above > -0.5 * RADIUS, "{step}: {above}");
        // It has fallen by then, and the lift never goes down faster than a body falls.
        assert!(step < 60 || above < 0.02, "{step}: {above}");
    }
    assert_eq!(flock.statistics().rescued, 0);
}

#[test]
fn a_plate_faster_than_a_body_is_thick_carries_it_along() {
    for speed in [1.0, 10.0, 60.0] {
        for body in [DeadBody::Stays, DeadBody::Sinks] {
            let mut flock = empty(&[]);
            let id = dead(&mut flock, Vec3::zeros(), body);
            let half = Vec3::new(0.01, 2.0, 2.0);
            let plate = flock.add_obstacle(slab(half, at(-0.5, 0.0, 0.0))).unwrap();
            for step in 1..=30 {
                let x = -0.5 + speed * step as f32 / 60.0;
                flock.move_obstacle(plate, at(x, 0.0, 0.0)).unwrap();
                flock.step();
                let body = flock.boid(id).unwrap().position;
                assert!(body.x > x, "{speed} m/s, step {step}: {body} behind {x}");
            }
            assert_eq!(flock.statistics().rescued, 0);
        }
    }
}

#[test]
fn a_body_that_is_crushed_against_a_ceiling_is_carried_out_and_counted() {
    let ceiling = moved(&shapes_of(Vec3::new(2.0, 0.1, 2.0)), Vec3::y());
    let mut flock = empty(&ceiling);
    let id = dead(&mut flock, Vec3::y() * 0.2, DeadBody::Stays);
    let half = Vec3::new(0.49, 0.5, 0.49);
    let lift = flock.add_obstacle(slab(half, at(0.0, -1.0, 0.0))).unwrap();
    for step in 1..=60 {
        let height = -1.0 + 1.38 * step as f32 / 60.0;
        flock.move_obstacle(lift, at(0.0, height, 0.0)).unwrap();
        flock.step();
        let body = flock.boid(id).unwrap();
        assert!(flock.is_clear(body.position, 0.5 * RADIUS), "{body:?}");
    }
    assert_eq!(flock.statistics().rescued, 1);
    assert_eq!(count(&mut flock, EventKind::Rescued), 1);
}

#[test]
fn a_body_without_a_place_is_removed_and_counted() {
    // A room of a metre, which the obstacle fills.
    let room = turned(&shapes_of(Vec3::repeat(0.5)));
    let mut flock = empty(&room);
    let id = dead(&mut flock, Vec3::y() * 0.2, DeadBody::Stays);
    let piston = slab(Vec3::repeat(0.48), Placement::default());
    flock.add_obstacle(piston).unwrap();
    flock.step();
    assert_eq!((flock.boid(id), flock.loose_boids().len()), (None, 0));
    assert_eq!(flock.statistics().rescued, 1);
    let events: Vec<_> = flock.drain_events().map(|it| it.kind).collect();
    for kind in [EventKind::Rescued, EventKind::Removed] {
        assert_eq!(events.iter().filter(|it| **it == kind).count(), 1);
    }
}

fn shapes_of(half: Vec3) -> Vec<[Vec3; 3]> {
    flock_sim::geometry::shapes::cuboid(half)
}

/// One bird and one spot on the ground.
fn bird_at_a_spot() -> (Flock, BoidId, flock_sim::perches::PerchId) {
    let ground = moved(&shapes_of(Vec3::new(4.0, 0.5, 4.0)), Vec3::y() * -0.5);
    let mut flock = empty(&ground);
    let id = boid(&mut flock, Vec3::new(0.0, 1.5, 0.0));
    let spot = PerchSpot {
        position: Vec3::zeros(),
        normal: Vec3::y(),
    };
    let perch = Perch {
        landings: 10.0,
        stay: [1e5, 1e5],
        ..Perch::new(vec![spot])
    };
    let perch = flock.add_perch(perch).unwrap();
    (flock, id, perch)
}

fn stands(flock: &Flock, id: BoidId) -> bool {
    flock.perched_on(id).is_some()
}

#[test]
fn a_standing_bird_takes_off_when_something_comes() {
    let (mut flock, id, _) = bird_at_a_spot();
    while !stands(&flock, id) {
        flock.step();
        assert!(flock.statistics().steps < 1200);
    }
    let half = Vec3::new(0.3, 0.3, 0.3);
    let cart = flock.add_obstacle(slab(half, at(-1.0, 0.32, 0.0))).unwrap();
    drop(flock.drain_events());
    let mut x = -1.0;
    while x < 1.0 {
        x += 1.0 / 60.0;
        flock.move_obstacle(cart, at(x, 0.32, 0.0)).unwrap();
        flock.step();
        let place = flock.boid(id).unwrap().position;
        assert!(flock.is_clear(place, 0.5 * RADIUS), "{x}: {place}");
        let near = x + 0.3 + RADIUS + 0.02 > 0.0;
        assert!(!(near && stands(&flock, id)) || x < -0.3, "{x}");
    }
    assert_eq!(count(&mut flock, EventKind::TookOff), 1);
    assert_eq!(flock.statistics().rescued, 0);
}

#[test]
fn a_blocked_landing_is_given_up() {
    let (mut flock, id, perch) = bird_at_a_spot();
    let half = Vec3::new(0.4, 0.05, 0.4);
    let lid = flock.add_obstacle(slab(half, at(9.0, 0.3, 0.0))).unwrap();
    while flock.perch_use(perch).unwrap().reserved == 0 {
        flock.step();
        assert!(flock.statistics().steps < 1200);
    }
    flock.teleport_obstacle(lid, at(0.0, 0.3, 0.0)).unwrap();
    let mut gave_up = false;
    for step in 0..600 {
        flock.step();
        let place = flock.boid(id).unwrap().position;
        assert!(flock.is_clear(place, 0.5 * RADIUS), "{place}");
        let used = flock.perch_use(perch).unwrap();
        gave_up |= used.reserved == 0;
        assert_eq!(used.taken, 0, "{step}");
        assert!(used.reserved == 0 || !gave_up, "{step}: it sees the lid");
    }
    assert!(gave_up && flock.len() == 1);
}

#[test]
fn a_held_boid_is_where_it_is_put_and_carried_out_when_it_is_released() {
    let rock = shapes_of(Vec3::repeat(0.5));
    for (place, geometry) in [(Vec3::zeros(), &[][..]), (Vec3::x() * 0.2, &rock[..])] {
        for is_dead in [false, true] {
            let mut flock = empty(geometry);
            let id = boid(&mut flock, Vec3::y() * 3.0);
            if is_dead {
                assert!(flock.kill(id, Death::new(DeadBody::Stays)).unwrap());
            }
            assert!(flock.hold(id));
            flock
                .move_held(id, place, UnitQuaternion::identity())
                .unwrap();
            if geometry.is_empty() {
                flock.add_obstacle(ball(0.5, at(0.1, 0.0, 0.0))).unwrap();
            }
            (0..3).for_each(|_| flock.step());
            assert_eq!(flock.boid(id).unwrap().position, place);
            assert_eq!(flock.statistics().rescued, 0);
            assert!(flock.release(id, Vec3::zeros()).unwrap());
            let out = flock.boid(id).unwrap().position;
            assert!(flock.is_clear(out, RADIUS), "{out}");
            assert!((out - place).norm() < 0.8, "{out}");
            assert_eq!(flock.statistics().rescued, 1);
            assert_eq!(count(&mut flock, EventKind::Rescued), 1);
            assert_eq!(
                (flock.len(), flock.is_held(id)),
                (usize::from(!is_dead), false)
            );
        }
    }
}
