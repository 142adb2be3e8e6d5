//! Steps and frames on a GPU.

use super::InputSources;
use crate::{
    flock::{
        clock::Advance,
        reports::events::{EventKind, EventMask},
        Flock,
    },
    gpu::{error::GpuError, remote_boids::Progress},
    step::{others::OtherFlocks, Pacing, Step, StepInputs},
};

/// Number of steps after which waiting boids are tried again while obstacles move.
const STEPS_OF_WAITING: u64 = 64;

impl Flock {
    /// Makes a step on the GPU. True if it did; if not, the boids are back on the CPU.
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

    /// Prepares a step on the GPU. False if the boids are not there.
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
        // The boids of others become threats on the GPU.
        self.begin_fear_step(OtherFlocks {
            relations: &[],
            ..others
        });
        if !self.config.settings.detail.enabled {
            // Boids begin anew when it is switched on.
            self.population.boids.memories.detail.set_levels(None);
        }
        let (steps, params) = (self.reports.statistics.steps, self.config.fear_params());
        let (gpu, memories) = self.population.boids.gpu_with_memories();
        let Some(on_gpu) = &mut gpu.boids else {
            return Ok(false);
        };
        let sources = InputSources {
            config: &self.config,
            inputs: &self.inputs,
            memories,
            caught: &self.population.caught,
            time: self.clock.time,
            steps,
        };
        let step_inputs = StepInputs {
            flight: params.map(|params| memories.fear.any_flight(params, steps)),
            ..sources.step_inputs(others)
        };
        let step = Step::new(&self.config.settings, &self.config.placement, &step_inputs);
        let prepared = on_gpu.prepare(&step, &self.config.geometry, seen_within);
        prepared.map(|()| true)
    }

    /// What follows a step on the GPU, or its failure.
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
                    self.carry_out_caught_on_gpu();
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

    /// Counts the pipelines that the step had to wait for.
    fn count_late_pipelines(&mut self) {
        if let Some(on_gpu) = &mut self.population.boids.gpu_mut().boids {
            let late = on_gpu.take_late_pipelines() as u64;
            let total = &mut self.reports.statistics.late_pipelines;
            *total = total.saturating_add(late);
        }
    }

    /// [`advance`](Self::advance) on a GPU. None if that fails; the boids are then back on the CPU.
    pub(crate) fn advance_on_gpu(&mut self, seconds: f32) -> Option<Advance> {
        if self.poll_gpu()? {
            self.add_latency();
            return Some(Advance::dropped(seconds));
        }
        let advance = self.due(seconds);
        self.notice_scares();
        for _ in 0..advance.steps {
            self.replay_inputs();
            self.make_step(Pacing::InFrame);
        }
        self.clock.blend = self.clock.frames.blend(&self.config.settings.simulation);
        self.end_frame_on_gpu();
        Some(advance)
    }

    /// Takes the newest frame that came back. True if the GPU is too far behind to get more work in
    /// this frame; none if the boids are not there any more.
    pub(crate) fn poll_gpu(&mut self) -> Option<bool> {
        let on_gpu = self.population.boids.gpu_mut().boids.as_mut()?;
        let progress = match on_gpu.poll() {
            Ok(progress) => progress,
            Err(error) => {
                self.leave_gpu(error);
                return None;
            }
        };
        let is_behind = on_gpu.is_behind();
        if let Some(progress) = progress {
            self.add_progress(&progress);
            if progress.counted.caught > 0 {
                self.carry_out_caught_on_gpu();
            }
            if progress.sleep_changes > 0 {
                self.notice_sleep_on_gpu();
            }
            if progress.panics > 0 {
                self.notice_panics_on_gpu();
            }
        }
        Some(is_behind)
    }

    /// Panics are recorded from now on.
    pub(crate) fn know_panics(&mut self) {
        let steps = self.reports.statistics.steps;
        self.population.boids.gpu_mut().panics_noticed = steps;
    }

    /// Records the panics that began on the GPU, if anybody asks. Waits for all steps.
    fn notice_panics_on_gpu(&mut self) {
        if !self.events().contains_any(EventMask::PANICKED) {
            return;
        }
        // An error is met again by the next step.
        let Some(memory) = self.fear_on_gpu() else {
            return;
        };
        let steps = self.reports.statistics.steps;
        let is_new = steps - self.population.boids.gpu().panics_noticed;
        self.population.boids.gpu_mut().panics_noticed = steps;
        let slot_map = self.population.boids.slot_map();
        let slots = self.population.boids.current().slot.iter().copied();
        let mut panics: Vec<_> = slots
            .filter_map(|slot| {
                let age = u64::from(memory.panic_age(slot, steps)?);
                let generation = memory.panicked(slot)?.generation;
                (age < is_new).then_some((steps - age, slot, generation))
            })
            .collect();
        panics.sort_unstable();
        for (step, slot, generation) in panics {
            let kind = EventKind::Panicked { generation };
            self.reports.events.record(kind, slot_map.id(slot), step);
        }
    }

    /// Takes over the levels of detail that the GPU has by now, if events of sleep are on: they tell of
    /// changes from there on.
    pub(crate) fn know_levels(&mut self) {
        if let Some(levels) = self.levels_for_sleep_events() {
            self.population.boids.memories.detail.set_levels(levels);
        }
    }

    /// Records who fell asleep and awoke on the GPU, if anybody asks. Waits for all steps.
    pub(crate) fn notice_sleep_on_gpu(&mut self) {
        if let Some(Some(levels)) = self.levels_for_sleep_events() {
            self.take_over_levels(levels);
        }
    }

    /// The levels of detail that the GPU has by now, which are waited for; none unless events of sleep are on.
    fn levels_for_sleep_events(&self) -> Option<Option<Vec<u8>>> {
        let of_sleep = EventMask::FELL_ASLEEP | EventMask::AWOKE;
        if !self.events().contains_any(of_sleep) {
            return None;
        }
        // An error is met again by the next step.
        self.population.boids.gpu().read_levels()?.ok()
    }

    /// Moves the boids that obstacles caught on the GPU to free places. Waits for all steps.
    fn carry_out_caught_on_gpu(&mut self) {
        if self.inputs.obstacles.is_empty() {
            return;
        }
        let Some(on_gpu) = &self.population.boids.gpu().boids else {
            return;
        };
        // An error is met again by the next step.
        let caught = on_gpu.caught().unwrap_or_default();
        if caught.iter().any(|word| *word != 0) {
            self.population.caught.set(&caught);
            on_gpu.forget_caught();
            self.change_population(|it, context| it.carry_out_caught(context));
        }
    }

    /// Lets waiting boids be tried again where obstacles move, but not after every step.
    fn place_waiting_now_and_then(&mut self) {
        let is_due = self
            .reports
            .statistics
            .steps
            .is_multiple_of(STEPS_OF_WAITING);
        if is_due && self.not_placed() > 0 && self.inputs.obstacles.is_moving() {
            self.population.begin_placing();
        }
    }

    /// Adds the age of the drawn state to the statistics.
    pub(crate) fn add_latency(&mut self) {
        if let Some(on_gpu) = &self.population.boids.gpu().boids {
            let (frames, milliseconds) = on_gpu.age();
            self.reports.statistics.add_latency(frames, milliseconds);
        }
    }

    fn add_progress(&mut self, progress: &Progress) {
        let dt = self.config.dt();
        let statistics = &mut self.reports.statistics;
        if progress.steps > 0 {
            statistics.add_steps(
                &progress.counted,
                progress.steps,
                dt,
                progress.milliseconds_per_step,
            );
        }
    }

    /// Requests the next drawn state; the first one is waited for.
    pub(crate) fn draw(&mut self) {
        let (containment, steps) = (self.config.containment(), self.reports.statistics.steps);
        let Some(on_gpu) = &mut self.population.boids.gpu_mut().boids else {
            return;
        };
        let shown = on_gpu.draw(
            containment.as_ref(),
            &self.config.settings,
            self.clock.blend,
            steps,
        );
        if let Err(error) = shown {
            self.leave_gpu(error);
        }
    }
}
