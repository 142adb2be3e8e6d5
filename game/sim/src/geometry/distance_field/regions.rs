//! Connected regions of blocks without a surface in between. Whether a position is inside a solid
//! is the same for all positions of a region.

use super::{
    super::{
        surfaces::{is_inside, Weight, DIRECTIONS},
        triangle_mesh::TriangleMesh,
    },
    DistanceField, RegionNumber, BLOCK,
};
use crate::math::Vec3;

/// Part of the clearance that a stride of a walk covers, so that rounding leads no stride through a
/// surface.
const STRIDE: f32 = 0.9;

/// Maximum number of strides in one direction. A walk away from a surface almost doubles its
/// clearance with each stride, so eight reach the next block without a surface, if there is one.
const MAX_STRIDES: usize = 8;

impl DistanceField {
    /// The same as [`is_inside`](Self::is_inside), but near a surface it looks for a position of
    /// the same side that is farther from every surface. `None` if there is none close by.
    pub(crate) fn find_inside(&self, place: Vec3, inside: &[bool]) -> Option<bool> {
        self.is_inside(place, inside).or_else(|| {
            let mut directions = DIRECTIONS
                .iter()
                .map(|axes| Vec3::from(axes.map(|x| x as f32)));
            directions.find_map(|direction| {
                self.walk_inside(place, direction, inside)
                    .or_else(|| self.walk_inside(place, -direction, inside))
            })
        })
    }

    /// Walks in a direction until [`is_inside`](Self::is_inside) is known. Each stride is shorter
    /// than the distance to the nearest surface, so all positions of the walk are on one side.
    fn walk_inside(&self, start: Vec3, direction: Vec3, inside: &[bool]) -> Option<bool> {
        let mut place = start;
        for _ in 0..MAX_STRIDES {
            let clearance = self.at(place.into());
            let next = place + direction * (clearance * STRIDE);
            // Far from the origin, rounding may make a stride longer than the clearance.
            let is_safe = (next - place).norm() < clearance;
            if !is_safe {
                return None;
            }
            place = next;
            if let Some(side) = self.is_inside(place, inside) {
                return Some(side);
            }
        }
        None
    }

    /// True if a position is inside a solid; `None` near a surface and among strays. `inside` is
    /// the result of [`inside`](Self::inside).
    pub(crate) fn is_inside(&self, place: Vec3, inside: &[bool]) -> Option<bool> {
        let Some(cell) = self.cell(place.into()) else {
            // No solid reaches beyond the grid, except among the strays.
            return self.beyond.is_none().then_some(false);
        };
        match self.regions[self.block_of(cell)] {
            0 => None,
            region => Some(inside[usize::from(region)]),
        }
    }

    /// For each region, by its number, true if it is inside a solid with these weights.
    pub(in super::super) fn inside(&self, mesh: &TriangleMesh, weights: &[Weight]) -> Vec<bool> {
        let places = self.places.iter();
        let inside = places.map(|place| is_inside(mesh, weights, &place.cast()));
        std::iter::once(false).chain(inside).collect()
    }

    /// Finds the regions of all blocks that are not divided, by flood fill.
    ///
    /// No surface runs between the centres of two adjacent blocks of this kind, because each centre
    /// is farther from every surface than half of the distance between them. So one position
    /// represents its region. Blocks beyond the largest region number remain unknown.
    pub(super) fn find_regions(&mut self) {
        let mut regions: Vec<RegionNumber> = vec![0; self.blocks.len()];
        let mut places = Vec::new();
        let mut stack = Vec::new();
        for first in 0..self.blocks.len() {
            if regions[first] != 0 || self.blocks[first].is_divided() {
                continue;
            }
            let Ok(region) = RegionNumber::try_from(places.len() + 1) else {
                break;
            };
            places.push(self.center(first));
            regions[first] = region;
            stack.push(first);
            while let Some(block) = stack.pop() {
                for adjacent in self.adjacent(block) {
                    if regions[adjacent] == 0 && !self.blocks[adjacent].is_divided() {
                        regions[adjacent] = region;
                        stack.push(adjacent);
                    }
                }
            }
        }
        (self.regions, self.places) = (regions, places);
    }

    /// Centre of a block.
    fn center(&self, block: usize) -> Vec3 {
        let place = self.coordinates(block);
        let center =
            [0, 1, 2].map(|axis| (place[axis] * BLOCK as usize) as f32 + BLOCK as f32 / 2.0);
        self.place(center)
    }

    /// The blocks that share a face with a block.
    fn adjacent(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let place = self.coordinates(block);
        (0..3).flat_map(move |axis| {
            let stride = self.strides[axis] as usize;
            let last = self.size[axis] as usize / BLOCK as usize - 1;
            let before = (place[axis] > 0).then(|| block - stride);
            let after = (place[axis] < last).then(|| block + stride);
            before.into_iter().chain(after)
        })
    }

    /// Position of a block, in blocks from the origin.
    pub(super) fn coordinates(&self, block: usize) -> [usize; 3] {
        let [_, row, layer] = self.strides.map(|stride| stride as usize);
        [block % row, block % layer / row, block / layer]
    }
}
