//! Memory for more boids, reserved before they are added.

use super::Flock;
use crate::{
    neighbours::{grid::Grid, inputs::NeighbourInputs},
    settings::{
        validation::{Check, SettingsError, MOST_BOIDS},
        Settings,
    },
    state::{boids::Boids, slot_map::SlotMap},
    steering::{avoidance::Needs, fear::memory::FearMemory},
};
use std::collections::TryReserveError;

impl Flock {
    /// Reserves memory for `count` boids in all, so that neither placing nor moving them allocates.
    pub(super) fn reserve(
        &mut self,
        count: usize,
        settings: &Settings,
    ) -> Result<(), SettingsError> {
        let reserved = self
            .boids
            .try_reserve(count)
            .and_then(|()| self.grid.try_reserve(count))
            .and_then(|()| self.search.try_reserve(count, settings))
            .and_then(|()| self.reserve_sights(count, settings))
            .and_then(|()| self.reserve_fear(count, settings));
        let each = 2 * Boids::BYTES
            + Grid::BYTES
            + NeighbourInputs::bytes(settings)
            + SlotMap::BYTES
            + FearMemory::BYTES * usize::from(has_fear(settings))
            + Needs::new(settings, &self.geometry).bytes();
        reserved.map_err(|_| SettingsError::out_of_memory(count as u32, count * each))?;
        self.room = self.room.max(count);
        Ok(())
    }

    /// Reserves the avoidance memory of `count` boids. Without it they do not avoid geometry.
    pub(super) fn reserve_sights(
        &mut self,
        count: usize,
        settings: &Settings,
    ) -> Result<(), TryReserveError> {
        let slots = count.max(self.boids.slot_map().slot_count());
        let needs = Needs::new(settings, &self.geometry);
        let reserved = self
            .sights
            .memory
            .try_reserve(slots, needs)
            .and_then(|()| self.queue.try_reserve(count, needs));
        // What was refused leaves the memory that there is.
        self.sights.is_ready = match reserved {
            Ok(()) => true,
            Err(_) => self
                .sights
                .memory
                .holds_slots(self.boids.slot_map().slot_count()),
        };
        reserved
    }

    /// Reserves the memory of what frightens `count` boids.
    fn reserve_fear(&mut self, count: usize, settings: &Settings) -> Result<(), TryReserveError> {
        let slots = count.max(self.boids.slot_map().slot_count());
        self.fear.memory.try_reserve(slots, has_fear(settings))
    }

    /// Reserves memory for `more` boids, and generously, because growing copies all boids.
    pub(super) fn make_room(&mut self, more: u32) -> Result<(), SettingsError> {
        let (there, most) = (self.boids.slot_map().taken(), MOST_BOIDS as usize);
        let left = most.saturating_sub(there);
        let mut check = Check::default();
        if more as usize > left {
            let allowed = format!(
                "0 to {left}, since the flock has {there} boids and {most} are the most; remove some first"
            );
            check.refuse("count", more, allowed);
        }
        check.finish()?;
        let needed = there + more as usize;
        if needed <= self.room {
            return Ok(());
        }
        let generous = needed.max(self.room + self.room / 2).min(most);
        let settings = self.settings.clone();
        self.reserve(generous, &settings)
            .or_else(|_| self.reserve(needed, &settings))
    }
}

fn has_fear(settings: &Settings) -> bool {
    settings.fear.enabled || settings.panic.enabled
}
