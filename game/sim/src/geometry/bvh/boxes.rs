//! Several boxes that are tested together, in the lanes of vector instructions.

use super::{super::Vec3d, Aabb};
use crate::Vec3;
use std::cell::Cell;

/// How many boxes are tested together.
pub(super) const WIDTH: usize = 8;

/// Which of several boxes are touched: a bit for each lane, the lowest one for the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Touched(u32);

impl Touched {
    #[inline(always)]
    fn new(is_touched: impl Fn(usize) -> bool) -> Self {
        let bit = |lane: usize| if is_touched(lane) { 1 << lane } else { 0 };
        Self((0..WIDTH).map(bit).fold(0, |bits, bit| bits | bit))
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

/// Several axis-aligned boxes.
#[derive(Clone, Copy)]
pub(in super::super) struct Boxes {
    min: [[f32; WIDTH]; 3],
    max: [[f32; WIDTH]; 3],
}

impl Boxes {
    /// Boxes that nothing touches.
    pub(super) const EMPTY: Self = Self {
        min: [[f32::INFINITY; WIDTH]; 3],
        max: [[f32::NEG_INFINITY; WIDTH]; 3],
    };

    pub(super) fn set(&mut self, lane: usize, bounds: &Aabb) {
        for axis in 0..3 {
            self.min[axis][lane] = bounds.min[axis];
            self.max[axis][lane] = bounds.max[axis];
        }
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
        let meets = |axis: usize, lane: usize| {
            (boxes.min[axis][lane] <= self.max[axis]) & (boxes.max[axis][lane] >= self.min[axis])
        };
        Touched::new(|lane| meets(0, lane) & meets(1, lane) & meets(2, lane))
    }
}

/// All that is within `reach` of a segment, a ball around each of its points.
pub(in super::super) struct Segment {
    origin: Vec3,
    /// The reciprocals of the components of the way along the segment; infinite ones are fine.
    inverse: Vec3,
    reach: f32,
}

impl Segment {
    pub(in super::super) fn new(origin: Vec3, way: Vec3, reach: f32) -> Self {
        Self {
            origin,
            inverse: way.map(|x| 1.0 / x),
            reach,
        }
    }
}

/// Boxes that the segment misses by a millionth of its length may count as touched.
impl Probe for Segment {
    #[inline(always)]
    fn touches(&self, boxes: &Boxes) -> Touched {
        let (mut enter, mut leave) = ([0.0_f32; WIDTH], [1.0_f32; WIDTH]);
        for axis in 0..3 {
            let (origin, inverse) = (self.origin[axis], self.inverse[axis]);
            for lane in 0..WIDTH {
                let a = (boxes.min[axis][lane] - self.reach - origin) * inverse;
                let b = (boxes.max[axis][lane] + self.reach - origin) * inverse;
                // On an axis without movement these are infinite: of opposite signs between the two faces, else of one.
                // Right in a face one is not a number, which `min` and `max` pass over: that counts as outside, as touching
                // may.
                enter[lane] = enter[lane].max(a.min(b));
                leave[lane] = leave[lane].min(a.max(b));
            }
        }
        Touched::new(|lane| enter[lane] <= leave[lane] + 1e-6)
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
        let (mut enter, mut leave) = ([0.0_f64; WIDTH], [f64::INFINITY; WIDTH]);
        for axis in 0..3 {
            let (origin, inverse) = (self.origin[axis], self.inverse[axis]);
            for lane in 0..WIDTH {
                let a = (f64::from(boxes.min[axis][lane]) - origin) * inverse;
                let b = (f64::from(boxes.max[axis][lane]) - origin) * inverse;
                enter[lane] = enter[lane].max(a.min(b));
                leave[lane] = leave[lane].min(a.max(b));
            }
        }
        // Boxes of triangles in a plane are flat: without slack, rounding could make the ray miss them.
        Touched::new(|lane| enter[lane] <= leave[lane] * (1.0 + 1e-12))
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
        let mut squared = [0.0_f32; WIDTH];
        for axis in 0..3 {
            let center = self.center[axis];
            for lane in 0..WIDTH {
                let below = boxes.min[axis][lane] - center;
                let above = center - boxes.max[axis][lane];
                let gap = if below > above { below } else { above };
                let gap = if gap > 0.0 { gap } else { 0.0 };
                squared[lane] += gap * gap;
            }
        }
        // A little more, for what rounding takes.
        let most = self.radius.get() * self.radius.get() * (1.0 + 1e-5);
        Touched::new(|lane| squared[lane] <= most)
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
        let touched = probe.touches(&boxes);
        let lanes: Vec<usize> = touched.collect();
        assert!(lanes.is_empty() || lanes == [lane]);
        !lanes.is_empty()
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
