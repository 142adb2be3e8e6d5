//! Several boxes that are tested together, in the lanes of vector instructions.

use super::{super::Vec3d, Aabb};
use crate::Vec3;
use std::cell::Cell;
use wide::{f32x8, CmpGe, CmpLe};

/// How many boxes are tested together.
pub(super) const WIDTH: usize = 8;

/// Several axis-aligned boxes.
#[derive(Clone, Copy)]
pub(in super::super) struct Boxes {
    min: [f32x8; 3],
    max: [f32x8; 3],
}

impl Boxes {
    /// Boxes around nothing. A probe may say that it touches them.
    pub(super) const EMPTY: Self = Self {
        min: [f32x8::new([f32::INFINITY; WIDTH]); 3],
        max: [f32x8::new([f32::NEG_INFINITY; WIDTH]); 3],
    };

    pub(super) fn is_empty(&self, lane: usize) -> bool {
        self.min[0].to_array()[lane] > self.max[0].to_array()[lane]
    }

    #[cfg(feature = "gpu")]
    pub(super) fn get(&self, lane: usize) -> Aabb {
        let corner = |of: &[f32x8; 3]| Vec3::from_fn(|axis, _| of[axis].to_array()[lane]);
        Aabb {
            min: corner(&self.min),
            max: corner(&self.max),
        }
    }

    pub(super) fn set(&mut self, lane: usize, bounds: &Aabb) {
        for axis in 0..3 {
            self.min[axis].as_array_mut()[lane] = bounds.min[axis];
            self.max[axis].as_array_mut()[lane] = bounds.max[axis];
        }
    }
}

/// Which of several boxes are touched: a bit for each lane, the lowest one for the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Touched(u32);

impl Touched {
    /// The lanes for which the comparison held.
    #[inline(always)]
    fn new(comparison: f32x8) -> Self {
        Self(comparison.move_mask() as u32)
    }

    /// Only those among the first lanes.
    #[inline(always)]
    pub(super) fn among(self, first: u32) -> Self {
        Self(self.0 & ((1 << first) - 1))
    }
}

/// The lanes that are touched.
impl Iterator for Touched {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (lane < WIDTH).then_some(lane)
    }
}

/// What is looked for among boxes.
pub(in super::super) trait Probe {
    /// Which of the boxes it touches; may hold for a box that it just misses.
    fn touches(&self, boxes: &Boxes) -> Touched;
}

/// A box; faces belong to it.
impl Probe for Aabb {
    #[inline(always)]
    fn touches(&self, boxes: &Boxes) -> Touched {
        let meets = |axis: usize| {
            let (min, max) = (f32x8::splat(self.min[axis]), f32x8::splat(self.max[axis]));
            boxes.min[axis].cmp_le(max) & boxes.max[axis].cmp_ge(min)
        };
        Touched::new(meets(0) & meets(1) & meets(2))
    }
}

/// All that is within `reach` of a segment, a ball around each of its points.
pub(in super::super) struct Segment {
    origin: Vec3,
    /// The reciprocals of the components of the way along the segment; infinite ones are fine.
    inverse: Vec3,
    reach: f32,
    /// The share of the way that counts; it may shrink while the boxes are looked for.
    share: Cell<f32>,
}

impl Segment {
    pub(in super::super) fn new(origin: Vec3, way: Vec3, reach: f32) -> Self {
        Self {
            origin,
            inverse: way.map(|x| 1.0 / x),
            reach,
            share: Cell::new(1.0),
        }
    }

    pub(in super::super) fn shrink(&self, share: f32) {
        self.share.set(share);
    }
}

/// Boxes that the segment misses by a millionth of its length may count as touched.
impl Probe for Segment {
    #[inline(always)]
    fn touches(&self, boxes: &Boxes) -> Touched {
        let (mut enter, mut leave) = (f32x8::ZERO, f32x8::splat(self.share.get()));
        let reach = f32x8::splat(self.reach);
        for axis in 0..3 {
            let origin = f32x8::splat(self.origin[axis]);
            let inverse = f32x8::splat(self.inverse[axis]);
            let a = (boxes.min[axis] - reach - origin) * inverse;
            let b = (boxes.max[axis] + reach - origin) * inverse;
            // On an axis without movement these are infinite: of opposite signs between the two faces, else of one. Right in
            // a face one is not a number, which `min` and `max` pass over: that counts as outside, as touching may.
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
        Touched::new(enter.cmp_le(leave + f32x8::splat(1e-6)))
    }
}

/// A ray without an end, in double precision.
pub(in super::super) struct Ray {
    origin: Vec3d,
    inverse: Vec3d,
}

impl Ray {
    /// No component of the direction may be 0.
    pub(in super::super) fn new(origin: &Vec3d, direction: &Vec3d) -> Self {
        Self {
            origin: *origin,
            inverse: direction.map(|x| 1.0 / x),
        }
    }
}

impl Probe for Ray {
    fn touches(&self, boxes: &Boxes) -> Touched {
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
            // Boxes of triangles in a plane are flat: without slack, rounding could make the ray miss them.
            touched |= u32::from(enter <= leave * (1.0 + 1e-12)) << lane;
        }
        Touched(touched)
    }
}

/// What is nearer to a place than a distance that may shrink while it is looked for.
pub(in super::super) struct Ball {
    center: Vec3,
    radius: Cell<f32>,
}

impl Ball {
    pub(in super::super) fn new(center: Vec3, radius: f32) -> Self {
        let radius = Cell::new(radius);
        Self { center, radius }
    }

    pub(in super::super) fn shrink(&self, radius: f32) {
        self.radius.set(radius);
    }
}

impl Probe for Ball {
    #[inline(always)]
    fn touches(&self, boxes: &Boxes) -> Touched {
        let mut squared = f32x8::ZERO;
        for axis in 0..3 {
            let center = f32x8::splat(self.center[axis]);
            let (below, above) = (boxes.min[axis] - center, center - boxes.max[axis]);
            let gap = below.fast_max(above).fast_max(f32x8::ZERO);
            squared += gap * gap;
        }
        // A little more, for what rounding takes.
        let most = self.radius.get() * self.radius.get() * (1.0 + 1e-5);
        Touched::new(squared.cmp_le(f32x8::splat(most)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(points: &[[f32; 3]]) -> Aabb {
        Aabb::around(&points.iter().copied().map(Vec3::from).collect::<Vec<_>>())
    }

    /// Whether a probe touches a box, which is in one lane; the others are empty.
    fn touches(probe: &impl Probe, bounds: &Aabb) -> bool {
        let lane = 5;
        let mut boxes = Boxes::EMPTY;
        boxes.set(lane, bounds);
        let mut touched = probe.touches(&boxes);
        // What is said of empty boxes does not count.
        touched.any(|touched| touched == lane)
    }

    fn unit() -> Aabb {
        around(&[[0.0; 3], [1.0; 3]])
    }

    #[test]
    fn boxes_that_share_a_face_touch() {
        let beside = |x: f32| around(&[[x, 0.0, 0.0], [2.0, 1.0, 1.0]]);
        assert!(touches(&unit(), &beside(1.0)));
        assert!(!touches(&unit(), &beside(1.0_f32.next_up())));
    }

    #[test]
    fn a_segment_along_an_axis_touches_what_it_runs_through() {
        let touches = |start: [f32; 3], way: [f32; 3]| {
            touches(&Segment::new(start.into(), way.into(), 0.25), &unit())
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
        let flat = around(&[[0.0, 0.3, 0.0], [1.0, 0.3, 1.0]]);
        let origin = Vec3d::new(0.2, -1.0, 0.1);
        for (x, expected) in [(0.3, true), (-0.1, true), (0.7, false)] {
            let ray = Ray::new(&origin, &Vec3d::new(x, 1.0, 0.2));
            assert_eq!(touches(&ray, &flat), expected, "{x}");
        }
    }

    #[test]
    fn a_ball_touches_what_is_no_farther_than_its_radius() {
        let touches =
            |center: [f32; 3], radius: f32| touches(&Ball::new(center.into(), radius), &unit());
        assert!(touches([0.5, 0.5, 0.5], 0.0));
        assert!(touches([2.0, 0.5, 0.5], 1.0));
        assert!(touches([2.0, 2.0, 0.5], 1.415));
        assert!(!touches([2.0, 2.0, 0.5], 1.414));
        assert!(!touches([-1.0, 2.0, -1.0], 1.732));
        assert!(touches([-1.0, 2.0, -1.0], 1.7321));
    }
}
