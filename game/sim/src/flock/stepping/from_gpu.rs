//! What is read back from a GPU between its steps.

use crate::{
    flock::{
        reports::events::{EventKind, EventMask},
        Flock,
    },
    gpu::remote_boids::{Mark, Notice, PanickedSlot, Parts, Progress},
};
use std::mem::take;

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
            self.ask(&progress);
        }
        self.take_notice();
        self.change_population(|it, context| it.depenetrate_drawn(context));
        Some(is_behind)
    }

    /// Asks for what has happened to the boids.
    fn ask(&mut self, progress: &Progress) {
        let mask = self.reports.events.watch.mask;
        let parts = Parts {
            caught: !self.inputs.obstacles.is_empty(),
            touched: mask.contains(EventMask::TOUCHED_SOLID),
            panics: progress.panics > 0 && mask.contains_any(EventMask::PANICKED),
            levels: progress.sleep_changes > 0 && mask.contains_any(of_sleep()),
        };
        if let Some(on_gpu) = &mut self.population.boids.gpu_mut().boids {
            on_gpu.want(parts);
        }
    }

    /// Takes what has happened to the boids, if it has come back.
    fn take_notice(&mut self) {
        let on_gpu = self.population.boids.gpu_mut().boids.as_mut();
        let Some(notice) = on_gpu.and_then(|on_gpu| on_gpu.take_notice()) else {
            return;
        };
        self.tell(notice);
    }

    /// Takes what frames before a single step asked for, for which it waits. Boids that are still
    /// caught are marked by the step too.
    pub(super) fn take_last_notice(&mut self) {
        let Some(on_gpu) = &mut self.population.boids.gpu_mut().boids else {
            return;
        };
        if on_gpu.awaits_notice() {
            on_gpu.wait();
            if let Some(notice) = on_gpu.take_notice() {
                self.tell(Notice {
                    caught: None,
                    ..notice
                });
            }
        }
    }

    fn tell(&mut self, notice: Notice) {
        if let Some(mut caught) = notice.caught {
            self.keep_movable(&mut caught);
            self.carry_out(&caught);
        }
        if let Some(touched) = notice.touched {
            self.record_touched(notice.steps, &touched);
        }
        if let Some(levels) = notice.levels {
            self.take_over_levels(levels);
        }
        if let Some(panicked) = notice.panicked {
            self.record_panics(notice.steps, &panicked);
        }
    }

    /// Removes the boids from a set that cannot be moved on the GPU in this frame. They are still caught
    /// in the next one.
    fn keep_movable(&self, caught: &mut [u32]) {
        let mut room = self.population.boids.gpu().movable();
        for word in caught {
            while word.count_ones() as usize > room {
                *word &= *word - 1;
            }
            room -= word.count_ones() as usize;
        }
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
        let slots = 0..self.population.boids.slot_map().slot_count() as u32;
        let panicked = slots.filter_map(|slot| {
            Some(PanickedSlot {
                slot,
                age: memory.panic_age(slot, steps)?,
                generation: memory.panicked(slot)?.generation,
            })
        });
        self.record_panics(steps, &panicked.collect::<Vec<_>>());
    }

    /// Records the panics up to a step that began since they were recorded last.
    fn record_panics(&mut self, steps: u64, panicked: &[PanickedSlot]) {
        let gpu = self.population.boids.gpu_mut();
        let new = steps.saturating_sub(gpu.panics_noticed);
        gpu.panics_noticed = gpu.panics_noticed.max(steps);
        let slot_map = self.population.boids.slot_map();
        let is_new = |it: &&PanickedSlot| u64::from(it.age) < new && slot_map.is_placed(it.slot);
        let panics = panicked.iter().filter(is_new);
        let panics = panics.map(|it| (steps - u64::from(it.age), it.slot, it.generation));
        let mut panics: Vec<_> = panics.collect();
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
        if let Some(on_gpu) = &mut self.population.boids.gpu_mut().boids {
            // Those of an earlier step may still come.
            on_gpu.leave_out(Parts {
                levels: true,
                ..Parts::default()
            });
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
        if !self.reports.events.watch.mask.contains_any(of_sleep()) {
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
        let caught = on_gpu.marked(Mark::Caught).unwrap_or_default();
        self.carry_out(&caught);
    }

    /// Moves the boids of these slots, as a bit set, to free places.
    fn carry_out(&mut self, caught: &[u32]) {
        let Some(on_gpu) = &self.population.boids.gpu().boids else {
            return;
        };
        if caught.iter().any(|word| *word != 0) {
            self.population.caught.set(caught);
            on_gpu.clear_marks(Mark::Caught);
            self.change_population(|it, context| it.carry_out_caught(context));
        }
    }

    /// Records the boids that touched geometry or obstacles, if events of touches are on. Waits for
    /// all steps.
    pub(super) fn notice_touched_on_gpu(&mut self) {
        let on_gpu = self.population.boids.gpu().boids.as_ref();
        let mask = self.reports.events.watch.mask;
        let Some(on_gpu) = on_gpu.filter(|_| mask.contains(EventMask::TOUCHED_SOLID)) else {
            return;
        };
        // If reading fails, the next step meets the same error and handles it.
        let touched = on_gpu.marked(Mark::Touched).unwrap_or_default();
        on_gpu.clear_marks(Mark::Touched);
        self.record_touched(self.reports.statistics.steps, &touched);
    }

    /// Touches are recorded as events from now on if they were not `before`.
    pub(crate) fn know_touched(&mut self, before: EventMask) {
        let Some(on_gpu) = &mut self.population.boids.gpu_mut().boids else {
            return;
        };
        if !before.contains(EventMask::TOUCHED_SOLID) {
            on_gpu.leave_out(Parts {
                touched: true,
                ..Parts::default()
            });
            on_gpu.clear_marks(Mark::Touched);
        }
    }

    /// Records the boids that touched something solid up to a step, as a bit set of their slots, and
    /// did not in the steps before.
    fn record_touched(&mut self, steps: u64, touched: &[u32]) {
        let mut events = take(&mut self.reports.events);
        if events.watch.mask.contains(EventMask::TOUCHED_SOLID) {
            events.touched.set(touched);
            self.notice_solid(&mut events, steps);
        }
        self.reports.events = events;
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

fn of_sleep() -> EventMask {
    EventMask::FELL_ASLEEP | EventMask::AWOKE
}
