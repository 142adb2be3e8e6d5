//! Boids stay inside the boundary for any settings.

use super::scene::{by_id, margin, scene, vector, Scene};
use flock_sim::{
    settings::{Backend, BoundaryMode, Region},
    Flock, Placement, Vec3,
};
use flock_testkit::flocks::{assert_finite, on_threads};
use proptest::prelude::*;

/// Asserts that no boid gets farther out than one step.
fn check(scene: &Scene, steps: usize) {
    let mut flock = scene.flock();
    // A boid that leaves a sphere almost along the surface moves farther from the surface as it
    // curves away.
    let most = match scene.settings.boundary.shape {
        Region::Box { .. } => scene.step(),
        Region::Sphere { .. } => 1.5 * scene.step(),
    };
    let wraps = scene.settings.boundary.mode == BoundaryMode::Wrap;
    for _ in 0..steps {
        let before = by_id(&flock);
        flock.step();
        for (before, after) in before.iter().zip(by_id(&flock)) {
            let rounding = 4.0 * scene.rounding();
            // The section of a planar flock has a less steep side near the top of a sphere.
            let (out, out_before) = (
                scene.outside(after.position),
                scene.outside(before.position),
            );
            let misses = scene.flat_axis().is_some() && wraps && out_before > rounding;
            let most = if wraps && !misses { 0.0 } else { most };
            let slack = slack(scene, after.position, rounding);
            assert!(
                out <= most + slack,
                "{out} m outside, {most} allowed: {after:?}"
            );
        }
    }
}

/// Largest error by rounding of the distance from the boundary.
fn slack(scene: &Scene, position: Vec3, rounding: f64) -> f64 {
    let Region::Sphere { center, radius } = scene.settings.boundary.shape else {
        return rounding;
    };
    // Near the top of a sphere the section changes its size with the root of the height.
    let offset = scene.local(position) - super::scene::double(center);
    let (_, section) = scene.in_section(offset, radius);
    let steepness = f64::from(radius) / section.max(rounding);
    (rounding * steepness).min((2.0 * f64::from(radius) * rounding).sqrt() + rounding)
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(300))]

    #[test]
    fn boids_that_reverse(scene in scene()) {
        check(&scene.respond(BoundaryMode::Reflect), 60);
    }

    #[test]
    fn boids_that_turn_softly(scene in scene(), margin in margin()) {
        check(&scene.respond(BoundaryMode::SoftTurn { margin }), 60);
    }

    #[test]
    fn boids_that_wrap(scene in scene()) {
        check(&scene.respond(BoundaryMode::Wrap), 60);
    }

    #[test]
    fn boids_come_back_from_outside(scene in scene(), away in vector(3.0)) {
        // Without rules, which might keep them outside.
        let scene = scene.without_rules();
        let mut flock = scene.flock();
        let placement = Placement { origin: scene.placement.origin + away, ..scene.placement };
        flock.set_placement(placement).unwrap();
        let scene = Scene { placement, ..scene };
        if scene.settings.boundary.mode == BoundaryMode::Wrap && scene.flat_axis().is_none() {
            flock.step();
            for boid in flock.boids() {
                prop_assert!(scene.outside(boid.position) <= 4.0 * scene.rounding());
            }
        }
        let before: Vec<f64> = by_id(&flock).iter().map(|boid| scene.outside(boid.position)).collect();
        (0..100).for_each(|_| flock.step());
        for (boid, before) in by_id(&flock).iter().zip(before) {
            let after = scene.outside(boid.position);
            prop_assert!(after <= before.max(0.0) + 1.5 * scene.step() + 0.01, "{after} from {before}");
        }
    }

    #[test]
    fn nothing_is_undefined(
        scene in scene(),
        speed in prop::sample::select(vec![0.0f32, 1e-30, 1.0, 1000.0]),
        margin in prop::sample::select(vec![0.001f32, 1.0, 10_000.0]),
        size in prop::sample::select(vec![0.0f32, 1e-30, 1e-6, 1.0, 10_000.0]),
        is_box in any::<bool>(),
        mode in 0..3,
    ) {
        let mut scene = scene.respond(match mode {
            0 => BoundaryMode::Reflect,
            1 => BoundaryMode::SoftTurn { margin },
            _ => BoundaryMode::Wrap,
        });
        scene.settings.boundary.shape = if is_box {
            Region::Box { min: Vec3::zeros(), max: Vec3::repeat(size.max(1e-30)) }
        } else {
            Region::sphere(size )
        };
        scene.settings.spawn.speed = speed;
        scene.settings.motion.max_speed = speed;
        let mut flock = scene.flock();
        for _ in 0..20 {
            flock.step();
            assert_finite(&flock);
        }
    }
}

fn hash(mut scene: Scene, backend: Backend) -> u64 {
    scene.settings.simulation.backend = backend;
    let mut flock: Flock = scene.flock();
    (0..5).for_each(|_| flock.step());
    flock.state_hash()
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(12))]

    #[test]
    fn equal_bits_on_any_number_of_threads(mut scene in scene()) {
        scene.settings.spawn.count = 1200;
        let expected = hash(scene.clone(), Backend::SingleThread);
        for threads in [2, 3] {
            let found = on_threads(threads, || hash(scene.clone(), Backend::AllThreads));
            prop_assert_eq!(found, expected);
        }
    }
}
