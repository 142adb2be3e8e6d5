//! A shrinking sphere against boxes.

use super::boxes::{BoxQuery, Boxes, LaneMask, WIDTH};
use crate::math::Vec3;
use std::cell::Cell;
use wide::{f32x8, CmpLe};

/// Sphere whose radius may shrink during the search, for nearest-point queries.
pub(in super::super) struct SphereQuery {
    center: Vec3,
    radius: Cell<f32>,
}

impl SphereQuery {
    pub(in super::super) fn new(center: Vec3, radius: f32) -> Self {
        let radius = Cell::new(radius);
        Self { center, radius }
    }

    pub(in super::super) fn shrink(&self, radius: f32) {
        self.radius.set(radius);
    }
}

impl SphereQuery {
    /// Square of the radius, enlarged to cover rounding.
    #[inline(always)]
    pub(in super::super) fn most_squared(&self) -> f32 {
        self.radius.get() * self.radius.get() * (1.0 + 1e-5)
    }

    /// Squares of the distances of boxes from the centre.
    #[inline(always)]
    fn squared_distances(&self, boxes: &Boxes) -> f32x8 {
        let mut squared = f32x8::ZERO;
        for axis in 0..3 {
            let center = f32x8::splat(self.center[axis]);
            let (below, above) = (boxes.min[axis] - center, center - boxes.max[axis]);
            let gap = below.fast_max(above).fast_max(f32x8::ZERO);
            squared += gap * gap;
        }
        squared
    }

    /// The boxes that are touched, and the squared distances of all boxes.
    #[inline(always)]
    pub(super) fn distances(&self, boxes: &Boxes) -> (LaneMask, [f32; WIDTH]) {
        let squared = self.squared_distances(boxes);
        let touched = squared.cmp_le(f32x8::splat(self.most_squared()));
        (LaneMask::new(touched), squared.to_array())
    }
}

impl BoxQuery for SphereQuery {
    #[inline(always)]
    fn touches(&self, boxes: &Boxes) -> LaneMask {
        self.distances(boxes).0
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{touches, unit},
        *,
    };

    #[test]
    fn a_ball_touches_what_is_no_farther_than_its_radius() {
        let touches = |center: [f32; 3], radius: f32| {
            touches(&SphereQuery::new(center.into(), radius), &unit())
        };
        assert!(touches([0.5, 0.5, 0.5], 0.0));
        assert!(touches([2.0, 0.5, 0.5], 1.0));
        assert!(touches([2.0, 2.0, 0.5], 1.415));
        assert!(!touches([2.0, 2.0, 0.5], 1.414));
        assert!(!touches([-1.0, 2.0, -1.0], 1.732));
        assert!(touches([-1.0, 2.0, -1.0], 1.7321));
    }
}
