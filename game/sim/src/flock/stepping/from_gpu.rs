//! What is read back from a GPU between its steps.

use crate::{
    flock::{
        reports::events::{EventKind, EventMask},
        Flock,
    },
    gpu::remote_boids::Progress,
};

impl Flock {
    /// Takes the newest frame that was read back. `Some(true)` if the GPU is too far behind to get
    /// more work in this frame; `None` if the boids are not on the GPU any more.
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

    /// Panics are recorded as events from now on.
    pub(crate) fn know_panics(&mut self) {
        let steps = self.reports.statistics.steps;
        self.population.boids.gpu_mut().panics_noticed = steps;
    }

    /// Records panics that began on the GPU, if events of panic are on. Waits for all steps.
    pub(super) fn notice_panics_on_gpu(&mut self) {
        if !self
            .reports
            .events
            .watch
            .mask
            .contains_any(EventMask::PANICKED)
        {
            return;
        }
        // If reading fails, the next step meets the same error and handles it.
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

    /// Reads the current levels of detail from the GPU, if events of sleep are on. Later events
    /// report changes from these levels.
    pub(crate) fn know_levels(&mut self) {
        if let Some(levels) = self.levels_for_sleep_events() {
            self.population.boids.memories.detail.set_levels(levels);
        }
    }

    /// Records boids that fell asleep or awoke on the GPU, if events of sleep are on. Waits for all
    /// steps.
    pub(crate) fn notice_sleep_on_gpu(&mut self) {
        if let Some(Some(levels)) = self.levels_for_sleep_events() {
            self.take_over_levels(levels);
        }
    }

    /// The current levels of detail on the GPU, for which the call waits; `None` unless events of
    /// sleep are on.
    fn levels_for_sleep_events(&self) -> Option<Option<Vec<u8>>> {
        let of_sleep = EventMask::FELL_ASLEEP | EventMask::AWOKE;
        if !self.reports.events.watch.mask.contains_any(of_sleep) {
            return None;
        }
        // If reading fails, the next step meets the same error and handles it.
        self.population.boids.gpu().read_levels()?.ok()
    }

    /// Moves the boids that obstacles caught on the GPU to free places. Waits for all steps.
    pub(super) fn carry_out_caught_on_gpu(&mut self) {
        if self.inputs.obstacles.is_empty() {
            return;
        }
        let Some(on_gpu) = &self.population.boids.gpu().boids else {
            return;
        };
        // If reading fails, the next step meets the same error and handles it.
        let caught = on_gpu.caught().unwrap_or_default();
        if caught.iter().any(|word| *word != 0) {
            self.population.caught.set(&caught);
            on_gpu.forget_caught();
            self.change_population(|it, context| it.carry_out_caught(context));
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
            let last = statistics.step_milliseconds;
            let milliseconds = progress.milliseconds_per_step.unwrap_or(last);
            statistics.add_steps(&progress.counted, progress.steps, dt, milliseconds);
        }
    }

    /// Requests the next drawn state; waits only for the first one.
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
