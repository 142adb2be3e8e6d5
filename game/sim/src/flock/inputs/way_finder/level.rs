//! The level in which ways are found, and the plane of a planar flock in it.

use crate::{
    flock::configuration::Configuration,
    geometry::Geometry,
    math::Vec3,
    state::boids::Boids,
    ways::{Navigation, NavigationPlane},
};
use std::sync::Arc;

/// The level, and the body that passes it.
#[derive(Clone)]
pub(super) struct Level {
    geometry: Arc<Geometry>,
    /// Without a plane.
    navigation: Navigation,
}

impl Level {
    /// The level for the bodies of a flock.
    pub(super) fn new(config: &Configuration) -> Self {
        let settings = &config.settings;
        let way_finding = &settings.way_finding;
        Self {
            geometry: config.geometry.shared().clone(),
            navigation: Navigation {
                radius: settings.collision.body_radius + way_finding.clearance,
                cell: way_finding.cell,
                bounds: None,
                plane: None,
                most_cells: way_finding.most_cells as usize,
            },
        }
    }

    /// True if the flock is still in this level.
    pub(super) fn is_of(&self, config: &Configuration) -> bool {
        let now = Self::new(config);
        Arc::ptr_eq(&self.geometry, &now.geometry) && self.navigation == now.navigation
    }

    pub(super) fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// How a body of the flock passes the level in a plane, or in three dimensions.
    pub(super) fn navigation(&self, plane: Option<NavigationPlane>) -> Navigation {
        Navigation {
            plane,
            ..self.navigation
        }
    }
}

/// True if the flock moves in a plane parallel to this one, or in three dimensions without one.
pub(super) fn is_parallel(plane: Option<&NavigationPlane>, config: &Configuration) -> bool {
    match (plane, normal(config)) {
        (Some(plane), Some(normal)) => plane.has_normal(&normal),
        (None, None) => true,
        _ => false,
    }
}

/// The space in which the flock moves now: a plane, or three dimensions. `None` for a planar flock
/// without boids. `known`: its boids.
///
/// The plane is that of the ways before as long as the flock is not a cell away from it.
pub(super) fn space_now<'a>(
    before: Option<NavigationPlane>,
    config: &Configuration,
    known: impl FnOnce() -> &'a Boids,
) -> Option<Option<NavigationPlane>> {
    let Some(normal) = normal(config) else {
        return Some(None);
    };
    let plane = middle(known(), normal)?;
    let near = config.settings.way_finding.cell;
    let is_near = |it: &NavigationPlane| {
        it.has_normal(&normal) && (it.coordinate - plane.coordinate).abs() <= near
    };
    let kept = before.filter(is_near);
    Some(Some(kept.unwrap_or(plane)))
}

/// Unit normal of the plane in which the flock moves; `None` in three dimensions.
fn normal(config: &Configuration) -> Option<Vec3> {
    let plane = config.settings.motion.plane;
    plane.flat_axis().map(|_| plane.normal(config.frame()))
}

/// The plane of the boid in the middle, if they are sorted by their heights along a normal: boids of a
/// planar flock may have different ones. `None` without boids.
fn middle(boids: &Boids, normal: Vec3) -> Option<NavigationPlane> {
    let mut heights: Vec<f32> = (0..boids.len())
        .map(|index| normal.dot(&boids.position(index)))
        .collect();
    let middle = heights.len() / 2;
    if heights.is_empty() {
        return None;
    }
    let (_, height, _) = heights.select_nth_unstable_by(middle, f32::total_cmp);
    Some(NavigationPlane::new(normal, *height))
}
