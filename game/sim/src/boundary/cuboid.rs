//! Box boundary.

use super::{
    passage::Passage,
    soft_turn::{share, smooth, WallTurn},
};
use crate::{
    boundary::periodic_box::{fold, shift},
    math::{frame::Frame, vector::transformed, Vec3},
};

/// A box boundary in a given frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundaryBox {
    /// Corners in the frame, in metres; at infinity along the axis along which a planar flock does
    /// not move.
    pub(crate) min: Vec3,
    pub(crate) max: Vec3,
    pub(crate) frame: Frame,
}

impl BoundaryBox {
    /// A box boundary without walls across the axis along which a planar flock does not move.
    pub(super) fn new(min: Vec3, max: Vec3, flat_axis: Option<usize>, frame: Frame) -> Self {
        let mut cuboid = Self { min, max, frame };
        if let Some(axis) = flat_axis {
            cuboid.min[axis] = f32::NEG_INFINITY;
            cuboid.max[axis] = f32::INFINITY;
        }
        cuboid
    }

    /// True if a position is outside or nearer to a wall than the margin.
    #[inline(always)]
    pub(super) fn is_near(&self, place: [f32; 3], margin: f32) -> bool {
        let point = self.local(place);
        let mut is_near = false;
        for axis in 0..3 {
            let margin = self.margin(axis, margin);
            // The upper side counts as outside of a periodic box.
            is_near |=
                (point[axis] < self.min[axis] + margin) | (point[axis] >= self.max[axis] - margin);
        }
        is_near
    }

    /// Margin at the walls across an axis: at most half of the width.
    #[inline(always)]
    fn margin(&self, axis: usize, margin: f32) -> f32 {
        margin.min(0.5 * (self.max[axis] - self.min[axis]))
    }

    pub(super) fn reverse(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        let point = self.frame.point_to_local(position);
        if self.contains(&point) {
            return velocity;
        }
        let mut local = self.frame.vector_to_local(velocity);
        for axis in 0..3 {
            let beyond_min = point[axis] < self.min[axis] && local[axis] < 0.0;
            let beyond_max = point[axis] > self.max[axis] && local[axis] > 0.0;
            if beyond_min || beyond_max {
                local[axis] = -local[axis];
            }
        }
        self.frame.vector_to_world(local)
    }

    /// The end of a displacement in wind. Along each axis it is not farther out than `own` or the
    /// wall. `None` if nothing changes.
    pub(super) fn hold(&self, own: Vec3, end: Vec3) -> Option<Vec3> {
        let point = self.frame.point_to_local(end);
        if self.contains(&point) {
            return None;
        }
        let own = self.frame.point_to_local(own);
        let held = point.inf(&self.max.sup(&own)).sup(&self.min.inf(&own));
        (held != point).then(|| self.frame.point_to_world(held))
    }

    /// Unit vectors inward, for each axis along which a position is outside.
    pub(super) fn inward(&self, position: Vec3) -> [Option<Vec3>; 3] {
        let point = self.frame.point_to_local(position);
        std::array::from_fn(|axis| {
            let mut inward = Vec3::zeros();
            inward[axis] = match (point[axis] < self.min[axis], point[axis] > self.max[axis]) {
                (false, false) => return None,
                (true, _) => 1.0,
                (_, true) => -1.0,
            };
            Some(self.frame.vector_to_world(inward))
        })
    }

    /// Distance from the farthest wall that a position is outside of, in metres.
    pub(super) fn distance_outside(&self, position: Vec3) -> f32 {
        let point = self.frame.point_to_local(position);
        (self.min - point).sup(&(point - self.max)).max()
    }

    fn contains(&self, point: &Vec3) -> bool {
        (0..3).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis])
    }

    /// Turn of a boid within the margin, away from the walls. No turn for a boid outside.
    #[inline(always)]
    pub(super) fn wall_turn(&self, place: [f32; 3], margin: f32) -> WallTurn {
        let point = self.local(place);
        let (mut inward, mut depth, mut shares, mut weights) = ([0.0; 3], 0.0, 0.0, 0.0);
        let mut is_inside = true;
        for axis in 0..3 {
            let (up, down) = (point[axis] - self.min[axis], self.max[axis] - point[axis]);
            is_inside &= (up >= 0.0) & (down >= 0.0);
            // Only the nearer wall counts, because margins do not overlap.
            let margin = self.margin(axis, margin);
            let share = share(margin);
            let its_depth = ((margin - up.min(down)) * share).max(0.0);
            let along = its_depth * share;
            inward[axis] = if up < down { along } else { -along };
            depth += its_depth;
            let weight = its_depth.sqrt() * share * share * share;
            shares += weight * share;
            weights += weight;
        }
        let strength = smooth(depth) * shares / weights.max(f32::MIN_POSITIVE);
        let turn = &self.frame.to_world;
        WallTurn {
            inward: transformed(turn, inward),
            strength: if is_inside { strength } else { 0.0 },
        }
    }

    #[inline(always)]
    fn local(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let origin = &self.frame.origin;
        transformed(
            &self.frame.to_local,
            [x - origin.x, y - origin.y, z - origin.z],
        )
    }

    /// The position inside that is a whole number of periods away; `None` for a position inside.
    pub(super) fn fold(&self, position: Vec3) -> Option<Vec3> {
        let point = self.frame.point_to_local(position);
        let folded = Vec3::from_fn(|axis, _| fold(point[axis], self.min[axis], self.max[axis]));
        (folded != point).then(|| self.frame.point_to_world(folded))
    }

    /// Periodic image of a position that is nearest to another position (minimum image).
    pub(super) fn nearest_image(&self, position: Vec3, to: Vec3) -> Vec3 {
        let shift = shift(&self.frame, (self.max - self.min).into(), to - position);
        // A zero shift is not added, because this could change the sign of a zero.
        if shift == Vec3::zeros() {
            position
        } else {
            position + shift
        }
    }

    /// First exit of a move that starts inside; `None` if it ends inside.
    pub(super) fn passage(&self, start: Vec3, end: Vec3) -> Option<Passage> {
        let start = self.frame.point_to_local(start);
        let mut end = self.frame.point_to_local(end);
        let (share, axis) = (0..3)
            .filter_map(|axis| Some((self.share_inside(axis, start[axis], end[axis])?, axis)))
            .min_by(|a, b| a.0.total_cmp(&b.0))?;
        let (min, max) = (self.min[axis], self.max[axis]);
        let (wall, opposite) = if end[axis] < min {
            (min, max)
        } else {
            (max, min)
        };
        let mut exit = start.lerp(&end, share);
        let mut entry = exit;
        (exit[axis], entry[axis]) = (wall, opposite);
        end[axis] += opposite - wall;
        Some(Passage {
            exit: self.frame.point_to_world(exit),
            entry: self.frame.point_to_world(entry),
            end: self.frame.point_to_world(end),
        })
    }

    /// Share of the way between two coordinates that lies inside; `None` if all of it lies inside.
    fn share_inside(&self, axis: usize, start: f32, end: f32) -> Option<f32> {
        let (min, max) = (self.min[axis], self.max[axis]);
        let wall = match (end < min, end >= max) {
            (false, false) => return None,
            (true, _) => min,
            (_, true) => max,
        };
        let way = end - start;
        let share = if way == 0.0 {
            0.0
        } else {
            (wall - start) / way
        };
        Some(share.clamp(0.0, 1.0))
    }
}
