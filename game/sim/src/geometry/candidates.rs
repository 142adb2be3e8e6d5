//! Candidate triangles of a moving sphere.
//!
//! They are gathered so that a lower bound of the time of impact is computed for all of them at
//! once, one in each SIMD lane. Only candidates that may be met first are then tested exactly, one
//! at a time.

use super::{bvh::WIDTH, impact_bound::SpherePath};
use crate::math::{
    lanes::vector_at,
    prefetch::prefetch,
    simd::{LaneWork, SimdWidth},
    Vec3,
};

/// Number of triangles in a batch.
const BATCH: usize = 2 * WIDTH;

/// Number of iterations of conservative advancement.
const ITERATIONS: usize = 3;

/// Largest number of triangles whose exact tests take no longer than one iteration.
const FEW: u32 = 2;

/// Computes the bounds of a batch.
struct Bounds<'a> {
    path: &'a SpherePath,
    /// Corners of the triangles, relative to the path's start, by corner and axis.
    corners: &'a [[[f32; BATCH]; 3]; 3],
    /// Number of triangles.
    len: usize,
    /// Fraction of the path up to which contacts count.
    latest: f32,
    bounds: &'a mut [f32; BATCH],
}

impl LaneWork for Bounds<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        for lane in 0..BATCH {
            self.bounds[lane] = self.path.meets_plane(self.corners(lane));
        }
        for _ in 0..ITERATIONS {
            let mut left = 0;
            for lane in 0..BATCH {
                left += u32::from((lane < self.len) & (self.bounds[lane] <= self.latest));
            }
            if left <= FEW {
                return;
            }
            for lane in 0..BATCH {
                self.bounds[lane] = self
                    .path
                    .meets_nearest(self.bounds[lane], self.corners(lane));
            }
        }
    }
}

impl Bounds<'_> {
    #[inline(always)]
    fn corners(&self, lane: usize) -> [[f32; 3]; 3] {
        let [a, b, c] = &self.corners;
        [vector_at(a, lane), vector_at(b, lane), vector_at(c, lane)]
    }
}

/// Candidates that have not been tested yet, by the numbers of their triangles.
pub(super) struct Candidates<'a> {
    path: SpherePath,
    triangles: &'a [[Vec3; 3]],
    vectors: SimdWidth,
    numbers: [u32; BATCH],
    len: usize,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(path: SpherePath, triangles: &'a [[Vec3; 3]]) -> Self {
        Self {
            path,
            triangles,
            vectors: SimdWidth::widest(),
            numbers: [0; BATCH],
            len: 0,
        }
    }

    /// Adds a candidate. True if there is no room for another one; the candidates must then be
    /// tested first.
    #[inline(always)]
    pub(super) fn add(&mut self, number: u32) -> bool {
        prefetch(&self.triangles[number as usize]);
        self.numbers[self.len] = number;
        self.len += 1;
        self.len == BATCH
    }

    /// Tests the candidates, and removes all of them.
    ///
    /// Calls `test` with each candidate that the sphere may meet up to the fraction of its path
    /// that `test` returned last; before the first call this is `latest`. Returns the last
    /// fraction.
    pub(super) fn test(&mut self, mut latest: f64, mut test: impl FnMut(u32) -> f64) -> f64 {
        let len = std::mem::take(&mut self.len);
        if len == 0 {
            return latest;
        }
        let mut bounds = self.bounds(len, (latest as f32).next_up());
        // The candidate that is probably met first excludes most others.
        loop {
            let soonest = (1..len).fold(0, |soonest, it| {
                if bounds[it] < bounds[soonest] {
                    it
                } else {
                    soonest
                }
            });
            if f64::from(bounds[soonest]) > latest {
                return latest;
            }
            bounds[soonest] = f32::INFINITY;
            latest = test(self.numbers[soonest]);
        }
    }

    fn bounds(&self, len: usize, latest: f32) -> [f32; BATCH] {
        let mut bounds = [0.0; BATCH];
        // The exact tests of so few triangles cost no more than their bounds.
        if len <= FEW as usize {
            return bounds;
        }
        let start = self.path.start();
        let mut corners = [[[0.0; BATCH]; 3]; 3];
        for (lane, number) in self.numbers[..len].iter().enumerate() {
            let triangle = &self.triangles[*number as usize];
            for (corners, corner) in corners.iter_mut().zip(triangle) {
                for axis in 0..3 {
                    corners[axis][lane] = corner[axis] - start[axis];
                }
            }
        }
        self.vectors.run(Bounds {
            path: &self.path,
            corners: &corners,
            len,
            latest,
            bounds: &mut bounds,
        });
        bounds
    }
}
