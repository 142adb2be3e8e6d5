//! Axis-aligned bounding box.

use crate::math::{Vec3, Vec3d};

/// Axis-aligned bounding box, including its faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Aabb {
    pub(in super::super) min: Vec3,
    pub(in super::super) max: Vec3,
}

impl Aabb {
    /// Empty box, the neutral element of [`joined`](Self::joined).
    pub(in super::super) const EMPTY: Self = Self {
        min: Vec3::new(f32::INFINITY, f32::INFINITY, f32::INFINITY),
        max: Vec3::new(f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY),
    };

    /// Bounding box of points.
    pub(in super::super) fn around(points: &[Vec3]) -> Self {
        points
            .iter()
            .fold(Self::EMPTY, |all, point| all.including(point))
    }

    /// Smallest box with 32-bit coordinates that contains the given one, rounded outward by one
    /// step more.
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

    pub(in super::super) fn joined(&self, other: &Self) -> Self {
        Self {
            min: self.min.inf(&other.min),
            max: self.max.sup(&other.max),
        }
    }

    /// True if the other box lies completely inside this box.
    pub(in super::super) fn contains(&self, other: &Self) -> bool {
        self.joined(other) == *self
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
