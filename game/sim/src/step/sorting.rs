//! The boids sorted along the grid, as the stages read them.

use crate::{
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs},
    settings::Backend,
    state::{boids::Boids, threads::run},
};

/// The boids before the step, sorted along the grid, with the inputs of the neighbour search.
#[derive(Clone, Copy)]
pub(super) struct Sorted<'a> {
    pub(super) boids: &'a Boids,
    pub(super) grid: &'a Grid,
    pub(super) inputs: &'a NeighbourInputs,
}

/// Sorts `boids` along the grid into `sorted`, which has the same length.
pub(crate) fn sort(
    grid: &mut Grid,
    sorted: &mut Boids,
    boids: &Boids,
    criteria: &Criteria,
    backend: Backend,
) {
    grid.sort(
        boids,
        criteria.reach,
        criteria.periodic_box.as_ref(),
        backend,
    );
    let grid = &*grid;
    run(backend, sorted.all_mut(), |part| {
        let order = grid.order(part.first..part.first + part.len());
        part.gather(boids, order);
    });
}
