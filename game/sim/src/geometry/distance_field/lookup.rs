//! Lookup of the distance field at several positions at a time, in SIMD lanes.

use super::{cell_index, Block, CellBound, DistanceField, BLOCK, ROUNDING};
use crate::math::{
    lanes::{load_all, store},
    simd::{LaneWork, SimdWidth},
    vector::length,
};

/// Looks up the distance field at positions.
struct DistanceLookup<'a> {
    field: &'a DistanceField,
    places: [&'a [f32]; 3],
    found: &'a mut [f32],
}

impl LaneWork for DistanceLookup<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let count = self.found.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let places = load_all::<LANES, 3>(&self.places, start, len);
            store(&self.field.lanes(&places), self.found, start, len);
        }
    }
}

impl DistanceField {
    /// Writes the lower bound of each position, in metres, into `found`.
    pub(in super::super) fn at_all(
        &self,
        places: [&[f32]; 3],
        vectors: SimdWidth,
        found: &mut [f32],
    ) {
        vectors.run(DistanceLookup {
            field: self,
            places,
            found,
        });
    }

    /// Lower bound of the distance of each position from the nearest surface, in metres, like
    /// [`at`](Self::at), without a branch for each position.
    #[inline(always)]
    pub(crate) fn lanes<const LANES: usize>(&self, places: &[[f32; LANES]; 3]) -> [f32; LANES] {
        let (mut cells, mut is_outside) = ([[0; LANES]; 3], [false; LANES]);
        for axis in 0..3 {
            for lane in 0..LANES {
                let along = (places[axis][lane] - self.origin[axis]) * self.per_metre;
                let is_in = self.is_in(along, axis);
                is_outside[lane] |= !is_in;
                cells[axis][lane] = if is_in { cell_index(along) } else { 0 };
            }
        }
        let (mut blocks, mut within) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let cell = |axis: usize| cells[axis][lane].cast_unsigned();
            blocks[lane] = self.block_of([cell(0), cell(1), cell(2)]);
            let inner = |axis: usize| cell(axis) & (BLOCK - 1);
            within[lane] = (inner(2) * BLOCK + inner(1)) * BLOCK + inner(0);
        }
        let mut known = [(Block(0), CellBound(0)); LANES];
        for lane in 0..LANES {
            let block = self.blocks[blocks[lane]];
            // Without a branch, the loads of all lanes run at the same time. For a block that is
            // not divided, an unrelated cell is loaded and ignored.
            let is_divided = block.is_divided();
            let number = if is_divided { block.number() } else { 0 };
            known[lane] = (block, self.cells[number][within[lane] as usize]);
        }
        let mut found = [0.0; LANES];
        for lane in 0..LANES {
            let (block, cell) = known[lane];
            let is_divided = block.is_divided();
            let offset = |axis: usize| {
                let at = cells[axis][lane];
                let middle = (at - (at & (BLOCK as i32 - 1)) + BLOCK as i32 / 2) as f32;
                let center = if is_divided { at as f32 + 0.5 } else { middle };
                places[axis][lane] - (self.origin[axis] + center * self.cell)
            };
            let offset = [offset(0), offset(1), offset(2)];
            let divided = cell.bound(offset, &self.heights);
            let whole = f32::from_bits(block.0) - length(offset) * ROUNDING;
            let bound = if is_divided { divided } else { whole };
            found[lane] = if bound > 0.0 { bound } else { 0.0 };
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
