//! The boids and counters of a flock on a GPU: where they are, as far as it is known, and their way
//! back to the CPU.

use super::GpuState;
use crate::{
    flock::{
        boid_store::{ReadbackTarget, SlotMemories},
        detail::DetailState,
        statistics::Statistics,
        Flock,
    },
    gpu::{error::GpuError, gpu_boids::GpuBoids},
    math::Vec3,
    pose::instances::Texels,
    state::{boids::Boids, slot_map::SlotMap},
    steering::fear::memory::FearMemory,
};
use std::borrow::Cow;

impl GpuState {
    /// Reads the boids back to the CPU if they are on the GPU; the last known ones if it failed.
    pub(in super::super) fn read_back(
        &mut self,
        previous: &mut Boids,
        current: &mut Boids,
        slot_map: &SlotMap,
        target: &mut ReadbackTarget<'_>,
    ) {
        let simulation = &target.settings.simulation;
        *target.statistics = self.count_all(*target.statistics, simulation.time_step);
        let Some(boids) = self.boids.take() else {
            return;
        };
        let memories = &mut target.memories;
        match boids
            .read_back()
            .and_then(|states| memories.read(&boids).map(|()| states))
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

    /// The statistics with all steps that were submitted, which are waited for.
    fn count_all(&self, mut statistics: Statistics, dt: f32) -> Statistics {
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

impl SlotMemories<'_> {
    /// Reads what is known of the boids back from a GPU.
    fn read(&mut self, boids: &GpuBoids) -> Result<(), GpuError> {
        boids.read_looks(self.sights)?;
        self.detail.set_levels(boids.read_levels()?);
        if boids.read_fear(&mut self.fear.memory)? {
            self.fear.wake(boids.steps());
        }
        Ok(())
    }
}

impl Flock {
    /// Waits until all submitted steps are done. On the CPU they always are.
    pub fn wait(&self) {
        if let Some(on_gpu) = &self.boids.gpu().boids {
            on_gpu.wait();
        }
    }

    /// The boids as far as they are known: on a GPU those that are drawn, or, after single steps,
    /// the exact ones, which are waited for.
    pub(in super::super) fn known(&self) -> &Boids {
        let (current, slot_map) = (self.boids.current(), self.boids.slot_map());
        let known = self.boids.gpu().known(current, slot_map);
        known.unwrap_or(current)
    }

    /// The states before and after the last step, read back from a GPU, or the last known ones if
    /// it fails. None if the CPU's arrays hold them.
    pub(in super::super) fn exact(&self) -> Option<[Boids; 2]> {
        let on_gpu = self.boids.gpu().boids.as_ref()?;
        let known = || {
            let boids = on_gpu.last_known()?;
            Some([boids.clone(), boids])
        };
        on_gpu.read_back().ok().or_else(known)
    }

    /// What boids have seen, read back from a GPU.
    pub(in super::super) fn know_sights(&self) {
        if let Some(on_gpu) = &self.boids.gpu().boids {
            // If it fails, what the last upload held.
            let _ = on_gpu.read_looks(&self.sights.memory);
        }
    }

    /// What frightened boids, read back from a GPU; none if the memory of the CPU holds it.
    pub(in super::super) fn fear_on_gpu(&self) -> Option<FearMemory> {
        let on_gpu = self.boids.gpu().boids.as_ref()?;
        let mut memory = FearMemory::default();
        let slots = self.boids.slot_map().slot_count();
        memory.try_reserve(slots, true).ok()?;
        on_gpu.read_fear(&mut memory).ok()?.then_some(memory)
    }

    /// The levels of detail, read back from a GPU; those of the last upload if it fails.
    pub(in super::super) fn known_detail(&self) -> Cow<'_, DetailState> {
        let levels = self.boids.gpu().boids.as_ref().map(|it| it.read_levels());
        match levels {
            Some(Ok(levels)) => {
                let mut detail = self.detail.clone();
                detail.set_levels(levels);
                Cow::Owned(detail)
            }
            _ => Cow::Borrowed(&self.detail),
        }
    }

    /// The counters; steps of which nothing is drawn yet are waited for.
    pub(in super::super) fn counted(&self) -> Statistics {
        match &self.boids.gpu().boids {
            Some(on_gpu) if on_gpu.is_drawn() => self.statistics,
            _ => self.counted_exactly(),
        }
    }

    /// The counters of all steps, which are waited for.
    pub(in super::super) fn counted_exactly(&self) -> Statistics {
        let dt = self.settings.simulation.time_step;
        self.boids.gpu().count_all(self.statistics, dt)
    }

    /// Slots and positions of the boids that are drawn, without those that joined since; some may have
    /// left. None if what is known of the boids is not what is drawn.
    pub(in super::super) fn drawn_places(&self) -> Option<impl Iterator<Item = (u32, Vec3)> + '_> {
        let on_gpu = self.boids.gpu().boids.as_ref()?;
        on_gpu.is_drawn().then(|| on_gpu.drawn_places())
    }

    /// The texels that came back from a GPU; none if the boids are not on one, or after single
    /// steps.
    pub(in super::super) fn texels(&self) -> Option<&[Texels]> {
        self.boids.gpu().boids.as_ref()?.texels()
    }

    /// The states between which boids are drawn, and the share of the way.
    pub(in super::super) fn drawn_states(&self) -> (&Boids, &Boids, f32) {
        match &self.boids.gpu().boids {
            // After single steps: the exact ones.
            Some(_) => (self.known(), self.known(), 1.0),
            None => (self.boids.previous(), self.boids.current(), self.blend),
        }
    }
}
