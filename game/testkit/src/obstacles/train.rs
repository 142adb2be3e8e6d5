//! A train through a flock: a long open mesh, with boids in its carriages and around it.

use super::{
    judge::{step, Judged},
    meshes,
    unbounded::unbounded,
};
use crate::{random::Random, triangles::moved};
use flock_sim::{
    geometry::shapes,
    obstacles::{MovingObstacle, ObstacleId},
    settings::{Backend, CollisionResponse},
    BoidId, Flock, Placement, Vec3,
};
use nalgebra::UnitQuaternion;
use std::collections::HashMap;

/// Half of the size of a carriage, in metres.
const HALF: Vec3 = Vec3::new(1.5, 0.6, 0.5);

/// Distance between the middles of two carriages, and their number.
const APART: f32 = 3.4;
const CARRIAGES: usize = 3;

/// Height of the open slits along both sides, in metres: less than a body.
const SLIT: f32 = 0.08;

/// Radius of the curve on which it goes, in metres.
const CURVE: f32 = 25.0;

const RADIUS: f32 = 0.05;

fn rectangle([a, b, c, d]: [[f32; 3]; 4]) -> [[Vec3; 3]; 2] {
    let corner = |it: [f32; 3]| HALF.component_mul(&Vec3::from(it));
    [[a, b, c], [a, c, d]].map(|triangle| triangle.map(corner))
}

/// Floor, roof and ends, and two sides with a slit.
fn carriage() -> Vec<[Vec3; 3]> {
    let slit = 0.5 * SLIT / HALF.y;
    let level = |y: f32| {
        rectangle([
            [-1.0, y, -1.0],
            [1.0, y, -1.0],
            [1.0, y, 1.0],
            [-1.0, y, 1.0],
        ])
    };
    let end = |x: f32| {
        rectangle([
            [x, -1.0, -1.0],
            [x, 1.0, -1.0],
            [x, 1.0, 1.0],
            [x, -1.0, 1.0],
        ])
    };
    let strip = |z: f32, low: f32, high: f32| {
        rectangle([
            [-1.0, low, z],
            [1.0, low, z],
            [1.0, high, z],
            [-1.0, high, z],
        ])
    };
    let sides = [-1.0, 1.0].map(|z| [strip(z, -1.0, -slit), strip(z, slit, 1.0)]);
    let around = [level(-1.0), level(1.0), end(-1.0), end(1.0)];
    [&around, sides.as_flattened()].concat().concat()
}

fn middle(carriage: usize) -> Vec3 {
    Vec3::x() * (APART * (carriage as f32 - 0.5 * (CARRIAGES - 1) as f32))
}

/// The carriages, and a bar between each two of them.
fn triangles() -> Vec<[Vec3; 3]> {
    let bar = shapes::cuboid(Vec3::new(0.5 * APART - HALF.x, 0.03, 0.03));
    let between = |index: usize| (middle(index) + middle(index + 1)) / 2.0;
    let bars = (0..CARRIAGES - 1).map(|index| moved(&bar, between(index)));
    let carriages = (0..CARRIAGES).map(|index| moved(&carriage(), middle(index)));
    carriages.chain(bars).flatten().collect()
}

/// The train after so many metres of its curve, which begin before the middle.
fn placement(way: f32) -> Placement {
    let angle = (way - 12.0) / CURVE;
    Placement {
        origin: Vec3::new(angle.sin(), 0.0, 1.0 - angle.cos()) * CURVE,
        rotation: UnitQuaternion::from_scaled_axis(Vec3::y() * -angle),
    }
}

/// The carriage that a place of the train is in.
fn carriage_of(local: Vec3) -> Option<usize> {
    (0..CARRIAGES)
        .find(|index| (0..3).all(|axis| (local - middle(*index))[axis].abs() < HALF[axis]))
}

fn carriages(flock: &Flock, at: &Placement) -> HashMap<BoidId, Option<usize>> {
    let local = |position: Vec3| at.rotation.inverse() * (position - at.origin);
    let boids = flock.boids();
    boids
        .map(|it| (it.id, carriage_of(local(it.position))))
        .collect()
}

/// Boids in the carriages, and three times as many before the train.
fn flock(backend: Backend, response: CollisionResponse, inside: usize) -> (Flock, ObstacleId) {
    let mut flock = unbounded(backend, response, |settings| {
        settings.collision.body_radius = RADIUS;
    });
    let (mut random, start) = (Random(5), placement(0.0));
    let room = HALF.add_scalar(-2.0 * RADIUS);
    for number in 0..inside {
        let local = middle(number % CARRIAGES) + random.in_cube().component_mul(&room);
        let place = start.origin + start.rotation * local;
        flock.spawn_at(place, random.in_ball()).unwrap();
    }
    for _ in 0..3 * inside {
        let place = random.in_cube().component_mul(&Vec3::new(3.0, 1.5, 1.5));
        flock.spawn_at(place, random.in_ball()).unwrap();
    }
    let obstacle = MovingObstacle {
        shape: meshes::mesh(&triangles()),
        placement: start,
    };
    let id = flock.add_obstacle(obstacle).unwrap();
    (flock, id)
}

/// The train starts at once, goes through the flock at a speed in m/s, and stops within a step. Those
/// in a carriage stay in it, and the others outside.
pub fn a_train_through_a_flock(
    backend: Backend,
    response: CollisionResponse,
    speed: f32,
    inside: usize,
) {
    let (mut flock, id) = flock(backend, response, inside);
    let before = carriages(&flock, &placement(0.0));
    assert_eq!(before.values().flatten().count(), inside);
    let mut judged = Judged::default();
    let steps = (24.0 / speed * 60.0) as usize;
    for number in 1..=steps + 20 {
        let to = placement(number.min(steps) as f32 * speed / 60.0);
        step(&mut flock, &mut judged, |flock| {
            assert!(flock.move_obstacle(id, to).unwrap());
        });
        assert_eq!(carriages(&flock, &to), before, "step {number}");
    }
    println!("{response:?}, {speed} m/s: {judged:?}");
    assert_eq!((flock.statistics().rescued, judged.removed), (0, 0));
    assert_eq!((flock.len(), flock.gpu_error()), (4 * inside, None));
    // All of those inside are pressed to the walls, and some outside are pushed away.
    assert!(judged.near > judged.moves / 8, "{judged:?} proves little");
}
