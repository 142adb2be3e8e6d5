//! Tests of extreme cases: at rest, straight back, at the exact point of a scare, and with huge
//! numbers.

use super::{assert_same, found, Boid, Scene};
use crate::{
    math::{frame::Placement, Vec3},
    settings::{Plane, Settings, Steering},
    steering::{flee::FleeSource, scare::MOST_SCARES},
};
use nalgebra::UnitQuaternion;

fn at_rest(count: usize) -> Vec<Boid> {
    vec![(Vec3::zeros(), Vec3::zeros(), Vec3::zeros(), Vec3::zeros()); count]
}

#[test]
fn boids_at_rest_start_in_the_directions_of_their_slots() {
    for plane in [Plane::All, Plane::Xz, Plane::Xy, Plane::Yz] {
        let mut settings = Settings::default();
        settings.motion.min_speed = 0.5;
        settings.motion.plane = plane;
        let scene = Scene::new(&settings, &Placement::default(), Vec::new(), false);
        // Enough boids that some random vectors are too short to have a direction.
        assert_same(&scene, &at_rest(30_000), std::iter::once(Vec3::zeros()));
    }
}

#[test]
fn as_many_frights_as_there_may_be_and_boids_on_the_very_points() {
    let point = |index: usize| Vec3::new(index as f32 * 0.03 - 1.0, 0.25, -0.5);
    let flee_sources = (0..MOST_SCARES)
        .map(|index| FleeSource {
            point: point(index),
            radius: 0.1 + index as f32 * 0.05,
            strength: 40.0,
        })
        .collect();
    let mut settings = Settings::default();
    settings.motion.max_speed = 1000.0;
    let scene = Scene::new(&settings, &Placement::default(), flee_sources, false);
    let boids: Vec<Boid> = (0..MOST_SCARES)
        .map(|index| {
            (
                point(index),
                Vec3::new(0.1, 0.2, -0.3),
                Vec3::x(),
                Vec3::y(),
            )
        })
        .collect();
    assert_same(&scene, &boids, std::iter::once(Vec3::zeros()));
}

#[test]
fn huge_wishes_and_places_far_away_do_no_harm() {
    let mut settings = Settings::default();
    settings.motion.limit_turning = true;
    for steering in [Steering::Acceleration, Steering::Velocity] {
        settings.motion.steering = steering;
        let scene = Scene::new(&settings, &Placement::default(), Vec::new(), true);
        let boids: Vec<Boid> = (0..600)
            .map(|index| {
                let size = 10f32.powi(index % 18);
                let part = |by: f32| (index as f32 * by).sin();
                let wish = Vec3::new(part(1.1), part(2.3), part(3.7)) * size;
                let place = Vec3::new(part(0.3), part(0.7), part(1.9)) * 1e4;
                (
                    place,
                    Vec3::new(part(5.1), part(4.1), part(0.9)),
                    wish,
                    wish * (index % 2) as f32,
                )
            })
            .collect();
        assert_same(&scene, &boids, std::iter::once(Vec3::zeros()));
    }
}

#[test]
fn straight_back_boids_turn_as_on_the_cpu() {
    let mut settings = Settings::default();
    let motion = &mut settings.motion;
    (motion.limit_turning, motion.max_turn_rate) = (true, 1000.0);
    (motion.steering, motion.max_speed) = (Steering::Velocity, 10.0);
    let scene = Scene::new(&settings, &Placement::default(), Vec::new(), false);
    let mut directions = vec![Vec3::x(), Vec3::z(), Vec3::new(0.6, 0.0, 0.8)];
    // From upright to a tilt of one in ten, and more.
    directions.extend([0.0, 0.05, 0.09, 0.11, 0.2].map(|aside| Vec3::new(aside, 1.0, 0.0)));
    let boids: Vec<Boid> = directions
        .iter()
        .flat_map(|direction| [*direction, -direction])
        .map(|before| (Vec3::repeat(-0.5), before, before * -2.0, Vec3::zeros()))
        .collect();
    assert_same(&scene, &boids, std::iter::once(Vec3::zeros()));
}

#[test]
fn what_rounding_leaves_of_a_wish_out_of_the_plane_leads_nobody_out_of_it() {
    for angle in 1..6 {
        let by = angle as f32;
        let rotation = UnitQuaternion::from_euler_angles(0.3 * by, 0.5 * by, 0.7 * by);
        let placement = Placement {
            rotation,
            ..Placement::default()
        };
        let mut settings = Settings::default();
        (settings.motion.min_speed, settings.motion.plane) = (1.0, Plane::Xz);
        settings.boundary.enabled = false;
        let scene = Scene::new(&settings, &placement, Vec::new(), false);
        let normal = Vec3::from(scene.limits.normal);
        let boids: Vec<Boid> = (1..2000)
            .map(|part| normal * (part as f32 * 0.01) + Vec3::repeat(part as f32 * 1e-10))
            .flat_map(|out| [(Vec3::zeros(), out), (out, out)])
            .map(|(before, wish)| (Vec3::zeros(), before, wish, Vec3::zeros()))
            .collect();
        for motion in found(&scene, &boids) {
            let velocity = Vec3::from(motion.velocity);
            assert!((velocity.norm() - 1.0).abs() < 1e-5, "{velocity}");
            assert!(velocity.dot(&normal).abs() < 1e-6, "{velocity}");
        }
    }
}
