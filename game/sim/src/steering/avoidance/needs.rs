//! What avoidance needs memory for.

use crate::{geometry::Geometry, settings::Settings};

/// Parts of the state of avoidance that a flock needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    pub(super) memory: bool,
    pub(super) queue: bool,
}

impl Needs {
    pub(crate) fn new(settings: &Settings, geometry: &Geometry) -> Self {
        let collides = settings.collision.acts_on(geometry.triangle_count());
        let memory = settings.avoidance.enabled && collides;
        Self {
            memory,
            queue: memory && settings.avoidance.ray_budget > 0,
        }
    }
}
