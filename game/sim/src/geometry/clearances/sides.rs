//! Which blocks without a surface are inside of a solid.

use super::{
    super::{clearance::is_inside, Geometry},
    Clearances, BLOCK,
};
use crate::Vec3;

/// What is known of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// A surface may run through it.
    Unknown,
    Outside,
    Inside,
}

impl Clearances {
    /// Whether a place is inside of a solid, where no surface is near; none where one is.
    pub(crate) fn is_inside(&self, place: Vec3) -> Option<bool> {
        let side = match self.cell(place.into()) {
            Some(cell) => self.sides[self.block_of(cell)],
            None => Side::Outside,
        };
        match side {
            Side::Unknown => None,
            side => Some(side == Side::Inside),
        }
    }

    /// Finds out the sides of all blocks that are not divided. No surface runs between the centres of two of them that are
    /// side by side, as both are farther from every surface than half of the way: so one place tells for all that hang
    /// together.
    pub(super) fn find_sides(&mut self, geometry: &Geometry) {
        let mut sides = vec![Side::Unknown; self.blocks.len()];
        let mut waiting = Vec::new();
        for first in 0..self.blocks.len() {
            if sides[first] != Side::Unknown || self.blocks[first].is_divided() {
                continue;
            }
            let side = match is_inside(geometry, &self.center(first).cast()) {
                true => Side::Inside,
                false => Side::Outside,
            };
            sides[first] = side;
            waiting.push(first);
            while let Some(block) = waiting.pop() {
                for beside in self.beside(block) {
                    if sides[beside] == Side::Unknown && !self.blocks[beside].is_divided() {
                        sides[beside] = side;
                        waiting.push(beside);
                    }
                }
            }
        }
        self.sides = sides;
    }

    /// The centre of a block.
    fn center(&self, block: usize) -> Vec3 {
        let place = self.coordinates(block);
        let center =
            [0, 1, 2].map(|axis| (place[axis] * BLOCK as usize) as f32 + BLOCK as f32 / 2.0);
        self.place(center)
    }

    /// The blocks that share a face with one.
    fn beside(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let place = self.coordinates(block);
        (0..3).flat_map(move |axis| {
            let stride = self.strides[axis] as usize;
            let last = self.size[axis] as usize / BLOCK as usize - 1;
            let before = (place[axis] > 0).then(|| block - stride);
            let after = (place[axis] < last).then(|| block + stride);
            before.into_iter().chain(after)
        })
    }

    /// Where a block is, in blocks from the origin.
    pub(super) fn coordinates(&self, block: usize) -> [usize; 3] {
        let [_, row, layer] = self.strides.map(|stride| stride as usize);
        [block % row, block % layer / row, block / layer]
    }
}
