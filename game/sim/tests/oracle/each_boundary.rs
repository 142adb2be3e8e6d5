//! Every shape of the boundary and what boids do there.

use crate::{
    scene::{check, check_share, scene, scene_of_responses, Scene},
    world::{by_id, double, World},
};
use flock_sim::{Boundary, BoundaryResponse, Region, Vec3};
use proptest::prelude::*;

const CENTER: Vec3 = Vec3::new(0.3, -0.2, 0.1);

fn in_sphere(mut scene: Scene, radius: f32, response: BoundaryResponse) -> Scene {
    let center = CENTER;
    scene.settings.boundary = Boundary {
        response,
        ..Boundary::new(Region::Sphere { center, radius })
    };
    scene
}

fn wrapping(mut scene: Scene) -> Scene {
    scene.settings.boundary.enabled = true;
    scene.settings.boundary.response = BoundaryResponse::Wrap;
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
        in_sphere(scene, radius, BoundaryResponse::Reverse)
    });
}

#[test]
fn soft_turns_in_a_box() {
    check((scene(), 0.01f32..4.0), |(mut scene, margin)| {
        scene.settings.boundary.enabled = true;
        scene.settings.boundary.response = BoundaryResponse::SoftTurn { margin };
        scene
    });
}

#[test]
fn soft_turns_in_a_sphere() {
    let random = (scene(), 0.2f32..4.0, 0.01f32..4.0);
    check(random, |(scene, radius, margin)| {
        in_sphere(scene, radius, BoundaryResponse::SoftTurn { margin })
    });
}

#[test]
fn wrapping_in_a_box() {
    check(scene_of_responses(), wrapping);
}

#[test]
fn seeing_across_the_seam() {
    check((scene(), 0.0f32..360.0), |(scene, view)| {
        let mut scene = wrapping(scene);
        for rule in scene.rules() {
            rule.field_of_view = view;
        }
        scene
    });
}

#[test]
fn radii_larger_than_the_box_that_repeats() {
    check(
        (scene_of_responses(), 0.2f32..2.0, 1.0f32..10.0),
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
fn nearest_across_the_seam() {
    check((scene(), 1u32..=32), |(scene, nearest)| {
        let mut scene = wrapping(scene);
        scene.settings.neighbours.nearest_only = true;
        scene.settings.neighbours.nearest = nearest;
        scene
    });
}

#[test]
fn boids_from_far_outside_are_folded_into_the_box() {
    // Far from the origin, positions are coarse, and more is a matter of rounding.
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
    check((scene_of_responses(), 0.3f32..3.0), |(scene, radius)| {
        in_sphere(scene, radius, BoundaryResponse::Wrap)
    });
}

proptest! {
    #![proptest_config(crate::cases::config(60))]

    #[test]
    fn wrapped_boids_are_in_the_box(scene in scene()) {
        let mut scene = wrapping(scene);
        scene.steps += 1;
        let flock = scene.flock();
        let world = World::new(scene.settings.clone(), scene.placement, &by_id(&flock));
        let (min, max) = scene.settings.boundary.shape.bounds();
        for state in &world.before {
            let place = world.point_to_local(state.position);
            for axis in (0..3).filter(|axis| Some(*axis) != world.flat_axis()) {
                let inside = f64::from(min[axis]) - 1e-5..=f64::from(max[axis]) + 1e-5;
                prop_assert!(inside.contains(&place[axis]), "{place}");
            }
        }
    }

    #[test]
    fn boids_that_leave_a_sphere_come_in_at_the_opposite_point(scene in scene(), radius in 0.5f32..3.0) {
        let scene = in_sphere(scene, radius, BoundaryResponse::Wrap);
        let mut flock = scene.flock();
        let before = by_id(&flock);
        flock.step();
        let world = World::new(scene.settings.clone(), scene.placement, &before);
        for (old, new) in before.iter().zip(by_id(&flock)) {
            let moved = double(old.position) + double(new.velocity) * world.dt();
            let out = world.point_to_local(moved) - double(CENTER);
            let now = world.point_to_local(double(new.position)) - double(CENTER);
            let beyond = out.norm() - f64::from(radius);
            if beyond < -1e-5 {
                prop_assert!((now - out).norm() < 1e-5);
            } else if beyond > 1e-5 && world.flat_axis().is_none() {
                prop_assert!(now.norm() <= f64::from(radius) + 1e-5, "{now}");
                // Those from far outside come in on either side.
                prop_assert!(now.dot(&out) < 0.0 || beyond > f64::from(radius), "{now} after {out}");
                prop_assert!(now.cross(&out).norm() < 1e-4 * out.norm().max(1.0), "{now} after {out}");
            }
        }
    }
}
