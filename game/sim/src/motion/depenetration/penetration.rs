//! Detection of boids that penetrate geometry that was put over them.

use crate::{
    geometry::SidedGeometry,
    settings::Settings,
    state::{
        boids::Boids,
        threads::{run, Part},
    },
};

/// Share of the body's radius that must be clear of geometry. A body that overlaps a surface by
/// less leaves on its own, and a body that touches a surface is not penetrating by rounding.
const CLEAR_SHARE: f32 = 0.5;

/// Indices of the boids that are inside a solid or nearer to a surface than half of their radius.
pub(crate) fn penetrating(
    boids: &Boids,
    settings: &Settings,
    geometry: &SidedGeometry,
) -> Vec<u32> {
    let collision = &settings.collision;
    if !collision.enabled || geometry.triangle_count() == 0 {
        return Vec::new();
    }
    let radius = CLEAR_SHARE * collision.body_radius;
    let mut is_penetrating = vec![false; boids.len()];
    let parts = Part::whole(&mut is_penetrating);
    run(settings.simulation.driver, parts, |part| {
        for (offset, is_penetrating) in part.items.iter_mut().enumerate() {
            *is_penetrating = !geometry.is_clear(boids.position(part.first + offset), radius);
        }
    });
    (0..)
        .zip(is_penetrating)
        .filter_map(|(index, is_penetrating)| is_penetrating.then_some(index))
        .collect()
}
