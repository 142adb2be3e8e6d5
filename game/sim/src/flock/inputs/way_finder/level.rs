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
    pub(super) geometry: Arc<Geometry>,
    pub(super) navigation: Navigation,
}

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.geometry, &other.geometry) && self.navigation == other.navigation
    }
}

impl Level {
    /// The level for the bodies of a flock that move in a plane, or in three dimensions.
    pub(super) fn new(config: &Configuration, plane: Option<NavigationPlane>) -> Self {
        let settings = &config.settings;
        let way_finding = &settings.way_finding;
        Self {
            geometry: config.geometry.shared().clone(),
            navigation: Navigation {
                radius: settings.collision.body_radius + way_finding.clearance,
                cell: way_finding.cell,
                bounds: None,
                plane,
                most_cells: way_finding.most_cells as usize,
            },
        }
    }

    /// True if the flock is still in this level. A planar flock may be at another height.
    pub(super) fn is_of(&self, config: &Configuration) -> bool {
        let plane = self.navigation.plane;
        let is_parallel = match (&plane, normal(config)) {
            (Some(plane), Some(normal)) => plane.has_normal(&normal),
            (None, None) => true,
            _ => false,
        };
        is_parallel && *self == Self::new(config, plane)
    }

    /// The level in which the flock is now; `None` for a planar flock without boids. `known`: its boids.
    ///
    /// It has the plane of the level before as long as the flock is not a cell away from that.
    pub(super) fn now<'a>(
        before: Option<&Self>,
        config: &Configuration,
        known: impl FnOnce() -> &'a Boids,
    ) -> Option<Self> {
        let Some(normal) = normal(config) else {
            return Some(Self::new(config, None));
        };
        let plane = middle(known(), normal)?;
        let near = config.settings.way_finding.cell;
        let is_near = |it: &NavigationPlane| {
            it.has_normal(&normal) && (it.coordinate - plane.coordinate).abs() <= near
        };
        let kept = before.and_then(|it| it.navigation.plane).filter(is_near);
        Some(Self::new(config, Some(kept.unwrap_or(plane))))
    }
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
