//! The nearest boids of a single boid.

use super::{
    grid::{Extent, Grid, Pieces, Rows},
    inputs::NeighbourInputs,
    minimum_image::MinimumImage,
};
use crate::{boundary::PeriodicBox, math::vector::dot, state::boids::Boids};

/// Largest number of nearest boids.
const MOST: usize = 16;

/// Finds the nearest boids of single boids, among the sorted boids of a step. Sees across the sides
/// of a periodic box, but not across the surface of a periodic sphere.
pub(crate) struct NearestOf<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) boids: &'a Boids,
    pub(crate) inputs: &'a NeighbourInputs,
    pub(crate) periodic_box: Option<&'a PeriodicBox>,
    /// Largest distance of a neighbour, in metres: the reach of the grid.
    pub(crate) reach: f32,
}

/// The nearest boids so far, ordered by squared distance and then by slot.
struct Nearest {
    found: [(f32, u32); MOST],
    count: usize,
    most: usize,
}

impl NearestOf<'_> {
    /// Calls `visit` with the slots of the `count` nearest boids, at most 16, of the boid with this
    /// index. The nearest comes first.
    pub(crate) fn visit(&self, index: usize, count: usize, visit: impl FnMut(u32)) {
        let position = self.inputs.positions(self.boids, self.periodic_box);
        let here = position.map(|values| values[index]);
        let periods = self
            .periodic_box
            .map_or([f32::INFINITY; 3], PeriodicBox::periods);
        let image = MinimumImage::new(periods);
        let mut rows = Rows::new(self.grid);
        let mut pieces = Pieces::new();
        rows.find(
            index..index + 1,
            &Extent {
                low: here,
                high: here,
            },
        );
        rows.find_pieces(self.reach, &mut pieces);
        let mut nearest = Nearest {
            found: [(self.reach * self.reach, 0); MOST],
            count: 0,
            most: count.clamp(1, MOST),
        };
        for other in pieces.iter().flat_map(|piece| piece.range()) {
            if other == index {
                continue;
            }
            let offset = [0, 1, 2].map(|axis: usize| position[axis][other] - here[axis]);
            let offset = image.nearest(offset);
            nearest.offer((dot(offset, offset), self.boids.slot[other]));
        }
        let found = nearest.found[..nearest.count].iter();
        found.map(|(_, slot)| *slot).for_each(visit);
    }
}

impl Nearest {
    fn offer(&mut self, candidate: (f32, u32)) {
        // As long as there are fewer boids, this entry holds the reach.
        if candidate >= self.found[self.most - 1] {
            return;
        }
        let mut at = self.count.min(self.most - 1);
        while at > 0 && candidate < self.found[at - 1] {
            self.found[at] = self.found[at - 1];
            at -= 1;
        }
        self.found[at] = candidate;
        self.count = (self.count + 1).min(self.most);
    }
}
