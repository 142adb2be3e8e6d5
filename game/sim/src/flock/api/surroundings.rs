//! The boids around one boid, sorted as a step would sort them.

use crate::{
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs},
    settings::Backend,
    state::{
        boid_id::BoidId,
        boids::{Boid, BoidState, Boids},
        pose::Pose,
    },
    step::sort,
};

/// Copies of the boids around one boid, sorted along a grid.
pub(crate) struct Surroundings {
    pub(crate) boids: Boids,
    pub(crate) grid: Grid,
    pub(crate) inputs: NeighbourInputs,
    /// Index of this boid among `boids`.
    pub(crate) index: usize,
}

impl Surroundings {
    /// `None` if `one` is not among the boids.
    pub(crate) fn new(
        boids: impl Iterator<Item = Boid>,
        one: BoidId,
        criteria: &Criteria,
    ) -> Option<Self> {
        let (mut unsorted, mut sorted) = (Boids::default(), Boids::default());
        for Boid {
            id,
            position,
            velocity,
        } in boids
        {
            let state = BoidState {
                position,
                velocity,
                slot: id.slot(),
                pose: Pose::default(),
            };
            unsorted.push(&state);
            sorted.push(&state);
        }
        let mut grid = Grid::default();
        let backend = Backend::SingleThread;
        sort(&mut grid, &mut sorted, &unsorted, criteria, backend);
        let mut inputs = NeighbourInputs::default();
        inputs.prepare(&sorted, criteria, backend);
        let index = sorted.slot.iter().position(|slot| *slot == one.slot())?;
        Some(Self {
            boids: sorted,
            grid,
            inputs,
            index,
        })
    }
}
