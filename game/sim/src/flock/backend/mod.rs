//! The backend of a flock, which computes its steps on the CPU or on a GPU.
//!
//! [`choice`] decides between them, [`among`] does so for related flocks, and [`readback`] returns
//! the boids wherever they are.

mod among;
mod choice;
mod readback;
mod reserve;
mod step_inputs;
#[cfg(all(test, feature = "gpu"))]
mod tests;

pub(crate) use among::{choose_together, leave_gpu_together};
pub(crate) use step_inputs::InputSources;

use crate::{
    neighbours::{grid::Grid, inputs::NeighbourInputs},
    steering::avoidance::LookQueue,
};

/// Buffers that steps on the CPU reuse: the grid, the inputs of the neighbour search, the queue of
/// looks.
#[derive(Default)]
pub(crate) struct CpuBuffers {
    pub(crate) grid: Grid,
    pub(crate) search: NeighbourInputs,
    pub(crate) queue: LookQueue,
}
