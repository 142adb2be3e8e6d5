//! Signed distance of a position from a shape.

use crate::math::Vec3d;

/// Signed distance of a position from a shape, with its gradient.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation {
    /// Signed distance in metres; negative inside the shape.
    pub(crate) distance: f64,
    /// Unit vector away from the shape: the gradient of the distance.
    pub(crate) outward: Vec3d,
}

impl Separation {
    /// The separation of a position outside of a shape. `offset` leads to it from the nearest point
    /// of the shape.
    pub(super) fn outside(offset: Vec3d) -> Self {
        let distance = offset.norm();
        Self {
            distance,
            outward: if distance > 0.0 {
                offset / distance
            } else {
                Vec3d::y()
            },
        }
    }
}
