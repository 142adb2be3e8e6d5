//! A bounding volume hierarchy of boids, which finds the boids near a position. The lowest level
//! has a box around each run of boids, the next one a box around each run of these boxes, and so on
//! up to a single box.
//!
//! The last step sorted the boids along the grid, so boids that follow each other in memory are
//! close together, and a run of them fills a small box. So one pass over the positions builds the
//! tree, without a sort. The tree is correct for boids in any order; in this order a search opens
//! few boxes without results.

use crate::math::Vec3d;
use std::ops::Range;

/// Number of boids in a run, and of boxes in a box.
pub(crate) const FAN: usize = 8;

/// Number of levels, enough for 16 million boids.
const LEVELS: usize = 8;

/// An axis-aligned bounding box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) min: [f32; 3],
    pub(crate) max: [f32; 3],
}

impl Bounds {
    pub(crate) fn point(point: [f32; 3]) -> Self {
        Self {
            min: point,
            max: point,
        }
    }

    pub(crate) fn around(parts: &[Self]) -> Self {
        let axis = |axis: usize| {
            let min = parts.iter().map(|part| part.min[axis]);
            let max = parts.iter().map(|part| part.max[axis]);
            (
                min.fold(f32::INFINITY, f32::min),
                max.fold(f32::NEG_INFINITY, f32::max),
            )
        };
        let [x, y, z] = [0, 1, 2].map(axis);
        Self {
            min: [x.0, y.0, z.0],
            max: [x.1, y.1, z.1],
        }
    }

    /// The squared distance from a point to the box; 0 if the point is inside.
    #[inline]
    pub(crate) fn gap_squared(&self, point: &Vec3d) -> f64 {
        Vec3d::from_fn(|axis, _| {
            let before = f64::from(self.min[axis]) - point[axis];
            let beyond = point[axis] - f64::from(self.max[axis]);
            before.max(beyond).max(0.0)
        })
        .norm_squared()
    }

    fn around_points(positions: &[&[f32]; 3], run: Range<usize>) -> Self {
        let axes = positions.map(|values| &values[run.clone()]);
        Self {
            min: axes.map(|values| values.iter().copied().fold(f32::INFINITY, f32::min)),
            max: axes.map(|values| values.iter().copied().fold(f32::NEG_INFINITY, f32::max)),
        }
    }
}

/// The bounding boxes of positions, in levels.
#[derive(Debug, Default)]
pub(crate) struct BoidTree {
    /// Number of positions.
    count: usize,
    /// Boxes around runs of positions, boxes around runs of these boxes, and so on. The levels
    /// above the single box are empty.
    levels: [Vec<Bounds>; LEVELS],
}

impl BoidTree {
    /// Rebuilds the tree for these positions, in the memory that it has.
    pub(crate) fn rebuild(&mut self, positions: &[&[f32]; 3]) {
        let around = |run| Bounds::around_points(positions, run);
        self.rebuild_from(positions[0].len(), around);
    }

    /// Rebuilds the tree for `count` positions. `around` returns the box around a run; it is called
    /// once for each run, in order.
    pub(crate) fn rebuild_from(
        &mut self,
        count: usize,
        mut around: impl FnMut(Range<usize>) -> Bounds,
    ) {
        self.count = count;
        self.levels.iter_mut().for_each(Vec::clear);
        for run in 0..self.runs() {
            let bounds = around(self.run(run));
            self.levels[0].push(bounds);
        }
        for level in 1..LEVELS {
            let (below, above) = self.levels.split_at_mut(level);
            let (below, above) = (&below[level - 1], &mut above[0]);
            if below.len() > 1 {
                above.extend(below.chunks(FAN).map(Bounds::around));
            }
        }
    }

    /// Number of runs of positions.
    pub(crate) fn runs(&self) -> usize {
        self.count.div_ceil(FAN)
    }

    /// The indices of the positions of a run.
    pub(crate) fn run(&self, index: usize) -> Range<usize> {
        index * FAN..(index * FAN + FAN).min(self.count)
    }

    /// The box around a run of positions.
    pub(crate) fn bounds(&self, run: usize) -> &Bounds {
        &self.levels[0][run]
    }

    /// The runs whose boxes pass the test, in ascending order. The test must hold for every box
    /// around a box for which it holds.
    pub(crate) fn runs_where<'a>(
        &'a self,
        passes: impl Fn(&Bounds) -> bool + 'a,
    ) -> impl Iterator<Item = Range<usize>> + 'a {
        let top = self.top();
        let (mut level, mut index) = (top, 0);
        std::iter::from_fn(move || loop {
            let passes = passes(self.levels[level].get(index)?);
            if passes && level > 0 {
                (level, index) = (level - 1, index * FAN);
                continue;
            }
            let (found_level, found) = (level, index);
            index += 1;
            while level < top && index % FAN == 0 {
                (level, index) = (level + 1, index / FAN);
            }
            if passes && found_level == 0 {
                return Some(self.run(found));
            }
        })
    }

    /// Visits runs, roughly from near to far. `visit` returns a limit; boxes with a gap above the
    /// last limit are skipped. `gap` returns the gap to a box.
    pub(crate) fn visit_near(
        &self,
        gap: impl Fn(&Bounds) -> f64,
        mut visit: impl FnMut(Range<usize>) -> f64,
    ) {
        if self.count > 0 {
            self.descend(self.top(), 0, f64::INFINITY, &gap, &mut visit);
        }
    }

    fn descend(
        &self,
        level: usize,
        index: usize,
        mut limit: f64,
        gap: &impl Fn(&Bounds) -> f64,
        visit: &mut impl FnMut(Range<usize>) -> f64,
    ) -> f64 {
        if level == 0 {
            return visit(self.run(index));
        }
        let first = index * FAN;
        let parts = &self.levels[level - 1][first..];
        let mut by_gap = [(0.0, 0); FAN];
        let count = parts.len().min(FAN);
        for (part, entry) in by_gap[..count].iter_mut().enumerate() {
            *entry = (gap(&parts[part]), first + part);
        }
        let by_gap = &mut by_gap[..count];
        by_gap.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for (gap_to_part, part) in by_gap {
            if *gap_to_part > limit {
                break;
            }
            limit = self.descend(level - 1, *part, limit, gap, visit);
        }
        limit
    }

    /// The level of the single box.
    fn top(&self) -> usize {
        let is_alone = |boxes: &Vec<Bounds>| boxes.len() <= 1;
        self.levels.iter().position(is_alone).unwrap_or(LEVELS - 1)
    }
}
