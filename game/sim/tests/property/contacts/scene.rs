//! Surfaces, and single boids among them.

use flock_sim::{settings::CollisionResponse, Boid, Flock, Geometry, Placement, Settings, Vec3};
use flock_testkit::flocks::disable_rules;
pub use flock_testkit::flocks::push;
use std::sync::Arc;

pub const RADIUS: f32 = 0.05;
pub const SKIN: f32 = 0.002;

/// Distance of the middle of a boid from a surface that it touches.
pub const REACH: f32 = RADIUS + SKIN;

/// A square plate across X.
pub fn plate(x: f32, half_size: f32) -> [[Vec3; 3]; 2] {
    let corner = |y: f32, z: f32| Vec3::new(x, y * half_size, z * half_size);
    let [a, b, c, d] = [
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    [[a, b, c], [a, c, d]]
}

pub fn geometry(triangles: &[[Vec3; 3]]) -> Arc<Geometry> {
    Arc::new(Geometry::new(triangles).0)
}

/// A wall across X at 1 m, far wider than the flock.
pub fn wall() -> Arc<Geometry> {
    geometry(&plate(1.0, 50.0))
}

/// Squares with their middle at `at` that face each of these directions, far wider than any flock.
pub fn walls(at: Vec3, normals: &[Vec3]) -> Arc<Geometry> {
    let mut triangles = Vec::new();
    for normal in normals {
        let side = Vec3::new(0.3, -0.5, 0.8).cross(normal).normalize() * 50.0;
        let other = normal.normalize().cross(&side);
        let [a, b, c, d] = [side, other, -side, -other].map(|v| at + v);
        triangles.extend([[a, b, c], [a, c, d]]);
    }
    geometry(&triangles)
}

/// Boids without rules, boundary and avoidance.
pub fn settings(response: CollisionResponse) -> Settings {
    let mut settings = Settings::default();
    disable_rules(&mut settings);
    settings.spawn.count = 0;
    settings.boundary.enabled = false;
    settings.avoidance.enabled = false;
    settings.motion.max_speed = 1000.0;
    settings.motion.max_acceleration = 10_000.0;
    settings.collision.body_radius = RADIUS;
    settings.collision.skin = SKIN;
    settings.collision.response = response;
    settings.collision.check_crossings = true;
    settings
}

pub fn one(
    settings: Settings,
    geometry: Arc<Geometry>,
    position: impl Into<Vec3>,
    velocity: impl Into<Vec3>,
) -> Flock {
    let mut flock = Flock::new(settings, Placement::default(), geometry).unwrap();
    flock.spawn_at(position.into(), velocity.into()).unwrap();
    flock
}

/// The boid after N steps, none of which crossed a surface.
pub fn after(flock: &mut Flock, steps: usize) -> Boid {
    (0..steps).for_each(|_| flock.step());
    assert_eq!(flock.statistics().crossings, 0);
    flock.boids().next().unwrap()
}

#[track_caller]
pub fn assert_near(found: Vec3, expected: impl Into<Vec3>, tolerance: f32) {
    let expected = expected.into();
    let distance = (found - expected).norm();
    assert!(distance <= tolerance, "{found} instead of {expected}");
}
