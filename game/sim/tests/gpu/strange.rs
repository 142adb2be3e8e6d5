//! For any settings the GPU neither hangs nor makes numbers that are not finite.

use crate::backend::gpu_backend;
use flock_sim::{
    settings::{Boundary, BoundaryMode, Plane, Region, Steering},
    Geometry, Placement, Preset, Settings, Vec3,
};
use flock_testkit::{backends::assert_on_gpu, flocks, scenes};
use proptest::prelude::*;
use std::sync::Arc;

/// Numbers of a range, often its ends.
fn number(low: f32, high: f32) -> impl Strategy<Value = f32> {
    prop_oneof![1 => Just(low), 1 => Just(high), 4 => low..=high]
}

fn settings() -> impl Strategy<Value = Settings> {
    let rules = (number(0.0, 1e4), number(0.001, 100.0), number(0.0, 360.0));
    let motion = (number(0.0, 10.0), number(0.0, 100.0), number(0.0, 1e4));
    let kinds = (0..4usize, 0..3usize, any::<[bool; 3]>());
    let more = (number(0.0, 1.0), number(0.0001, 0.1), 1..33u32);
    let preset = 0..Preset::all().len();
    (rules, motion, kinds, more, preset).prop_map(
        |(rule, motion, (plane, mode, [is_ball, nearest_only, velocity]), more, preset)| {
            let preset = Preset::all().nth(preset).unwrap();
            let mut settings = preset.settings();
            (settings.cohesion.weight, settings.cohesion.radius) = (rule.0, rule.1);
            settings.alignment.field_of_view = rule.2;
            (settings.motion.min_speed, settings.motion.max_speed) = (motion.0, motion.1);
            settings.motion.max_acceleration = motion.2;
            settings.motion.plane = [Plane::All, Plane::Xz, Plane::Xy, Plane::Yz][plane];
            settings.motion.steering = if velocity {
                Steering::Velocity
            } else {
                Steering::Acceleration
            };
            let shape = if is_ball {
                Region::sphere(rule.1.max(0.1))
            } else {
                Region::Box {
                    min: Vec3::new(-1.0, -0.5, -2.0),
                    max: Vec3::new(1.0, 2.0, 0.5),
                }
            };
            settings.boundary = Boundary {
                mode: [
                    BoundaryMode::Reflect,
                    BoundaryMode::SoftTurn { margin: 0.4 },
                    BoundaryMode::Wrap,
                ][mode],
                ..Boundary::new(shape)
            };
            settings.cohesion.damping = more.0;
            settings.simulation.time_step = more.1;
            settings.neighbours.nearest_only = nearest_only;
            settings.neighbours.nearest = more.2;
            settings
        },
    )
}

fn boids() -> impl Strategy<Value = Vec<(Vec3, Vec3)>> {
    let part = || prop_oneof![3 => -2.0f32..2.0, 1 => Just(0.0f32), 1 => -1e4f32..1e4];
    let vector = move || [part(), part(), part()].prop_map(Vec3::from);
    prop::collection::vec((vector(), vector().prop_map(|v| v * 0.01)), 0..300)
}

fn check(mut settings: Settings, boids: &[(Vec3, Vec3)], geometry: Arc<Geometry>) {
    settings.validate().unwrap();
    settings.simulation.backend = gpu_backend();
    settings.collision.enabled = true;
    let mut flock = flocks::flock(settings, Placement::default(), boids);
    flock.set_geometry(geometry);
    flock.depenetrate();
    for _ in 0..3 {
        flock.step();
        assert_on_gpu(&flock);
        flocks::assert_finite(&flock);
    }
}

proptest! {
    #![proptest_config(flock_testkit::cases::config(30))]

    #[test]
    fn any_settings_are_survived(settings in settings(), boids in boids()) {
        check(settings, &boids, Arc::default());
    }

    #[test]
    fn any_settings_are_survived_among_geometry(settings in settings(), boids in boids()) {
        let triangles = scenes::Scene::default().triangles();
        check(settings, &boids, Arc::new(Geometry::new(&triangles).0));
    }
}

#[test]
fn boids_all_in_one_point_and_very_far_away() {
    let at = |place: Vec3| vec![(place, Vec3::zeros()); 400];
    check(Settings::default(), &at(Vec3::zeros()), Arc::default());
    check(
        Settings::default(),
        &at(Vec3::repeat(9999.0)),
        Arc::default(),
    );
    let ends = [Vec3::repeat(-1e4), Vec3::repeat(1e4)].map(|end| (end, Vec3::x()));
    check(Settings::default(), &ends, Arc::default());
}
