//! Stored sums over neighbours: those of all boids of a mixed flock, found by one search.

use crate::{math::lanes::store, neighbours::sums::NeighbourSums, state::floats::FloatsMut};

/// Numbers that are summed for each boid: the vectors of cohesion, separation and alignment, and
/// the counts.
pub(super) const NUMBERS: usize = 12;

/// The sums of a range of boids, for writing.
pub(crate) struct SumsMut<'a>(pub(super) FloatsMut<'a, NUMBERS>);

impl SumsMut<'_> {
    /// Writes the sums of the boids `start..start + len` of the range. Without `COUNTS` the stored
    /// counts are meaningless.
    #[inline(always)]
    pub(crate) fn store<const LANES: usize, const COUNTS: bool>(
        &mut self,
        sums: &NeighbourSums<LANES>,
        start: usize,
        len: usize,
    ) {
        let kinds = [
            &sums.cohesion,
            &sums.separation,
            &sums.alignment,
            &sums.counts,
        ];
        let kinds = kinds.into_iter().take(if COUNTS { 4 } else { 3 });
        for (kind, lanes) in kinds.enumerate() {
            for axis in 0..3 {
                store(&lanes[axis], self.0.arrays[3 * kind + axis], start, len);
            }
        }
    }
}

/// The sums of some boids, for reading.
#[derive(Clone, Copy)]
pub(crate) struct KnownSums<'a> {
    pub(super) sums: &'a [Vec<f32>; NUMBERS],
    pub(super) places: &'a [u32],
    pub(super) order: &'a [u32],
}

impl KnownSums<'_> {
    /// Loads the sums of the boids `start..start + len`, with zero counts without `COUNTS`. Lanes
    /// beyond `len` repeat the first boid.
    #[inline(always)]
    pub(crate) fn load<const LANES: usize, const COUNTS: bool>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        start: usize,
        len: usize,
    ) {
        let mut places = [0; LANES];
        for lane in 0..LANES {
            let index = start + if lane < len { lane } else { 0 };
            places[lane] = self.places[self.order[index] as usize] as usize;
        }
        let kinds = [
            &mut sums.cohesion,
            &mut sums.separation,
            &mut sums.alignment,
            &mut sums.counts,
        ];
        let kinds = kinds.into_iter().take(if COUNTS { 4 } else { 3 });
        for (kind, lanes) in kinds.enumerate() {
            for axis in 0..3 {
                let values = self.sums[3 * kind + axis].as_slice();
                for lane in 0..LANES {
                    lanes[axis][lane] = values[places[lane]];
                }
            }
        }
    }
}
