//! Boids outside the boundary come in without other rules.

use flock_sim::{
    settings::{Boundary, BoundaryMode, Plane, Region},
    Flock, Placement, Settings, Vec3,
};
use flock_testkit::flocks;
use nalgebra::UnitQuaternion;
use rand_xoshiro::{
    rand_core::{Rng, SeedableRng},
    Xoshiro256PlusPlus,
};

const SPEED: f32 = 1.0;
const BOIDS: usize = 100;

/// Enough time also for boids that drift along a side of the box.
const SECONDS: f32 = 1000.0;

fn cuboid() -> Region {
    Region::Box {
        min: Vec3::new(-1.0, -0.8, -1.2),
        max: Vec3::new(0.7, 1.0, 0.9),
    }
}

fn sphere() -> Region {
    Region::Sphere {
        center: Vec3::new(0.1, 0.0, -0.1),
        radius: 1.0,
    }
}

fn is_inside(shape: &Region, point: Vec3) -> bool {
    match shape {
        Region::Box { min, max } => point >= *min && point <= *max,
        Region::Sphere { center, radius } => (point - center).norm() <= *radius,
    }
}

/// Boids 2 to 4 m from the middle with random headings, in the plane.
fn boids(placement: &Placement, plane: Plane) -> Vec<(Vec3, Vec3)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut number = || (random.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0;
    let mut direction = || {
        let mut direction = Vec3::from_fn(|_, _| number());
        if plane == Plane::Xz {
            direction.y = 0.0;
        }
        direction.normalize()
    };
    (0..BOIDS)
        .map(|index| {
            let place = direction() * (2.0 + 2.0 * index as f32 / BOIDS as f32);
            let position = placement.origin + placement.rotation * place;
            (position, placement.rotation * direction() * SPEED)
        })
        .collect()
}

/// Number of boids that have been inside.
fn arrivals(settings: Settings) -> usize {
    let placement = Placement {
        origin: Vec3::new(5.0, 1.0, -2.0),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.3, -0.8, 0.5)),
    };
    let (shape, plane) = (settings.boundary.shape, settings.motion.plane);
    let steps = (SECONDS / settings.simulation.time_step) as usize;
    let mut flock: Flock = flocks::flock(settings, placement, &boids(&placement, plane));
    let mut has_arrived = [false; BOIDS];
    for _ in 0..steps {
        flock.step();
        for (boid, has_arrived) in flocks::by_id(&flock).iter().zip(&mut has_arrived) {
            let place = placement.rotation.inverse() * (boid.position - placement.origin);
            *has_arrived |= is_inside(&shape, place);
        }
    }
    has_arrived
        .iter()
        .filter(|has_arrived| **has_arrived)
        .count()
}

fn check(shape: Region) {
    for plane in [Plane::All, Plane::Xz] {
        for mode in [
            BoundaryMode::Reflect,
            BoundaryMode::SoftTurn { margin: 0.3 },
            BoundaryMode::Wrap,
        ] {
            let mut settings = Settings::default();
            flocks::disable_rules(&mut settings);
            settings.simulation.time_step = 0.05;
            settings.motion.plane = plane;
            settings.motion.max_speed = SPEED;
            settings.boundary = Boundary::new(shape).with_mode(mode);
            let arrived = arrivals(settings);
            assert_eq!(arrived, BOIDS, "{mode:?}, {plane:?}");
        }
    }
}

#[test]
fn of_a_box() {
    check(cuboid());
}

#[test]
fn of_a_sphere() {
    check(sphere());
}
