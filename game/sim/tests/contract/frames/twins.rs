//! Equal flocks, one in the world and one in a frame that is far away.

use flock_sim::{
    events::EventMask,
    geometry::shapes,
    nalgebra::{UnitQuaternion, Vector3},
    threats::Scare,
    Boid, BoidId, Flock, Geometry, Placement, ReferenceFrame, Vec3,
};
use flock_testkit::flocks::{disable_rules, in_the_open, settings_in_cube};
use std::sync::Arc;

pub type Vec3d = Vector3<f64>;

/// Twice the rounding of a coordinate at 40 km, in metres.
pub const NEAR: f32 = 0.01;

pub const SCARE: Scare = Scare {
    point: Vec3::new(0.2, 0.1, -0.3),
    radius: 2.0,
    strength: 60.0,
    decay: 0.5,
};

/// A frame far away from the world's origin, turned about all axes.
pub fn far() -> ReferenceFrame {
    ReferenceFrame {
        origin: Vec3d::new(9000.0, -300.0, 40_000.0),
        rotation: UnitQuaternion::from_euler_angles(0.4, -1.1, 2.0),
    }
}

/// Equal flocks, one in the world and one in the frame that is far away.
pub struct Twins {
    pub near: Flock,
    pub far: Flock,
}

impl Twins {
    pub fn new(mut new: impl FnMut() -> Flock) -> Self {
        let (near, mut in_frame) = (new(), new());
        in_frame.set_frame(far()).unwrap();
        Self {
            near,
            far: in_frame,
        }
    }

    /// A thousand boids with a solid ball among them, after a second.
    pub fn around_a_ball() -> Self {
        let mut twins = Self::new(|| {
            let ball = Geometry::new(&shapes::ball(0.4, 2)).0;
            let settings = settings_in_cube(1000);
            let mut flock = Flock::new(settings, Placement::default(), Arc::new(ball)).unwrap();
            flock.set_events(EventMask::ALL);
            flock
        });
        twins.step(60);
        twins
    }

    /// One boid at the origin, on which no rule acts.
    pub fn of_one() -> (Self, BoidId) {
        let twins = Self::new(|| {
            let mut settings = settings_in_cube(0);
            disable_rules(&mut settings);
            let mut flock = in_the_open(settings);
            flock.spawn_at(Vec3::zeros(), Vec3::x() * 0.5).unwrap();
            flock
        });
        let id = twins.near.boids().next().unwrap().id;
        (twins, id)
    }

    pub fn step(&mut self, steps: u32) {
        for _ in 0..steps {
            self.near.step();
            self.far.step();
        }
    }

    /// Asserts that a boid of both is at the same place, with the same velocity, of its frame.
    #[track_caller]
    pub fn assert_same(&self, id: BoidId) {
        let near = self.near.boid(id).unwrap();
        assert_near(&in_world(&near), &self.far.boid(id).unwrap());
    }
}

/// A boid of the far frame in the world. The frame is at rest.
pub fn in_world(boid: &Boid) -> Boid {
    Boid {
        id: boid.id,
        position: far().point_to_world(boid.position),
        velocity: far().vector_to_world(boid.velocity),
    }
}

#[track_caller]
pub fn assert_near(expected: &Boid, found: &Boid) {
    assert_eq!(expected.id, found.id);
    let away = (expected.position - found.position).norm();
    let faster = (expected.velocity - found.velocity).norm();
    assert!(away < NEAR && faster < 1e-4, "{found:?} for {expected:?}");
}

#[track_caller]
pub fn assert_vector(expected: Vec3, found: Vec3, most: f32) {
    assert!((expected - found).norm() < most, "{found} for {expected}");
}

/// Asserts that a query found the boids that are inside, but for those that are on the edge, as
/// far as single precision tells. `depth` is the distance to the edge, negative outside.
#[track_caller]
pub fn assert_found(
    flock: &Flock,
    found: impl Iterator<Item = Boid>,
    depth: impl Fn(&Boid) -> f64,
) {
    let found: Vec<Boid> = found.collect();
    assert!(!found.is_empty() && found.len() < flock.len());
    for boid in flock.boids() {
        let depth = depth(&boid);
        let edge = depth.abs() < f64::from(NEAR);
        let is_found = found.contains(&boid);
        assert!(edge || is_found == (depth > 0.0), "{boid:?} {depth}");
    }
}
