//! The clearances of many places at a time.

use super::{Clearances, BLOCK, BLOCK_BITS, ROUNDING};
use crate::vectors::{load_all, store, Work};

/// Looks up the clearances of places.
pub(crate) struct ManyClearances<'a> {
    pub(crate) clearances: &'a Clearances,
    pub(crate) places: [&'a [f32]; 3],
    pub(crate) found: &'a mut [f32],
}

impl Work for ManyClearances<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let count = self.found.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let places = load_all::<LANES, 3>(&self.places, start, len);
            store(&self.clearances.lanes(&places), self.found, start, len);
        }
    }
}

impl Clearances {
    /// The same as [`at`](Self::at), without a branch for each place.
    #[inline(always)]
    fn lanes<const LANES: usize>(&self, places: &[[f32; LANES]; 3]) -> [f32; LANES] {
        let (mut cells, mut is_outside) = ([[0; LANES]; 3], [false; LANES]);
        for axis in 0..3 {
            for lane in 0..LANES {
                let along = (places[axis][lane] - self.origin[axis]) * self.per_metre;
                is_outside[lane] |= !((along >= 0.0) & (along < self.size[axis]));
                cells[axis][lane] = along as u32;
            }
        }
        let (mut blocks, mut within) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let cell = |axis: usize| {
                if is_outside[lane] {
                    0
                } else {
                    cells[axis][lane]
                }
            };
            let block = |axis: usize| (cell(axis) >> BLOCK_BITS) * self.strides[axis];
            let inner = |axis: usize| cell(axis) & (BLOCK - 1);
            blocks[lane] = block(0) + block(1) + block(2);
            within[lane] = (inner(2) * BLOCK + inner(1)) * BLOCK + inner(0);
        }
        let (mut distances, mut is_divided) = ([0.0; LANES], [false; LANES]);
        for lane in 0..LANES {
            let block = self.blocks[blocks[lane] as usize];
            is_divided[lane] = block.is_divided();
            distances[lane] = match block.is_divided() {
                true => self.distance_in(block, within[lane]),
                false => f32::from_bits(block.0),
            };
        }
        let mut squared = [0.0; LANES];
        for axis in 0..3 {
            for lane in 0..LANES {
                let cell = cells[axis][lane];
                let middle = (cell - (cell & (BLOCK - 1)) + BLOCK / 2) as f32;
                let center = if is_divided[lane] {
                    cell as f32 + 0.5
                } else {
                    middle
                };
                let way = places[axis][lane] - (self.origin[axis] + center * self.cell);
                squared[lane] += way * way;
            }
        }
        let mut found = [0.0; LANES];
        for lane in 0..LANES {
            let clearance = distances[lane] - squared[lane].sqrt() * ROUNDING;
            found[lane] = if clearance > 0.0 { clearance } else { 0.0 };
        }
        if is_outside.contains(&true) {
            for lane in 0..LANES {
                if is_outside[lane] {
                    found[lane] = self.outside([0, 1, 2].map(|axis| places[axis][lane]));
                }
            }
        }
        found
    }
}
