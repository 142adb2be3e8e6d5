//! A gyroid in a box that turns: thin curved sheets close around the boids on all sides.

use super::{
    judge::{step, Judged},
    meshes,
    unbounded::unbounded,
};
use crate::{
    judge::Judge,
    random::Random,
    scenes::dense::{gyroid, gyroid_at},
    wind::storm,
};
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleId},
    settings::{Backend, CollisionResponse},
    Boid, BoidId, Flock, Placement, Vec3,
};
use nalgebra::UnitQuaternion;
use std::collections::HashMap;

/// Period of the gyroid, in metres, and half of the width of the box.
const PERIOD: f32 = 1.2;
const HALF: f32 = PERIOD;

const SPEED: f32 = 2.0;

/// The box with the gyroid.
fn triangles() -> Vec<[Vec3; 3]> {
    [meshes::room(Vec3::repeat(HALF)), gyroid(PERIOD, 2, 8)].concat()
}

/// The box flies on a curve and turns about an axis that turns, too.
fn placement(step: usize) -> Placement {
    let time = step as f32 / 60.0;
    let turn = Vec3::new((0.7 * time).sin(), (0.9 * time).cos(), (1.3 * time).sin());
    Placement {
        origin: Vec3::new((2.0 * time).sin(), 0.5 * (3.0 * time).sin(), time),
        rotation: UnitQuaternion::from_scaled_axis(turn * 2.5),
    }
}

/// So many boids in both labyrinths, and the box around them.
fn flock(backend: Backend, response: CollisionResponse, count: usize) -> (Flock, ObstacleId) {
    let mut flock = unbounded(backend, response, |settings| {
        settings.motion.max_speed = SPEED;
    });
    let radius = f64::from(flock.settings().collision.body_radius);
    let triangles = triangles();
    let judge = Judge::new(&triangles, 0.2);
    let mut random = Random(11);
    let start = placement(0);
    while flock.len() < count {
        let place = random.in_cube() * HALF;
        if judge.nearest(place, 1.5 * radius).is_none() {
            let place = start.origin + start.rotation * place;
            flock.spawn_at(place, random.in_ball() * SPEED).unwrap();
        }
    }
    let obstacle = MovingObstacle {
        shape: meshes::mesh(&triangles),
        placement: start,
    };
    let id = flock.add_obstacle(obstacle).unwrap();
    (flock, id)
}

/// For each boid, whether it is in the one labyrinth or in the other.
fn sides(flock: &Flock, at: &Placement) -> HashMap<BoidId, bool> {
    let side = |boid: Boid| {
        let local = at.rotation.inverse() * (boid.position - at.origin);
        let is_inside = local.amax() < HALF;
        assert!(is_inside, "{boid:?} is out of the box, at {local}");
        (boid.id, gyroid_at(&local, PERIOD) > 0.0)
    };
    flock.boids().map(side).collect()
}

/// Boids in a storm stay where they are: in the box, and in their labyrinth of the two.
pub fn a_gyroid_in_a_box_that_turns(
    backend: Backend,
    response: CollisionResponse,
    count: usize,
    steps: usize,
) {
    let (mut flock, id) = flock(backend, response, count);
    let before = sides(&flock, &placement(0));
    let one = before.values().filter(|it| **it).count();
    assert!((count / 4..count * 3 / 4).contains(&one), "{one}");
    let mut judged = Judged::default();
    for number in 1..=steps {
        let towards = Vec3::new((0.05 * number as f32).sin(), 0.3, 1.0);
        flock.set_wind(storm(SPEED, towards)).unwrap();
        step(&mut flock, &mut judged, |flock| {
            assert!(flock.move_obstacle(id, placement(number)).unwrap());
        });
        assert_eq!(sides(&flock, &placement(number)), before, "step {number}");
    }
    println!("{response:?}: {judged:?}");
    assert_eq!((flock.statistics().rescued, judged.removed), (0, 0));
    assert_eq!(flock.gpu_error(), None);
    assert!(judged.near > judged.moves / 20, "{judged:?} proves little");
}
