//! Reading the boids back from a GPU to the CPU.

use super::{gpu_state::GpuState, memories::Memories, store::BoidsGuard};
use crate::{
    flock::{
        configuration::Configuration,
        reports::{statistics::Statistics, Reports},
    },
    gpu::{error::GpuError, remote_boids::RemoteBoids},
};

impl GpuState {
    /// Reads the boids back to the CPU if they are on the GPU; if that fails, the last known
    /// states.
    pub(crate) fn read_back(
        &mut self,
        target: &mut BoidsGuard<'_>,
        config: &Configuration,
        reports: &mut Reports,
    ) {
        reports.statistics = self.count_all(reports.statistics, config.dt());
        let Some(boids) = self.boids.take() else {
            return;
        };
        let BoidsGuard {
            previous,
            current,
            slot_map,
            memories,
        } = target;
        match boids
            .read_back()
            .and_then(|states| memories.read(&*boids).map(|()| states))
        {
            Ok(states) => {
                previous.copy_from(&states[0]);
                current.copy_from(&states[1]);
                self.spare = Some(boids);
            }
            Err(error) => {
                self.fail(error);
                if let Some(known) = boids.last_known() {
                    previous.copy_from(&known);
                    current.copy_from(&known);
                }
                boids.drop_apart();
            }
        }
        slot_map.outdate_indices();
    }

    /// The statistics including all submitted steps; waits for them.
    pub(crate) fn count_all(&self, mut statistics: Statistics, dt: f32) -> Statistics {
        let Some(boids) = &self.boids else {
            return statistics;
        };
        (statistics.frames_late, statistics.latency_milliseconds) = (0, 0.0);
        if let Ok((counters, steps @ 1..)) = boids.uncounted(statistics.steps) {
            let milliseconds = statistics.step_milliseconds;
            statistics.add_steps(&counters, steps, dt, milliseconds);
        }
        statistics
    }
}

impl Memories {
    /// Reads the memories of the boids back from a GPU.
    fn read(&mut self, boids: &dyn RemoteBoids) -> Result<(), GpuError> {
        let Self {
            sights,
            fear,
            detail,
            // GPU steps do not use these.
            data: _,
            looks: _,
        } = self;
        boids.read_looks(&sights.memory)?;
        detail.set_levels(boids.read_levels()?);
        if boids.read_fear(&mut fear.memory)? {
            fear.wake(boids.steps());
        }
        Ok(())
    }
}
