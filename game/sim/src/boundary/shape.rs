//! Shape of the boundary: a box or a sphere.

use super::{cuboid::BoundaryBox, sphere::BoundarySphere};
use crate::math::lanes::Lanes;

/// Shape of the boundary.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BoundaryShape {
    Box(BoundaryBox),
    Sphere(BoundarySphere),
}

impl BoundaryShape {
    /// Half of the shortest distance from a position to one of its periodic images, in metres.
    #[inline(always)]
    pub(super) fn half_period(&self, place: [f32; 3]) -> f32 {
        match self {
            Self::Box(cuboid) => 0.5 * (cuboid.max - cuboid.min).min(),
            Self::Sphere(sphere) => sphere.radius_at(sphere.height_and_offset(place).0),
        }
    }

    /// True if any of these positions is outside, or nearer to a wall than the margin.
    #[inline(always)]
    pub(super) fn is_any_near<const LANES: usize>(
        &self,
        [x, y, z]: &Lanes<LANES>,
        margin: f32,
    ) -> bool {
        let mut is_any = false;
        match self {
            Self::Box(cuboid) => {
                for lane in 0..LANES {
                    is_any |= cuboid.is_near([x[lane], y[lane], z[lane]], margin);
                }
            }
            Self::Sphere(sphere) => {
                for lane in 0..LANES {
                    is_any |= sphere.is_near([x[lane], y[lane], z[lane]], margin);
                }
            }
        }
        is_any
    }
}
