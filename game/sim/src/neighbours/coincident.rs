//! Separation of boids at the very same position.
//!
//! The offset between two such boids is zero, so the sums tell them nothing of each other. With
//! equal velocities they would make the same step, and every step after it. Each of them therefore
//! adds a short offset to its sum for separation, in a direction that follows from the slots of the
//! two, and is the opposite one for the other boid.
//!
//! Boids at one position lie in one cell of the grid. A group of lanes compares itself with the
//! boids of its own cells, about a twentieth of its candidates, and only along the first axis
//! unless two boids agree there. So the loop over the candidates needs no test of its own.

use super::{
    group::LaneGroup,
    k_nearest::KthNearest,
    sums::{NeighbourSearch, NeighbourSums},
};
use crate::math::random::pair_vector;
use std::ops::Range;

/// Typical length of the offset, as a share of the radius of separation.
pub(crate) const OFFSET: f32 = 0.01;

/// Inverse of the typical length of a [`pair_vector`].
pub(crate) const PER_VECTOR: f32 = 1.0 / 256.0;

/// Factor that makes an offset of a [`pair_vector`]. `radius_squared` is that of separation.
pub(crate) fn offset_scale(radius_squared: f32) -> f32 {
    OFFSET * PER_VECTOR * radius_squared.sqrt()
}

impl<const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'_, SELECTIVE, WRAPS, NEAREST>
{
    /// Adds to the sums for separation where boids of the group, the first `len` lanes, have others
    /// at their position.
    #[inline(always)]
    pub(super) fn add_coincident<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        last: &KthNearest<LANES>,
        len: usize,
    ) {
        let is_separated = self.criteria.radii_squared[1] > 0.0;
        let mates = self.grid.cell_mates(group.index[0] as usize, len);
        if is_separated
            && self.agree::<LANES, 1>(group, mates.clone())
            && self.agree::<LANES, 3>(group, mates.clone())
        {
            self.separate(sums, group, last, len, mates);
        }
    }

    /// True if the position of a boid of the group agrees with that of another boid along the first
    /// N axes.
    #[inline(always)]
    fn agree<const LANES: usize, const AXES: usize>(
        &self,
        group: &LaneGroup<LANES>,
        mates: Range<usize>,
    ) -> bool {
        let positions = self.position.map(|values| &values[mates.clone()]);
        let own = group.position;
        // Every boid agrees with itself. Floats, so that the loop is one of vector instructions.
        let mut counts = [0.0; LANES];
        for other in 0..mates.len() {
            let [x, y, z] = positions.map(|values| values[other]);
            for lane in 0..LANES {
                let mut agrees = x == own[0][lane];
                if AXES > 1 {
                    agrees &= (y == own[1][lane]) & (z == own[2][lane]);
                }
                counts[lane] += if agrees { 1.0 } else { 0.0 };
            }
        }
        let mut is_any = false;
        for count in counts {
            is_any |= count > 1.0;
        }
        is_any
    }

    #[inline(never)]
    fn separate<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        last: &KthNearest<LANES>,
        len: usize,
        mates: Range<usize>,
    ) {
        let is_close = SELECTIVE && self.criteria.close_squared > 0.0;
        let weight = match is_close {
            true => 1.0 + self.criteria.close_weight,
            false => 1.0,
        };
        let scale = weight * offset_scale(self.criteria.radii_squared[1]);
        for lane in 0..len {
            let index = group.index[lane] as usize;
            let position = |index: usize| self.position.map(|values| values[index]);
            for other in mates.clone() {
                let slot = self.slot[other];
                let counts = !NEAREST || last.includes(lane, 0.0, slot);
                if other == index || !counts || position(other) != position(index) {
                    continue;
                }
                let offset = pair_vector(self.slot[index], slot);
                for axis in 0..3 {
                    sums.separation[axis][lane] += scale * offset[axis];
                }
            }
        }
    }
}
