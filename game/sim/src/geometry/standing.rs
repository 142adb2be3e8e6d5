//! How a place stands to the surfaces.

use super::{clearance::is_inside, nearest::Nearest, Geometry};
use crate::Vec3;

/// How a place stands to the surfaces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Distance to the nearest surface, in metres; negative inside a solid.
    pub(crate) distance: f32,
    /// The direction in which the distance grows fastest; zero right on a surface.
    pub(crate) outward: Vec3,
    /// The nearest triangle, by its number in the hierarchy.
    pub(crate) triangle: u32,
}

impl Geometry {
    /// How a finite place stands to the surfaces; none without triangles. `guess` is a triangle that is probably near, by its
    /// number in the hierarchy, which makes it faster.
    pub(crate) fn standing(&self, place: Vec3, guess: u32) -> Option<Standing> {
        let guess = guess.min(self.ordered.len().checked_sub(1)? as u32);
        let nearest = Nearest::to(place, self, guess);
        let offset = nearest.offset_to(place, self);
        let side = if is_inside(self, &place.cast()) {
            -1.0
        } else {
            1.0
        };
        let outward = offset.try_normalize(0.0).unwrap_or_default() * side;
        Some(Standing {
            distance: (offset.norm() * side) as f32,
            outward: outward.cast(),
            triangle: nearest.triangle,
        })
    }
}
