//! The levels of detail in a step.

use crate::{
    flock::{population::store::Notes, reports::events::EventKind, Flock},
    state::threads::BLOCK,
    step::level::{is_asleep, LevelChoice, LEVEL_STEPS},
};

/// The event of a boid whose level changes from `before` to `after`, if any.
fn sleep_event(before: u8, after: u8) -> Option<EventKind> {
    match (is_asleep(before), is_asleep(after)) {
        (false, true) => Some(EventKind::FellAsleep),
        (true, false) => Some(EventKind::Awoke),
        _ => None,
    }
}

impl Flock {
    /// Updates the levels of the boids whose turn it is: one slot in [`LEVEL_STEPS`].
    pub(crate) fn choose_levels(&mut self) {
        let Notes {
            current: boids,
            slot_map,
            memories,
            ..
        } = self.population.boids.notes();
        let detail = &mut memories.detail;
        if !self.config.settings.detail.enabled {
            detail.levels.clear();
            return;
        }
        detail.levels.resize(slot_map.slot_count(), 0);
        let steps = self.reports.statistics.steps;
        let turn = (steps % u64::from(LEVEL_STEPS)) as u32;
        let choice = LevelChoice::new(
            &self.config.settings.detail,
            detail.coarseness,
            &detail.viewers,
        );
        let mut turns = [0; BLOCK];
        for (block, slots) in boids.slot.chunks(BLOCK).enumerate() {
            // A branchless loop, since the branches would be unpredictable.
            let mut count = 0;
            for (place, slot) in slots.iter().enumerate() {
                turns[count] = place;
                count += usize::from(slot % LEVEL_STEPS == turn);
            }
            for place in &turns[..count] {
                let slot = slots[*place];
                let kept = &mut detail.levels[slot as usize];
                let before = *kept;
                *kept = choice.level(boids.position(BLOCK * block + place), before);
                if let Some(kind) = sleep_event(before, *kept) {
                    self.reports.events.record(kind, slot_map.id(slot), steps);
                }
            }
        }
    }

    /// Replaces the levels by those that a GPU chose, and records boids that fell asleep or awoke.
    pub(crate) fn take_over_levels(&mut self, levels: Vec<u8>) {
        let mut changed: Vec<_> = self
            .population
            .boids
            .current()
            .slot
            .iter()
            .filter_map(|slot| {
                let now = levels.get(*slot as usize).copied().unwrap_or(0);
                let kind = sleep_event(self.population.boids.memories.detail.level(*slot), now)?;
                Some((self.population.boids.slot_map().id(*slot), kind))
            })
            .collect();
        changed.sort_unstable_by_key(|(id, _)| *id);
        for (id, kind) in changed {
            self.record(kind, id);
        }
        self.population.boids.memories.detail.levels = levels;
    }
}
