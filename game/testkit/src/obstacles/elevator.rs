//! The door of a moving elevator: a cabin with an opening, and a panel that moves in the coordinates
//! of the cabin while the cabin moves.

use super::{
    judge::{step, Judged},
    meshes,
    unbounded::unbounded,
};
use crate::{random::Random, triangles::cuboid, wind::storm};
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleId},
    settings::{Backend, CollisionResponse},
    BoidId, Flock, Placement, Vec3,
};
use std::collections::HashSet;

/// Half of the size of the cabin, in metres. Its opening is in the wall at the end of Z.
const HALF: Vec3 = Vec3::new(0.8, 1.0, 0.8);

/// Half of the width of the opening, and its upper edge. It reaches down to the floor.
const OPENING: f32 = 0.4;
const LINTEL: f32 = 0.6;

/// Half of the size of the door. It covers the opening by a decimetre on each side.
const DOOR: Vec3 = Vec3::new(0.5, 0.88, 0.02);

/// Distance of the door from the wall, in metres: less than a body.
const GAP: f32 = 0.01;

/// Steps in which the door is shut, in which it opens or shuts, and in which it is open.
const SHUT: usize = 50;
const MOVES: usize = 30;
const OPEN: usize = 70;
const CYCLE: usize = SHUT + MOVES + OPEN + MOVES;

fn rectangle(low: [f32; 2], high: [f32; 2], z: f32) -> [[Vec3; 3]; 2] {
    let [a, b, c, d] = [
        [low[0], low[1]],
        [high[0], low[1]],
        [high[0], high[1]],
        [low[0], high[1]],
    ]
    .map(|[x, y]| Vec3::new(x, y, z));
    [[a, b, c], [a, c, d]]
}

/// Five walls, and one with an opening: an open surface.
fn cabin() -> Vec<[Vec3; 3]> {
    let mut walls = cuboid(HALF, Vec3::zeros());
    walls.retain(|corners| corners.iter().any(|corner| corner.z < 0.0));
    let front = [
        rectangle([-HALF.x, -HALF.y], [-OPENING, HALF.y], HALF.z),
        rectangle([OPENING, -HALF.y], [HALF.x, HALF.y], HALF.z),
        rectangle([-OPENING, LINTEL], [OPENING, HALF.y], HALF.z),
    ];
    [walls, front.concat()].concat()
}

/// Where the cabin is. It goes up and down, at up to 4 m/s.
fn cabin_at(number: usize) -> Placement {
    let time = number as f32 / 60.0;
    Placement::at(Vec3::new(0.0, 2.0 * (2.0 * time).sin(), 0.0))
}

/// How far the door is open, 0 to 1.
fn openness(number: usize) -> f32 {
    match number % CYCLE {
        step if step < SHUT => 0.0,
        step if step < SHUT + MOVES => (step + 1 - SHUT) as f32 / MOVES as f32,
        step if step < SHUT + MOVES + OPEN => 1.0,
        step => (CYCLE - 1 - step) as f32 / MOVES as f32,
    }
}

fn door_at(number: usize) -> Placement {
    let x = 2.0 * DOOR.x * openness(number);
    let in_cabin = Vec3::new(x, DOOR.y - HALF.y - 0.07, HALF.z + DOOR.z + GAP);
    Placement::at(cabin_at(number).origin + in_cabin)
}

/// So many boids in the cabin, and three times as many before its door.
fn flock(backend: Backend, response: CollisionResponse, inside: usize) -> (Flock, [ObstacleId; 2]) {
    let mut flock = unbounded(backend, response, |_| ());
    let radius = flock.settings().collision.body_radius;
    let mut random = Random(3);
    for number in 0..4 * inside {
        let (half, z) = if number < inside {
            (HALF.add_scalar(-2.0 * radius), 0.0)
        } else {
            (Vec3::new(1.5, 2.5, 1.0), 2.2)
        };
        let place = random.in_cube().component_mul(&half) + Vec3::z() * z;
        flock.spawn_at(place, random.in_ball()).unwrap();
    }
    let parts = [
        (cabin(), cabin_at(0)),
        (cuboid(DOOR, Vec3::zeros()), door_at(0)),
    ];
    let ids = parts.map(|(triangles, placement)| {
        let shape = meshes::mesh(&triangles);
        flock.add_obstacle(MovingObstacle { shape, placement })
    });
    (flock, ids.map(Result::unwrap))
}

/// The boids in the cabin.
fn inside(flock: &Flock, at: &Placement) -> HashSet<BoidId> {
    let is_inside = |place: Vec3| (0..3).all(|axis| (place - at.origin)[axis].abs() < HALF[axis]);
    let boids = flock.boids().filter(|it| is_inside(it.position));
    boids.map(|it| it.id).collect()
}

/// With the door shut nobody leaves and nobody enters; with it open boids pass.
pub fn the_door_of_a_moving_elevator(
    backend: Backend,
    response: CollisionResponse,
    count: usize,
    cycles: usize,
) {
    let (mut flock, [cabin, door]) = flock(backend, response, count);
    let mut here = inside(&flock, &cabin_at(0));
    assert_eq!(here.len(), count);
    let (mut judged, mut passed) = (Judged::default(), 0);
    for number in 1..cycles * CYCLE + SHUT {
        // Out of the cabin and into it by turns.
        let rescued = flock.statistics().rescued;
        let sign = if (number / CYCLE).is_multiple_of(2) {
            1.0
        } else {
            -1.0
        };
        flock.set_wind(storm(0.5, Vec3::z() * sign)).unwrap();
        step(&mut flock, &mut judged, |flock| {
            flock.move_obstacle(cabin, cabin_at(number)).unwrap();
            flock.move_obstacle(door, door_at(number)).unwrap();
        });
        let now = inside(&flock, &cabin_at(number));
        let is_shut = openness(number) == 0.0 && openness(number - 1) == 0.0;
        if is_shut {
            assert_eq!(now, here, "step {number}");
            assert_eq!(flock.statistics().rescued, rescued, "step {number}");
        }
        passed += now.symmetric_difference(&here).count();
        here = now;
    }
    println!("{response:?}: {passed} passed, {judged:?}");
    assert_eq!((flock.len(), flock.gpu_error()), (4 * count, None));
    assert!(
        passed > count / 2 && judged.near > judged.moves / 50,
        "{judged:?} proves little"
    );
}
