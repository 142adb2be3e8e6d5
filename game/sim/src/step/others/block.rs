//! A block of boids that looks for boids of other flocks.

use crate::{
    math::simd::SimdWidth,
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs, seekers::Seekers},
    state::boids::Boids,
};

/// The boids of a block, and what their search in other flocks needs.
#[derive(Clone, Copy)]
pub(crate) struct BlockAmongOthers<'a> {
    /// All boids of the own flock, and the grid along which they are sorted.
    pub(crate) boids: &'a Boids,
    pub(crate) grid: &'a Grid,
    /// Search criteria of the own flock.
    pub(crate) criteria: &'a Criteria,
    pub(crate) inputs: &'a NeighbourInputs,
    pub(crate) seekers: Seekers<'a>,
    pub(crate) vectors: SimdWidth,
}
