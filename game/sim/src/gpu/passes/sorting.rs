//! Stages for the counting sort along the grid.

use super::{
    parts::{AXIS, BOIDS, CELL_BLOCKS, PERIODIC_BOX, PLACE_IN_GRID, PREFIX_SUM},
    stage::{pass, stage, Pass, Stage},
};
use crate::{
    gpu::{
        grid::{blocks, GridLayout, GridUniform, BOUNDS_PER_THREAD},
        pipeline::WORKGROUP,
    },
    neighbours::grid::most_cells,
};

/// Number of threads of a pass over blocks of cells.
fn by_block(boids: usize) -> usize {
    WORKGROUP * blocks(most_cells(boids))
}

/// Sorts the boids along the grid; boids that leave end up behind all others.
pub(super) static SORT: Stage = stage(
    |_| true,
    &[
        pass!(
            find_bounds,
            [PLACE_IN_GRID, BOIDS],
            |it| vec![&it.grid.uniform, &it.boundary, &it.current.places, &it.grid.bounds],
            threads: |boids| boids.div_ceil(BOUNDS_PER_THREAD),
        ),
        pass!(
            lay_out_grid,
            [GridUniform::PART, GridLayout::PART, PERIODIC_BOX],
            |it| vec![&it.grid.uniform, &it.boundary, &it.grid.bounds, &it.grid.layout],
            threads: |_| 1,
        ),
        pass!(count_boids, [PLACE_IN_GRID, AXIS, BOIDS], |it| {
            let grid = &it.grid;
            vec![
                &grid.uniform,
                &it.boundary,
                &grid.layout,
                &it.current.places,
                &grid.counts,
                &grid.arrivals,
            ]
        }),
        pass!(
            sum_blocks,
            [CELL_BLOCKS],
            |it| vec![&it.grid.layout, &it.grid.counts, &it.grid.block_sums],
            threads: by_block,
        ),
        pass!(
            scan_blocks,
            [CELL_BLOCKS],
            |it| vec![&it.grid.layout, &it.grid.block_sums],
            threads: |_| 1,
        ),
        pass!(
            find_starts,
            [CELL_BLOCKS],
            |it| {
                let grid = &it.grid;
                vec![&grid.layout, &grid.counts, &grid.block_sums, &grid.starts]
            },
            threads: by_block,
        ),
        pass!(place_boids, [GridUniform::PART], |it| {
            let grid = &it.grid;
            vec![
                &grid.uniform,
                &grid.arrivals,
                &grid.starts,
                &grid.arrived,
                &grid.cells,
            ]
        }),
        pass!(find_order, [GridUniform::PART, PREFIX_SUM], |it| {
            let grid = &it.grid;
            vec![
                &grid.uniform,
                &grid.arrived,
                &grid.cells,
                &grid.starts,
                &grid.order,
            ]
        }),
        pass!(reorder, [GridUniform::PART, BOIDS], |it| {
            let (current, before) = (&it.current, &it.before);
            vec![
                &it.grid.uniform,
                &it.grid.order,
                &current.places,
                &current.motions,
                &current.orientations,
                &before.places,
                &before.motions,
                &before.orientations,
            ]
        }),
    ],
);

/// Computes the positions of the boids in the frame of a periodic box, for the neighbour search.
pub(super) static FOLD: Stage = stage(
    |it| it.has_periodic_box,
    &[pass!(
        fold_positions,
        [GridUniform::PART, PERIODIC_BOX, BOIDS],
        |it| {
            let search_places = it.grid.search_places(&it.before.places);
            vec![
                &it.grid.uniform,
                &it.boundary,
                &it.before.places,
                search_places,
            ]
        }
    )],
);
