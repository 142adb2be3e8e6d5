//! An infinite ray against boxes.

use super::boxes::{BoxQuery, Boxes, LaneMask, WIDTH};
use crate::math::Vec3d;

/// Infinite ray in double precision.
pub(in super::super) struct RayQuery {
    origin: Vec3d,
    inverse: Vec3d,
}

impl RayQuery {
    /// Ray from `origin`. No component of the direction may be 0.
    pub(in super::super) fn new(origin: &Vec3d, direction: &Vec3d) -> Self {
        Self {
            origin: *origin,
            inverse: direction.map(|x| 1.0 / x),
        }
    }
}

impl BoxQuery for RayQuery {
    fn touches(&self, boxes: &Boxes) -> LaneMask {
        let mut touched = 0;
        for lane in 0..WIDTH {
            let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
            for axis in 0..3 {
                let bounds =
                    [&boxes.min, &boxes.max].map(|bounds| bounds[axis].as_array_ref()[lane]);
                let [a, b] =
                    bounds.map(|x| (f64::from(x) - self.origin[axis]) * self.inverse[axis]);
                enter = enter.max(a.min(b));
                leave = leave.min(a.max(b));
            }
            // The boxes of axis-aligned triangles have no thickness. Without slack, rounding could
            // make the ray miss them.
            touched |= u32::from(enter <= leave * (1.0 + 1e-12)) << lane;
        }
        LaneMask(touched)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{around, touches},
        *,
    };

    #[test]
    fn a_ray_touches_a_flat_box() {
        let flat = around(&[[0.0, 0.3, 0.0], [1.0, 0.3, 1.0]]);
        let origin = Vec3d::new(0.2, -1.0, 0.1);
        for (x, expected) in [(0.3, true), (-0.1, true), (0.7, false)] {
            let ray = RayQuery::new(&origin, &Vec3d::new(x, 1.0, 0.2));
            assert_eq!(touches(&ray, &flat), expected, "{x}");
        }
    }
}
