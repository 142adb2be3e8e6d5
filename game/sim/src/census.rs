//! Which boids were caught by geometry that was put over them.

use crate::{
    boids::Boids,
    driver::{run, Part},
    Geometry, Settings,
};

/// Share of the body's radius that must be clear of geometry. A body that reaches less far into a surface leaves on its
/// own, and one that just touches a surface is not caught by rounding.
const CLEAR_SHARE: f32 = 0.5;

/// Of each boid, whether it is inside a solid or a surface runs through the middle of its body.
pub(crate) fn caught(boids: &Boids, settings: &Settings, geometry: &Geometry) -> Vec<bool> {
    let radius = CLEAR_SHARE * settings.collision.body_radius;
    let mut is_caught = vec![false; boids.len()];
    run(
        settings.simulation.driver,
        Part::whole(&mut is_caught),
        |part| {
            for (offset, is_caught) in part.items.iter_mut().enumerate() {
                *is_caught = !geometry.is_clear(boids.position(part.first + offset), radius);
            }
        },
    );
    is_caught
}
