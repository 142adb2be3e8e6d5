//! Whether a body can move straight from one position to another.

use crate::{
    geometry::Geometry,
    math::{is_finite, Vec3},
};

/// Least step of the sphere tracing, as a share of the body's radius. With less room the sweep
/// decides.
const LEAST_STEP: f32 = 0.1;

/// Moves a body in straight lines.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    pub(super) geometry: &'a Geometry,
    /// Radius of the body, in metres.
    pub(super) radius: f32,
}

impl Sight<'_> {
    /// True if the sweep of the body between the positions touches no surface. A body that overlaps
    /// a surface at `from` may move away from it. False if a position is not finite.
    pub(super) fn is_free(&self, from: Vec3, to: Vec3) -> bool {
        let is_free = || self.geometry.sweep(from, to - from, self.radius).is_none();
        is_finite(&from) && is_finite(&to) && (self.is_traced(from, to) || is_free())
    }

    /// True if sphere tracing in the distance field proves that the way is free.
    fn is_traced(&self, from: Vec3, to: Vec3) -> bool {
        let way = to - from;
        let length = way.norm();
        let mut along = 0.0;
        while along < length {
            let room = self.geometry.clearance(from + way * (along / length)) - self.radius;
            if room <= LEAST_STEP * self.radius {
                return false;
            }
            along += room;
        }
        true
    }
}
