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

    pub(in super::super) fn touches(&self, other: &Self) -> bool {
        let is_apart =
            |axis: usize| (self.min[axis] > other.max[axis]) | (self.max[axis] < other.min[axis]);
        !(is_apart(0) | is_apart(1) | is_apart(2))
    }

    /// The squared distance from a point, 0 inside.
    pub(in super::super) fn distance_squared(&self, point: &Vec3d) -> f64 {
        let mut sum = 0.0;
        for axis in 0..3 {
            let below = f64::from(self.min[axis]) - point[axis];
            let above = point[axis] - f64::from(self.max[axis]);
            let gap = below.max(above).max(0.0);
            sum += gap * gap;
        }
        sum
    }

    /// Whether the box, made larger by `reach` on all sides, touches the segment from `origin` along a displacement, of
    /// which this takes the reciprocals of the components (infinite ones are fine). May hold for a box that the segment
    /// misses by a millionth of its length.
    pub(in super::super) fn touches_segment(
        &self,
        origin: &Vec3,
        inverse_displacement: &Vec3,
        reach: f32,
    ) -> bool {
        let mut enter = 0.0_f32;
        let mut leave = 1.0_f32;
        for axis in 0..3 {
            let min = (self.min[axis] - reach - origin[axis]) * inverse_displacement[axis];
            let max = (self.max[axis] + reach - origin[axis]) * inverse_displacement[axis];
            // On an axis without movement these are infinite: of opposite signs between the two faces, else of one. Right
            // in a face one is not a number, which `min` and `max` pass over: that counts as outside, as touching may.
            enter = enter.max(min.min(max));
            leave = leave.min(min.max(max));
        }
        enter <= leave + 1e-6
    }

    /// Whether the ray from `origin` touches the box. Takes the reciprocals of the components of its direction, which must
    /// be finite.
    pub(in super::super) fn touches_ray(&self, origin: &Vec3d, inverse_direction: &Vec3d) -> bool {
        let mut enter = 0.0_f64;
        let mut leave = f64::INFINITY;
        for axis in 0..3 {
            let [a, b] = [self.min[axis], self.max[axis]]
                .map(|bound| (f64::from(bound) - origin[axis]) * inverse_direction[axis]);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        // Boxes of triangles in a plane are flat: without slack, rounding could make the ray miss them.
        enter <= leave * (1.0 + 1e-12)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit() -> Aabb {
        Aabb::around(&[Vec3::zeros(), Vec3::repeat(1.0)])
    }

    #[test]
    fn boxes_that_share_a_face_touch() {
        let beside = |x: f32| Aabb::around(&[Vec3::new(x, 0.0, 0.0), Vec3::new(2.0, 1.0, 1.0)]);
        assert!(unit().touches(&beside(1.0)));
        assert!(!unit().touches(&beside(1.0_f32.next_up())));
    }

    #[test]
    fn an_enclosing_box_is_not_smaller() {
        let (min, max) = (Vec3d::repeat(0.1), Vec3d::repeat(0.3));
        let rounded = Aabb::enclosing(&min, &max);
        assert!(f64::from(rounded.min.x) < 0.1 && f64::from(rounded.max.x) > 0.3);
    }

    #[test]
    fn a_segment_along_an_axis_touches_what_it_runs_through() {
        let touches = |start: [f32; 3], displacement: [f32; 3]| {
            let inverse = Vec3::from(displacement).map(|x| 1.0 / x);
            unit().touches_segment(&start.into(), &inverse, 0.25)
        };
        assert!(touches([-1.0, 0.5, 0.5], [1.0, 0.0, 0.0]));
        assert!(touches([-1.0, 1.2, 0.5], [1.0, 0.0, -0.0]));
        assert!(!touches([-1.0, 1.3, 0.5], [1.0, 0.0, 0.0]));
        assert!(!touches([-1.0, 0.5, 0.5], [0.7, 0.0, 0.0]));
        assert!(!touches([-1.0, 0.5, 0.5], [-1.0, 0.0, 0.0]));
        assert!(touches([0.5, 0.5, 0.5], [0.0, 0.0, 0.1]));
    }

    #[test]
    fn a_ray_touches_a_flat_box() {
        let flat = Aabb::around(&[Vec3::new(0.0, 0.3, 0.0), Vec3::new(1.0, 0.3, 1.0)]);
        let origin = Vec3d::new(0.2, -1.0, 0.1);
        for (x, expected) in [(0.3, true), (-0.1, true), (0.7, false)] {
            let direction = Vec3d::new(x, 1.0, 0.2);
            assert_eq!(
                flat.touches_ray(&origin, &direction.map(|x| 1.0 / x)),
                expected,
                "{x}"
            );
        }
    }
}
