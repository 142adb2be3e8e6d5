//! Whether a body can move straight from one position to another.

use crate::{geometry::Geometry, math::Vec3};

/// Least step of the sphere tracing, as a share of the body's radius. With less room the sweep
/// decides.
const LEAST_STEP: f32 = 0.1;

/// Largest number of steps of the sphere tracing.
const MOST_STEPS: usize = 256;

/// Least radius of the body beside the rounding of a coordinate, for the sphere tracing.
const MOST_ROUNDING: f32 = 100.0;

/// Share of the radius that must be free where the body fits. A place of a cell may be nearer to a
/// surface than the radius by rounding.
const FITTING: f32 = 0.999;

/// What is in the way besides the level's geometry: bodies that rest.
pub(crate) trait Obstruction: Send + Sync {
    /// True if a ball can move straight from one position to another without touching a body. A ball
    /// that overlaps a body at `from` may move away from it.
    fn is_way_clear(&self, from: Vec3, to: Vec3, radius: f32) -> bool;
}

/// Moves a body in straight lines.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) obstruction: Option<&'a dyn Obstruction>,
    /// Radius of the body, in metres.
    pub(super) radius: f32,
}

impl Sight<'_> {
    /// True if the body can move straight between the positions. A body that overlaps a surface at
    /// `from` may move away from it. False if the distance is not finite.
    pub(super) fn is_free(&self, from: Vec3, to: Vec3) -> bool {
        self.is_free_of_surfaces(from, to) && self.is_free_of_bodies(from, to)
    }

    /// True if a way may lead straight from the place of a cell to a corner. A body that overlaps
    /// another one at the place, or a surface at the corner, may move away from it.
    pub(super) fn leads(&self, place: Vec3, corner: Vec3) -> bool {
        self.is_free_of_surfaces(corner, place) && self.is_free_of_bodies(place, corner)
    }

    /// True if no body that rests is in the way.
    pub(super) fn is_free_of_bodies(&self, from: Vec3, to: Vec3) -> bool {
        let is_clear = |it: &dyn Obstruction| it.is_way_clear(from, to, self.radius);
        self.obstruction.is_none_or(is_clear)
    }

    /// True if the sweep of the body between the positions touches no surface.
    fn is_free_of_surfaces(&self, from: Vec3, to: Vec3) -> bool {
        let (way, length) = (to - from, (to - from).norm());
        let is_swept = || self.geometry.sweep(from, way, self.radius).is_none();
        length.is_finite() && (self.is_traced(from, way, length) || is_swept())
    }

    /// True if the body fits at both positions and can move straight between them.
    pub(super) fn sees(&self, from: Vec3, to: Vec3) -> bool {
        self.fits(from) && self.fits(to) && self.is_free(from, to)
    }

    /// True if the body fits at a position.
    pub(super) fn fits(&self, at: Vec3) -> bool {
        self.geometry.is_clear(at, FITTING * self.radius) && self.is_free_of_bodies(at, at)
    }

    /// True if sphere tracing in the distance field proves that a way is free.
    fn is_traced(&self, from: Vec3, way: Vec3, length: f32) -> bool {
        // Too far from the origin, rounding is not small beside the least step.
        if from.amax().max((from + way).amax()) * MOST_ROUNDING * f32::EPSILON > self.radius {
            return false;
        }
        let mut along = 0.0;
        for _ in 0..MOST_STEPS {
            if along >= length {
                return true;
            }
            let room = self.geometry.clearance(from + way * (along / length)) - self.radius;
            if room <= LEAST_STEP * self.radius {
                return false;
            }
            along += room;
        }
        along >= length
    }
}
