//! Axis-aligned boxes.

use super::super::Vec3d;
use crate::Vec3;

/// An axis-aligned box; its faces belong to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Aabb {
    pub(in super::super) min: Vec3,
    pub(in super::super) max: Vec3,
}

impl Aabb {
    /// Contains nothing; joined with a box it gives that box.
    pub(super) const EMPTY: Self = Self {
        min: Vec3::new(f32::INFINITY, f32::INFINITY, f32::INFINITY),
        max: Vec3::new(f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY),
    };

    /// The box around points.
    pub(super) fn around(points: &[Vec3]) -> Self {
        points
            .iter()
            .fold(Self::EMPTY, |all, point| all.including(point))
    }

    /// The smallest box of 32-bit numbers that contains the given one.
    pub(in super::super) fn enclosing(min: &Vec3d, max: &Vec3d) -> Self {
        Self {
            min: min.map(|x| (x as f32).next_down()),
            max: max.map(|x| (x as f32).next_up()),
        }
    }

    pub(super) fn including(&self, point: &Vec3) -> Self {
        Self {
            min: self.min.inf(point),
            max: self.max.sup(point),
        }
    }

    pub(super) fn joined(&self, other: &Self) -> Self {
        Self {
            min: self.min.inf(&other.min),
            max: self.max.sup(&other.max),
        }
    }

    pub(super) fn size(&self) -> Vec3 {
        self.max - self.min
    }

    /// Half of the surface area; 0 for an empty box.
    pub(super) fn half_area(&self) -> f32 {
        let size = self.size();
        if size.x < 0.0 {
            return 0.0;
        }
        size.x * size.y + size.y * size.z + size.z * size.x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enclosing_box_is_not_smaller() {
        let (min, max) = (Vec3d::repeat(0.1), Vec3d::repeat(0.3));
        let rounded = Aabb::enclosing(&min, &max);
        assert!(f64::from(rounded.min.x) < 0.1 && f64::from(rounded.max.x) > 0.3);
    }
}
