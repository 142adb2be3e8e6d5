//! Reservation of memory for boids before they are added.

use crate::{
    flock::Flock,
    neighbours::{grid::Grid, inputs::NeighbourInputs},
    settings::{
        validation::{Check, SettingsError, MOST_BOIDS},
        Settings,
    },
    state::{boids::Boids, slot_map::SlotMap},
    steering::{
        avoidance::{LookQueue, Memory, Needs},
        fear::memory::FearMemory,
    },
};
use std::collections::TryReserveError;

impl Flock {
    /// Reserves memory for `count` boids in total, so that placing and moving them does not
    /// allocate.
    pub(crate) fn reserve(
        &mut self,
        count: usize,
        settings: &Settings,
    ) -> Result<(), SettingsError> {
        let reserved = self
            .population
            .boids
            .try_reserve(count)
            .and_then(|()| self.cpu_buffers.grid.try_reserve(count))
            .and_then(|()| self.cpu_buffers.search.try_reserve(count, settings))
            .and_then(|()| self.reserve_sights(count, settings))
            .and_then(|()| self.reserve_fear(count, settings));
        let needs = Needs::new(settings, &self.config.geometry);
        let each = 2 * Boids::BYTES
            + Grid::BYTES
            + NeighbourInputs::bytes(settings)
            + SlotMap::BYTES
            + FearMemory::BYTES * usize::from(has_fear(settings))
            + Memory::bytes(needs)
            + LookQueue::bytes(needs);
        reserved.map_err(|_| SettingsError::out_of_memory(count as u32, count * each))?;
        self.population.room = self.population.room.max(count);
        Ok(())
    }

    /// Reserves the avoidance memory of `count` boids. If it fails, boids do not avoid geometry.
    pub(crate) fn reserve_sights(
        &mut self,
        count: usize,
        settings: &Settings,
    ) -> Result<(), TryReserveError> {
        let slots = count.max(self.population.boids.slot_map().slot_count());
        let needs = Needs::new(settings, &self.config.geometry);
        let reserved = self
            .population
            .boids
            .memories
            .sights
            .memory
            .try_reserve(slots, needs)
            .and_then(|()| self.cpu_buffers.queue.try_reserve(count, needs));
        // If memory ran out, the old memory is still usable if it holds all slots.
        self.population.boids.memories.sights.is_ready = match reserved {
            Ok(()) => true,
            Err(_) => self
                .population
                .boids
                .memories
                .sights
                .memory
                .holds_slots(self.population.boids.slot_map().slot_count()),
        };
        reserved
    }

    /// Reserves the fear memory of `count` boids, or releases it if the settings need none.
    fn reserve_fear(&mut self, count: usize, settings: &Settings) -> Result<(), TryReserveError> {
        let slots = count.max(self.population.boids.slot_map().slot_count());
        let memory = &mut self.population.boids.memories.fear.memory;
        if has_fear(settings) {
            memory.try_reserve(slots)
        } else {
            memory.release();
            Ok(())
        }
    }

    /// Reserves memory for `more` boids and then some, because growing copies all boids.
    pub(crate) fn make_room(&mut self, more: u32) -> Result<(), SettingsError> {
        let (there, most) = (
            self.population.boids.slot_map().taken(),
            MOST_BOIDS as usize,
        );
        let left = most.saturating_sub(there);
        let mut check = Check::default();
        if more as usize > left {
            let allowed = format!(
                "0 to {left}, since the flock has {there} of at most {most} boids; remove some first"
            );
            check.refuse("count", more, allowed);
        }
        check.finish()?;
        let needed = there + more as usize;
        if needed <= self.population.room {
            return Ok(());
        }
        let generous = needed
            .max(self.population.room + self.population.room / 2)
            .min(most);
        let settings = self.config.settings.clone();
        self.reserve(generous, &settings)
            .or_else(|_| self.reserve(needed, &settings))
    }
}

fn has_fear(settings: &Settings) -> bool {
    settings.fear.enabled || settings.panic.enabled
}
