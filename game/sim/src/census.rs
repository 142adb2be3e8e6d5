//! Which boids were caught by geometry that was put over them.

use crate::{
    boids::Boids,
    driver::{run, Part},
    Geometry, Settings,
};

/// Share of the body's radius that must be clear of geometry. A body that reaches less far into a surface leaves on its
/// own, and one that just touches a surface is not caught by rounding.
const CLEAR_SHARE: f32 = 0.5;

/// The places in memory of the boids that are inside a solid or have a surface running through the middle of their body.
pub(crate) fn caught(boids: &Boids, settings: &Settings, geometry: &Geometry) -> Vec<u32> {
    let collision = &settings.collision;
    if !collision.enabled || geometry.triangle_count() == 0 {
        return Vec::new();
    }
    let radius = CLEAR_SHARE * collision.body_radius;
    let mut is_caught = vec![false; boids.len()];
    let parts = Part::whole(&mut is_caught);
    run(settings.simulation.driver, parts, |part| {
        for (offset, is_caught) in part.items.iter_mut().enumerate() {
            *is_caught = !geometry.is_clear(boids.position(part.first + offset), radius);
        }
    });
    (0..)
        .zip(is_caught)
        .filter_map(|(index, is_caught)| is_caught.then_some(index))
        .collect()
}
