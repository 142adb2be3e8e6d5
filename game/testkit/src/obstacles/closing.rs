//! A ring that closes around boids: two half cans slide into each other, until no room is left, and
//! part again.

use super::{
    judge::{Before, Judged},
    meshes,
    unbounded::unbounded,
};
use crate::random::Random;
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleId},
    settings::{Backend, CollisionResponse},
    BoidId, Flock, Placement, Vec3,
};
use nalgebra::UnitQuaternion;
use std::{
    collections::HashSet,
    f32::consts::{FRAC_PI_2, PI},
};

/// Radius and half height of the outer half can, in metres.
const RADIUS: f32 = 1.0;
const HALF_HEIGHT: f32 = 0.5;

/// How much smaller the inner one is, in metres: too little for a body.
const THINNER: f32 = 0.03;

/// Sides of a half can.
const SIDES: usize = 16;

/// Distance of the middle of each from that of the ring, in metres: when it is open, when there is
/// still room for all, and when there is none. At 0 the edges of the halves meet.
const APART: f32 = 1.3;
const ROOMY: f32 = -0.5;
const CRUSHED: f32 = -0.98;

/// Half of a can on the side of X: half of its wall, floor and ceiling.
fn half_can(radius: f32, half_height: f32) -> Vec<[Vec3; 3]> {
    let corner = |side: usize, y: f32| {
        let (sin, cos) = (PI * side as f32 / SIDES as f32 - FRAC_PI_2).sin_cos();
        Vec3::new(radius * cos, y, radius * sin)
    };
    let sides = (0..SIDES).flat_map(|side| {
        let [a, b] = [-half_height, half_height].map(|y| corner(side, y));
        let [c, d] = [-half_height, half_height].map(|y| corner(side + 1, y));
        let [floor, ceiling] = [-half_height, half_height].map(|y| Vec3::y() * y);
        [[a, c, b], [c, d, b], [floor, a, c], [ceiling, b, d]]
    });
    sides.collect()
}

fn rotation(turn: f32) -> UnitQuaternion<f32> {
    UnitQuaternion::from_axis_angle(&Vec3::y_axis(), turn)
}

/// The placements of the halves, of which the second one stands turned around.
fn placements(distance: f32, turn: f32) -> [Placement; 2] {
    [0.0, PI].map(|half_turn| {
        let rotation = rotation(turn + half_turn);
        Placement {
            origin: rotation * Vec3::x() * distance,
            rotation,
        }
    })
}

struct Ring {
    ids: [ObstacleId; 2],
    /// See [`APART`].
    distance: f32,
    turn: f32,
}

impl Ring {
    /// True if nobody fits between the edges of the halves.
    fn is_closed(&self) -> bool {
        self.distance <= 0.0
    }

    /// The boids in the closed ring.
    fn inside(&self, flock: &Flock) -> HashSet<BoidId> {
        let is_inside = |place: Vec3| {
            let local = rotation(self.turn).inverse() * place;
            let from_middle = |x: f32| (local - Vec3::x() * x).xz().norm();
            local.y.abs() < HALF_HEIGHT
                && from_middle(self.distance) < RADIUS
                && from_middle(-self.distance) < RADIUS - THINNER
        };
        let boids = flock.boids().filter(|it| is_inside(it.position));
        boids.map(|it| it.id).collect()
    }

    fn go(&mut self, flock: &mut Flock, speed: f32) {
        self.distance += speed / 60.0;
        self.turn += 0.8 / 60.0;
        let placements = placements(self.distance, self.turn);
        for (id, placement) in self.ids.into_iter().zip(placements) {
            assert!(flock.move_obstacle(id, placement).unwrap());
        }
    }
}

/// So many boids in the middle of the ring and between its edges, and as many around it.
fn flock(backend: Backend, response: CollisionResponse, count: usize) -> (Flock, Ring) {
    let mut flock = unbounded(backend, response, |_| ());
    let mut random = Random(17);
    for number in 0..2 * count {
        let half = Vec3::new(0.6, 0.4, 0.8);
        let place = random.in_cube().component_mul(&half) + Vec3::y() * (number % 2) as f32 * 1.2;
        flock.spawn_at(place, random.in_ball()).unwrap();
    }
    let shapes = [
        half_can(RADIUS, HALF_HEIGHT),
        half_can(RADIUS - THINNER, HALF_HEIGHT - THINNER),
    ];
    let mut add = |half: usize| {
        let (shape, placement) = (meshes::mesh(&shapes[half]), placements(APART, 0.0)[half]);
        let id = flock.add_obstacle(MovingObstacle { shape, placement });
        id.unwrap()
    };
    let ring = Ring {
        ids: [add(0), add(1)],
        distance: APART,
        turn: 0.0,
    };
    (flock, ring)
}

/// Moves the halves to a distance at a speed in m/s, and judges every step. While the ring is closed,
/// only those that are carried out leave it.
fn go_to(flock: &mut Flock, ring: &mut Ring, distance: f32, speed: f32, judged: &mut Judged) {
    let speed = speed.copysign(distance - ring.distance);
    while (distance - ring.distance) * speed > 0.0 {
        let before = ring.is_closed().then(|| ring.inside(flock));
        let start = Before::step(flock);
        ring.go(flock, speed);
        let start = start.moved(flock);
        let rescued = flock.statistics().rescued;
        flock.step();
        start.judge(flock, judged);
        judged.assert_no_fault();
        let (Some(before), true) = (before, ring.is_closed()) else {
            continue;
        };
        let changed = ring.inside(flock).symmetric_difference(&before).count() as u64;
        let carried = flock.statistics().rescued - rescued;
        assert!(changed <= carried, "{changed} at {} m", ring.distance);
    }
}

/// Nobody passes a wall of the ring. Those that are squeezed between the edges, and those for which no
/// room is left, are carried to a free place; nobody is lost.
pub fn a_ring_that_closes_around_boids(
    backend: Backend,
    response: CollisionResponse,
    speed: f32,
    count: usize,
) {
    let (mut flock, mut ring) = flock(backend, response, count);
    let mut judged = Judged::default();
    let mut go_to = |flock: &mut Flock, distance: f32| {
        go_to(flock, &mut ring, distance, speed, &mut judged);
        (ring.inside(flock).len(), flock.statistics().rescued)
    };
    let (inside, squeezed) = go_to(&mut flock, 0.0);
    let (still_inside, of_them) = go_to(&mut flock, ROOMY);
    assert_eq!(
        (still_inside, of_them),
        (inside, squeezed),
        "there was room"
    );
    let (left, crushed) = go_to(&mut flock, CRUSHED);
    assert_eq!(left, 0);
    go_to(&mut flock, APART);
    println!(
        "{response:?}, {speed} m/s: {inside} inside, {squeezed} and {crushed} carried, {judged:?}"
    );
    assert!(inside > count / 3 && crushed >= squeezed + inside as u64);
    assert_eq!((judged.removed, flock.gpu_error()), (0, None));
    assert_eq!((flock.len(), flock.not_placed()), (2 * count, 0));
}
