//! Detection of boids that penetrate geometry, after the geometry has changed.

use crate::{
    geometry::SidedGeometry,
    settings::Settings,
    state::{
        boids::Boids,
        threads::{run, Part},
    },
};

/// Share of the body's radius that must be clear of geometry. A body that overlaps a surface by
/// less leaves on its own. So rounding does not make a body that touches a surface count as
/// penetrating.
const CLEAR_SHARE: f32 = 0.5;

/// The indices of boids that are inside a solid, or nearer to a surface than half of their radius.
pub(crate) fn penetrating(
    boids: &Boids,
    indices: &[u32],
    settings: &Settings,
    geometry: &SidedGeometry,
) -> Vec<u32> {
    let collision = &settings.collision;
    if !collision.enabled || geometry.triangle_count() == 0 {
        return Vec::new();
    }
    let radius = CLEAR_SHARE * collision.body_radius;
    let mut is_penetrating = vec![false; indices.len()];
    let parts = Part::whole(&mut is_penetrating);
    run(settings.simulation.backend, parts, |part| {
        for (is_penetrating, index) in part.items.iter_mut().zip(&indices[part.first..]) {
            *is_penetrating = !geometry.is_clear(boids.position(*index as usize), radius);
        }
    });
    let all = indices.iter().zip(is_penetrating);
    all.filter_map(|(index, is_penetrating)| is_penetrating.then_some(*index))
        .collect()
}
