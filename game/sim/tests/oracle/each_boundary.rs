//! Every shape of the boundary with every mode.

use crate::scene::{check, check_share, scene, scene_of_normalizations, Scene};
use flock_sim::{
    settings::{Boundary, BoundaryMode, Region},
    Vec3,
};

const CENTER: Vec3 = Vec3::new(0.3, -0.2, 0.1);

fn in_sphere(mut scene: Scene, radius: f32, mode: BoundaryMode) -> Scene {
    let center = CENTER;
    scene.settings.boundary = Boundary::new(Region::Sphere { center, radius }).with_mode(mode);
    scene
}

fn wrapping(mut scene: Scene) -> Scene {
    scene.settings.boundary.enabled = true;
    scene.settings.boundary.mode = BoundaryMode::Wrap;
    scene
}

#[test]
fn reversal_in_a_box() {
    check(scene(), |mut scene| {
        scene.settings.boundary.enabled = true;
        scene
    });
}

#[test]
fn reversal_in_a_sphere() {
    check((scene(), 0.2f32..3.0), |(scene, radius)| {
        in_sphere(scene, radius, BoundaryMode::Reflect)
    });
}

#[test]
fn soft_turns_in_a_box() {
    check((scene(), 0.01f32..4.0), |(mut scene, margin)| {
        scene.settings.boundary.enabled = true;
        scene.settings.boundary.mode = BoundaryMode::SoftTurn { margin };
        scene
    });
}

#[test]
fn soft_turns_in_a_sphere() {
    let random = (scene(), 0.2f32..4.0, 0.01f32..4.0);
    check(random, |(scene, radius, margin)| {
        in_sphere(scene, radius, BoundaryMode::SoftTurn { margin })
    });
}

#[test]
fn wrapping_in_a_box() {
    check(scene_of_normalizations(), wrapping);
}

#[test]
fn fields_of_view_across_a_periodic_box() {
    check((scene(), 0.0f32..360.0), |(scene, view)| {
        let mut scene = wrapping(scene);
        for rule in scene.rules() {
            rule.field_of_view = view;
        }
        scene
    });
}

#[test]
fn radii_larger_than_the_periodic_box() {
    check(
        (scene_of_normalizations(), 0.2f32..2.0, 1.0f32..10.0),
        |(scene, size, radius)| {
            let mut scene = wrapping(scene);
            scene.settings.boundary.shape = Region::Box {
                min: Vec3::new(-0.5, -0.4, -0.3) * size,
                max: Vec3::new(0.4, 0.6, 0.5) * size,
            };
            for rule in scene.rules() {
                rule.radius = radius;
            }
            scene
        },
    );
}

#[test]
fn nearest_across_a_periodic_box() {
    check((scene(), 1u32..=32), |(scene, nearest)| {
        let mut scene = wrapping(scene);
        scene.settings.neighbours.nearest_only = true;
        scene.settings.neighbours.nearest = nearest;
        scene
    });
}

#[test]
fn boids_from_far_outside_are_folded_into_the_box() {
    // Far from the origin positions are coarse, and rounding decides more often.
    check_share(0.8, (scene(), 3.0f32..200.0), |(scene, far)| {
        let mut scene = wrapping(scene);
        scene.settings.spawn.region = Region::Box {
            min: Vec3::new(-far, 1.0, -1.0),
            max: Vec3::new(1.0, far, 2.0 * far),
        };
        scene.steps = 0;
        scene
    });
}

#[test]
fn wrapping_in_a_sphere() {
    check(
        (scene_of_normalizations(), 0.3f32..3.0),
        |(scene, radius)| in_sphere(scene, radius, BoundaryMode::Wrap),
    );
}
