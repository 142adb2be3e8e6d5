//! Sums over the boids of other flocks.

use crate::neighbours::{k_nearest::KthNearest, nearest_of_all::NearestOfAll, sums::NeighbourSums};

/// Sums over the boids of other flocks, for up to N boids: cohesion, separation, alignment and the
/// counts.
pub(crate) struct OtherSums<const N: usize> {
    pub(super) sums: [[[f32; N]; 3]; 4],
    /// For each boid, the k-th nearest boid of all flocks; set only if the k nearest count.
    pub(super) nearest: NearestOfAll<N>,
}

impl<const N: usize> OtherSums<N> {
    pub(crate) fn new() -> Self {
        Self {
            sums: [[[0.0; N]; 3]; 4],
            nearest: NearestOfAll::new(),
        }
    }

    /// The k-th nearest boids, for the boids from `start` on.
    #[inline(always)]
    pub(crate) fn nearest<const LANES: usize>(&self, start: usize) -> KthNearest<LANES> {
        self.nearest.load(start)
    }

    /// Adds the sums of the boids `start..start + len` to the sums over their own flock.
    #[inline(always)]
    pub(crate) fn add_to<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        start: usize,
        len: usize,
    ) {
        let [cohesion, separation, alignment, counts] = &self.sums;
        for axis in 0..3 {
            for lane in 0..len {
                sums.cohesion[axis][lane] += cohesion[axis][start + lane];
                sums.separation[axis][lane] += separation[axis][start + lane];
                sums.alignment[axis][lane] += alignment[axis][start + lane];
                sums.counts[axis][lane] += counts[axis][start + lane];
            }
        }
    }

    /// Adds the sums over one other flock, multiplied by a weight.
    #[inline(always)]
    pub(super) fn add<const LANES: usize>(
        &mut self,
        found: &NeighbourSums<LANES>,
        weight: f32,
        start: usize,
        len: usize,
    ) {
        let [cohesion, separation, alignment, counts] = &mut self.sums;
        for axis in 0..3 {
            for lane in 0..len {
                cohesion[axis][start + lane] += weight * found.cohesion[axis][lane];
                separation[axis][start + lane] += weight * found.separation[axis][lane];
                alignment[axis][start + lane] += weight * found.alignment[axis][lane];
                counts[axis][start + lane] += weight * found.counts[axis][lane];
            }
        }
    }
}
