//! Steps on a GPU.

use crate::{
    flock::{backend::InputSources, Flock},
    gpu::error::GpuError,
    steering::fear::threat_set::ThreatSet,
    step::{
        others::{Demand, OnDevice, OtherFlocks},
        Pacing, Step, StepInputs,
    },
};

/// While obstacles move, waiting boids are tried again once in this many steps.
const STEPS_OF_WAITING: u64 = 64;

impl Flock {
    /// Makes a step on the GPU. Returns true if it succeeded; otherwise the boids are back on the
    /// CPU.
    pub(crate) fn step_on_gpu(&mut self, pacing: Pacing) -> bool {
        let prepared = self.prepare_on_gpu(OtherFlocks::default(), None);
        let stepped =
            prepared.and_then(
                |is_prepared| match &mut self.population.boids.gpu_mut().boids {
                    Some(on_gpu) if is_prepared => on_gpu.step(pacing).map(|()| true),
                    _ => Ok(false),
                },
            );
        self.finish_on_gpu(stepped, pacing)
    }

    /// Prepares a step on the GPU. Returns false if the boids are not there.
    pub(crate) fn prepare_on_gpu(
        &mut self,
        others: OtherFlocks,
        seen_within: Option<f32>,
    ) -> Result<bool, GpuError> {
        self.check_support()?;
        let others = OtherFlocks {
            chooser: self.config.chooser(),
            ..others
        };
        // Boids of other flocks become threats on the GPU itself.
        self.begin_fear_step(OtherFlocks {
            relations: &[],
            ..others
        });
        if !self.config.settings.detail.enabled {
            // All boids start at level 0 when the level of detail is switched on again.
            self.population.boids.memories.detail.set_levels(None);
        }
        let (time, params) = (self.step_time(), self.config.fear_params());
        let (gpu, memories) = self.population.boids.gpu_with_memories();
        let Some(on_gpu) = &mut gpu.boids else {
            return Ok(false);
        };
        let sources = InputSources {
            config: &self.config,
            inputs: &self.inputs,
            memories,
            caught: &self.population.caught,
            time,
        };
        let step_inputs = StepInputs {
            flight: params.map(|params| memories.fear.any_flight(params, time.steps)),
            ..sources.step_inputs(others)
        };
        let step = Step::new(&self.config.settings, &self.config.placement, &step_inputs);
        let prepared = on_gpu.prepare(&step, &self.config.geometry, seen_within);
        prepared.map(|()| true)
    }

    /// Finishes a step on the GPU, or handles its failure.
    pub(crate) fn finish_on_gpu(
        &mut self,
        stepped: Result<bool, GpuError>,
        pacing: Pacing,
    ) -> bool {
        match stepped {
            Ok(stepped) => {
                self.reports.statistics.steps += u64::from(stepped);
                self.count_late_pipelines();
                self.place_waiting_now_and_then();
                if stepped && pacing == Pacing::Single {
                    self.take_last_notice();
                    self.carry_out_caught_on_gpu();
                    self.notice_touched_on_gpu();
                    self.notice_sleep_on_gpu();
                    self.notice_panics_on_gpu();
                }
                stepped
            }
            Err(error) => {
                self.leave_gpu(error);
                false
            }
        }
    }

    /// Prepares a step that began among other flocks. Returns false if the GPU fails; the boids are
    /// then back on the CPU.
    pub(crate) fn prepare_among(
        &mut self,
        others: OtherFlocks,
        demand: Option<&Demand>,
        seen_from_perches: ThreatSet,
        pacing: Pacing,
    ) -> bool {
        // Emitters may have added more boids than the GPU had room for.
        self.choose_backend(pacing);
        let prepared = self.prepare_on_gpu(others, demand.map(|demand| demand.reach));
        self.population.boids.memories.fear.seen_from_perches = seen_from_perches;
        let error = prepared.as_ref().err().cloned();
        if let Some(error) = error {
            self.leave_gpu(error);
        }
        prepared.is_ok_and(|is_prepared| is_prepared)
    }

    /// Sorts the boids on the GPU, for flocks that see them; `None` if they are not on a GPU.
    pub(crate) fn sort_for_others(&mut self) -> Option<OnDevice> {
        let on_gpu = self.population.boids.gpu_mut().boids.as_mut();
        on_gpu.map(|on_gpu| on_gpu.sort())
    }

    /// Makes the rest of the prepared step. Returns false if the boids are not on a GPU.
    pub(crate) fn step_among_on_gpu(&mut self, others: OtherFlocks, pacing: Pacing) -> bool {
        let stepped = match &mut self.population.boids.gpu_mut().boids {
            Some(on_gpu) => on_gpu.step_among(others.sightings, pacing),
            None => return false,
        };
        self.finish_on_gpu(stepped.map(|()| true), pacing);
        true
    }

    /// Counts the pipelines for which the step had to wait.
    fn count_late_pipelines(&mut self) {
        if let Some(on_gpu) = &mut self.population.boids.gpu_mut().boids {
            let late = on_gpu.take_late_pipelines() as u64;
            let total = &mut self.reports.statistics.late_pipelines;
            *total = total.saturating_add(late);
        }
    }

    /// Schedules waiting boids to be tried again while obstacles move, but not after every step.
    fn place_waiting_now_and_then(&mut self) {
        let is_due = self
            .reports
            .statistics
            .steps
            .is_multiple_of(STEPS_OF_WAITING);
        if is_due && self.population.not_placed() > 0 && self.inputs.obstacles.is_moving() {
            self.population.begin_placing();
        }
    }
}
