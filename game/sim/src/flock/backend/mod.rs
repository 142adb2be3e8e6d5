//! What makes the steps of a flock: the CPU or a GPU. [`choice`] decides which, [`stepping`] makes the
//! steps on a GPU, and [`readback`] tells where the boids are.

mod among;
mod choice;
mod readback;
mod reserve;
mod step_inputs;
mod stepping;
#[cfg(all(test, feature = "gpu"))]
mod tests;

pub(crate) use among::{choose_together, leave_gpu_together};
pub(crate) use step_inputs::InputSources;

use crate::{
    neighbours::{grid::Grid, inputs::NeighbourInputs},
    steering::avoidance::LookQueue,
};

/// What makes the steps of a flock.
#[derive(Default)]
pub(crate) struct Backend {
    pub(crate) grid: Grid,
    pub(crate) search: NeighbourInputs,
    pub(crate) queue: LookQueue,
}
