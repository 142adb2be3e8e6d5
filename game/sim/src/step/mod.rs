//! One step of a flock, from the previous state, sorted along the grid, to the next state.
//!
//! This layer is the only place that knows the order of the stages on the CPU: [`Step::make`] sorts
//! and spends the budget of rays, [`stages`] does the other stages for a block of boids, with
//! [`velocities`] for those that steer, and [`neighbour_loop`] does rules, wander and custom rule for a
//! group of them. The GPU's lists of passes have the same order.

pub(crate) mod counters;
mod due_boids;
mod inputs;
pub(crate) mod level;
#[cfg(feature = "gpu")]
pub(crate) mod meaning;
pub(crate) mod mixed_flock;
pub(crate) mod neighbour_loop;
pub(crate) mod others;
pub(crate) mod pace;
mod parameters;
mod sorting;
mod stages;
mod steering_boids;
mod stored_sums;
mod velocities;

pub(crate) use inputs::{Pacing, StepInputs, StepTime};
pub(crate) use parameters::Step;
pub(crate) use sorting::sort;

use crate::{
    neighbours::{grid::Grid, inputs::NeighbourInputs},
    state::{
        boids::Boids,
        threads::{sum, thread_count},
    },
    steering::avoidance::{BudgetUse, LookQueue},
};
use counters::{StepCounters, StepPart};
use sorting::Sorted;
use web_time::Instant;

impl Step<'_> {
    /// Advances `current` by one step, and stores the state before it in `previous`, in the same
    /// order. Returns the counters of the step.
    pub(crate) fn make(
        &self,
        grid: &mut Grid,
        inputs: &mut NeighbourInputs,
        queue: &mut LookQueue,
        previous: &mut Boids,
        current: &mut Boids,
    ) -> StepCounters {
        let start = Instant::now();
        sort(grid, previous, current, &self.criteria, self.backend);
        inputs.prepare(previous, &self.criteria, self.backend);
        let sorting = StepCounters::of(StepPart::Sorting, start, self.threads());
        let looking = self.share_out_rays(queue, previous);
        let sorted = Sorted {
            boids: previous,
            grid,
            inputs,
        };
        let moving = sum(self.backend, current.all_mut(), |part| {
            self.advance(sorted, part)
        });
        let shared = self.others.shared_seconds(previous.len()) * self.threads() as f32;
        sorting + looking + moving + StepCounters::of_seconds(StepPart::Neighbours, shared)
    }

    /// Lets the most urgent boids look for geometry, if there is a ray budget.
    fn share_out_rays(&self, queue: &mut LookQueue, boids: &Boids) -> StepCounters {
        let start = Instant::now();
        let Some(avoidance_step) = self.avoidance_step.as_ref().filter(|it| it.has_budget()) else {
            return StepCounters::default();
        };
        let BudgetUse { rays, delayed } =
            avoidance_step.look_within_budget(queue, boids, self.backend);
        StepCounters {
            rays,
            delayed_looks: delayed,
            ..StepCounters::of(StepPart::Sight, start, self.threads())
        }
    }

    fn threads(&self) -> usize {
        thread_count(self.backend)
    }
}
