//! Reading boids and counters of a flock on a GPU, exactly or as last known.

use crate::{
    flock::{
        population::{detail::DetailState, memories::SavedMemories},
        reports::statistics::Statistics,
        Flock,
    },
    math::Vec3,
    neighbours::boid_tree::BoidTree,
    pose::{motions::MotionSource, texels::Texels},
    state::boids::Boids,
    steering::fear::memory::FearMemory,
};
use std::borrow::Cow;

impl Flock {
    /// The known state of the boids. On a GPU this is the drawn state, or, after single steps, the
    /// exact state, for which the call waits.
    pub(crate) fn known(&self) -> &Boids {
        self.population.boids.known()
    }

    /// The bounding volume hierarchy over the [known](Self::known) boids.
    pub(crate) fn tree(&self) -> &BoidTree {
        let positions = self.known().position.each_ref().map(Vec::as_slice);
        self.population.boids.tree(&positions)
    }

    /// The states before and after the last step, read back from a GPU, or the last known ones if
    /// that fails. `None` if the arrays of the CPU hold them.
    pub(crate) fn exact(&self) -> Option<[Boids; 2]> {
        let on_gpu = self.population.boids.gpu().boids.as_ref()?;
        let known = || {
            let boids = on_gpu.last_known()?;
            Some([boids.clone(), boids])
        };
        on_gpu.read_back().ok().or_else(known)
    }

    /// The memories of the boids for a snapshot, read back from a GPU. If that fails, the memories
    /// of the last upload.
    pub(crate) fn saved_memories(&self) -> SavedMemories {
        let boids = &self.population.boids;
        if let Some(on_gpu) = &boids.gpu().boids {
            let _ = on_gpu.read_looks(&boids.memories.sights.memory);
        }
        let (steps, slot_map) = (self.reports.statistics.steps, boids.slot_map());
        let is_placed = |slot| slot_map.is_placed(slot);
        let mut saved = boids.memories.saved(steps, is_placed);
        saved.detail = self.known_detail().into_owned();
        if let Some(fear) = self.fear_on_gpu() {
            saved.fear = fear.stored(is_placed);
        }
        saved
    }

    /// The fear memory, read back from a GPU; `None` if the memory of the CPU holds it.
    pub(crate) fn fear_on_gpu(&self) -> Option<FearMemory> {
        let on_gpu = self.population.boids.gpu().boids.as_ref()?;
        let mut memory = FearMemory::default();
        let slots = self.population.boids.slot_map().slot_count();
        memory.try_reserve(slots).ok()?;
        on_gpu.read_fear(&mut memory).ok()?.then_some(memory)
    }

    /// The levels of detail, read back from a GPU. If that fails, the levels of the last upload.
    pub(crate) fn known_detail(&self) -> Cow<'_, DetailState> {
        match self.population.boids.gpu().read_levels() {
            Some(Ok(levels)) => {
                let mut detail = self.population.boids.memories.detail.clone();
                detail.set_levels(levels);
                Cow::Owned(detail)
            }
            _ => Cow::Borrowed(&self.population.boids.memories.detail),
        }
    }

    /// The counters. Waits for steps for which no drawn state was requested yet.
    pub(crate) fn counted(&self) -> Statistics {
        match &self.population.boids.gpu().boids {
            Some(on_gpu) if on_gpu.is_drawn() => self.reports.statistics,
            _ => self.counted_exactly(),
        }
    }

    /// The counters of all steps. Waits for the GPU.
    pub(crate) fn counted_exactly(&self) -> Statistics {
        let dt = self.config.dt();
        self.population
            .boids
            .gpu()
            .count_all(self.reports.statistics, dt)
    }

    /// Calls `read` with slots and positions of the known boids. On a GPU this is the drawn state:
    /// boids that joined since are missing, and some may have left.
    pub(crate) fn read_known_places(&self, mut read: impl FnMut(u32, Vec3)) {
        let on_gpu = self.population.boids.gpu().boids.as_ref();
        match on_gpu.filter(|on_gpu| on_gpu.is_drawn()) {
            Some(on_gpu) => on_gpu.read_drawn_places(&mut |places| {
                places.iter().for_each(|(slot, place)| read(*slot, *place));
            }),
            None => {
                let boids = self.known();
                for (index, slot) in boids.slot.iter().enumerate() {
                    read(*slot, boids.position(index));
                }
            }
        }
    }

    /// The texels that were read back from a GPU; `None` if the boids are on the CPU, or after
    /// single steps.
    pub(crate) fn texels(&self) -> Option<&[Texels]> {
        self.population.boids.gpu().boids.as_ref()?.texels()
    }

    /// The motions of the boids that were read back from a GPU; `None` as for
    /// [`texels`](Self::texels).
    pub(crate) fn motions_on_gpu(&self) -> Option<&dyn MotionSource> {
        self.population.boids.gpu().boids.as_ref()?.motions()
    }

    /// The states between which boids are drawn, and the share of the way.
    pub(crate) fn drawn_states(&self) -> (&Boids, &Boids, f32) {
        match &self.population.boids.gpu().boids {
            // After single steps: the exact ones.
            Some(_) => (self.known(), self.known(), 1.0),
            None => (
                self.population.boids.previous(),
                self.population.boids.current(),
                self.clock.blend,
            ),
        }
    }
}
