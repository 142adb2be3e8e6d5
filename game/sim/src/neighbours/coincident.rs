//! Separation of boids at exactly the same position.
//!
//! The offset between two such boids is zero, so the sums do not separate them. With equal
//! velocities they would make the same step, and every step after it. Each of them therefore adds a
//! short offset to its sum for separation. Its direction follows from the two slots, and is
//! opposite for the other boid.
//!
//! Boids at one position lie in one cell of the grid. So before a block of boids searches its
//! neighbours, each boid is compared with the boids after it in its cell, on average less than one.
//! Only if two positions are equal, or if a cell holds too many boids for this, the groups of the
//! block compare themselves with the boids of their cells. The loop over the candidates needs no
//! extra test.
//!
//! A group looks at each boid of its cells once. These are a small part of its candidates, or at
//! most all of them if they lie in one cell.

use super::{
    group::LaneGroup,
    k_nearest::KthNearest,
    sums::{NeighbourSearch, NeighbourSums},
};
use crate::math::{
    lanes::Lanes,
    random::pair_vector,
    simd::{LaneWork, SimdWidth},
};
use std::ops::Range;

/// Typical length of the offset, as a share of the radius of separation.
pub(crate) const OFFSET: f32 = 0.01;

/// Inverse of the typical length of a [`pair_vector`].
pub(crate) const PER_VECTOR: f32 = 1.0 / 256.0;

/// Number of boids in a cell up to which each is compared with the boids after it.
const CROWDED: usize = 64;

/// Factor from a [`pair_vector`] to an offset in metres. `radius_squared` is the squared radius of
/// separation.
pub(crate) fn offset_scale(radius_squared: f32) -> f32 {
    OFFSET * PER_VECTOR * radius_squared.sqrt()
}

impl<const VIEW: bool, const SELECTIVE: bool, const WRAPS: bool, const NEAREST: bool>
    NeighbourSearch<'_, VIEW, SELECTIVE, WRAPS, NEAREST>
{
    /// True if some of these boids may be at the same position as another boid.
    ///
    /// It is true if two boids of a cell are at the same position, or if a cell is crowded. The
    /// cells are those of these boids, including the boids before them in the first cell.
    pub(crate) fn has_coincident(&self, boids: Range<usize>) -> bool {
        if boids.is_empty() || self.criteria.radii_squared[1] <= 0.0 {
            return false;
        }
        let first = self.grid.cell_mates(boids.start, boids.start).start;
        if boids.start - first > CROWDED {
            return true;
        }
        has_coincident(self.grid.sorted_cells(), &self.position, first..boids.end)
    }

    /// Adds the offsets for other boids at the same position to the sums for separation of a group.
    /// The group fills the first `len` lanes.
    #[inline(never)]
    pub(super) fn add_coincident<const LANES: usize>(
        &self,
        sums: &mut NeighbourSums<LANES>,
        group: &LaneGroup<LANES>,
        last: &KthNearest<LANES>,
        len: usize,
    ) {
        let [first, last_of_group] = [0, len - 1].map(|lane| group.index[lane] as usize);
        let mates = self.grid.cell_mates(first, last_of_group);
        let is_close = SELECTIVE && self.criteria.close_squared > 0.0;
        let weight = if is_close {
            1.0 + self.criteria.close_weight
        } else {
            1.0
        };
        let scale = weight * offset_scale(self.criteria.radii_squared[1]);
        SimdWidth::widest().run(AddCoincident {
            search: self,
            separation: &mut sums.separation,
            group,
            last,
            len,
            mates,
            scale,
        });
    }
}

/// Adds the offsets for boids at the same position, one boid of the group in each lane. It is
/// compiled separately from the search, which is large.
struct AddCoincident<
    'a,
    const LANES: usize,
    const VIEW: bool,
    const SELECTIVE: bool,
    const WRAPS: bool,
    const NEAREST: bool,
> {
    search: &'a NeighbourSearch<'a, VIEW, SELECTIVE, WRAPS, NEAREST>,
    separation: &'a mut Lanes<LANES>,
    group: &'a LaneGroup<LANES>,
    last: &'a KthNearest<LANES>,
    len: usize,
    /// The boids in the cells of the group.
    mates: Range<usize>,
    scale: f32,
}

impl<
        const SEEKERS: usize,
        const VIEW: bool,
        const SELECTIVE: bool,
        const WRAPS: bool,
        const NEAREST: bool,
    > LaneWork for AddCoincident<'_, SEEKERS, VIEW, SELECTIVE, WRAPS, NEAREST>
{
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let (search, group) = (self.search, self.group);
        let slots = group.slots(search.slot);
        let [x, y, z] = search.position;
        for other in self.mates {
            let (at, slot) = ([x[other], y[other], z[other]], search.slot[other]);
            let mut is_there = [false; SEEKERS];
            let mut are_some = false;
            for lane in 0..SEEKERS {
                is_there[lane] = (group.position[0][lane] == at[0])
                    & (group.position[1][lane] == at[1])
                    & (group.position[2][lane] == at[2])
                    & (group.index[lane] != other as u32)
                    & (lane < self.len);
                are_some |= is_there[lane];
            }
            if !are_some {
                continue;
            }
            for lane in 0..SEEKERS {
                let counts = !NEAREST || self.last.includes(lane, 0.0, slot);
                let offset = pair_vector(slots[lane], slot);
                for axis in 0..3 {
                    let sum = &mut self.separation[axis][lane];
                    let with = *sum + self.scale * offset[axis];
                    *sum = if is_there[lane] & counts { with } else { *sum };
                }
            }
        }
    }
}

/// True if one of these boids is at the position of a later boid of its cell, or if their cell is
/// crowded.
///
/// All boids are compared with the next boid, then with the one after it, and so on, until no two
/// compared boids share a cell. The compiler vectorises this order.
fn has_coincident(cells: &[u32], [x, y, z]: &[&[f32]; 3], boids: Range<usize>) -> bool {
    for ahead in 1.. {
        let end = boids.end.min(cells.len().saturating_sub(ahead));
        if boids.start >= end {
            break;
        }
        let (here, there) = (boids.start..end, boids.start + ahead..end + ahead);
        let (mut share_cell, mut share_x) = (false, false);
        let cells = cells[here.clone()].iter().zip(&cells[there.clone()]);
        let places = x[here.clone()].iter().zip(&x[there.clone()]);
        for ((cell, other_cell), (place, other_place)) in cells.zip(places) {
            share_cell |= cell == other_cell;
            share_x |= (cell == other_cell) & (place == other_place);
        }
        let is_at = |(a, b)| x[a] == x[b] && y[a] == y[b] && z[a] == z[b];
        if share_x && here.zip(there).any(is_at) {
            return true;
        }
        if !share_cell {
            break;
        }
        if ahead >= CROWDED {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowded_cell_is_not_searched_and_others_are() {
        let x: Vec<f32> = (0..100_000).map(|index| index as f32).collect();
        let same = vec![0.0; x.len()];
        let position: [&[f32]; 3] = [&x, &same, &same];
        // In one cell: to compare each boid with all boids after it would take five thousand
        // million comparisons.
        assert!(has_coincident(&vec![7; x.len()], &position, 0..x.len()));
        let alone: Vec<u32> = (0..x.len() as u32).map(|index| index / 60).collect();
        assert!(!has_coincident(&alone, &position, 0..x.len()));
        let mut x = x.clone();
        x[119] = x[61];
        let position: [&[f32]; 3] = [&x, &same, &same];
        assert!(has_coincident(&alone, &position, 60..120));
        assert!(!has_coincident(&alone, &position, 120..x.len()));
    }
}
