//! Boids that join, and wait for a place.

use super::{
    store::{Joining, Members},
    Context, Population,
};
use crate::{
    flock::reports::events::EventKind,
    math::Vec3,
    state::{boid_id::BoidId, boids::BoidState},
};
use std::mem::take;

/// Number of waiting boids up to which all are tried at once.
const MOST_AT_ONCE: usize = 1024;

/// A step stops trying waiting boids once it has tried this many positions.
const ATTEMPTS_PER_STEP: usize = 512;

/// Number of slots in which a step looks for waiting boids.
const WAITING_PER_STEP: usize = 1 << 15;

impl Population {
    /// Adds boids, for which memory is reserved, and places them if free positions are found. Their
    /// ids are then in [`newborn`](Self::newborn).
    pub(crate) fn spawn(&mut self, count: u32, context: &mut Context) {
        let mut newborn = take(&mut self.newborn);
        newborn.clear();
        let joining = Joining::new(count as usize);
        let slot_map = self
            .boids
            .change_members(joining, context.config, context.reports)
            .slot_map;
        newborn.extend((0..count).map(|_| slot_map.issue()));
        self.place(&newborn, context);
        for id in &newborn {
            context.reports.record(EventKind::Spawned, *id);
        }
        self.newborn = newborn;
    }

    /// Adds a boid, for which memory is reserved, at a free position.
    pub(crate) fn spawn_at(
        &mut self,
        position: Vec3,
        velocity: Vec3,
        context: &mut Context,
    ) -> BoidId {
        let mut members =
            self.boids
                .change_members(Joining::new(1), context.config, context.reports);
        let id = members.slot_map.issue();
        let state = context.spawner().start(id, position, velocity);
        members.join(&state);
        context.reports.record(EventKind::Spawned, id);
        id
    }

    /// Places these waiting boids, if free positions are found.
    pub(crate) fn place(&mut self, ids: &[BoidId], context: &mut Context) {
        let joining = Joining::with_slots(ids.len());
        let mut members = self
            .boids
            .change_members(joining, context.config, context.reports);
        let ids = ids.iter().copied();
        context
            .spawner()
            .spawn(ids.clone(), ids.len(), |state: &BoidState| {
                members.join(state);
            });
    }

    /// Places all waiting boids, if free positions are found.
    pub(crate) fn place_waiting(&mut self, context: &mut Context) {
        let waiting = self.not_placed();
        if waiting == 0 {
            return;
        }
        let joining = Joining::with_slots(waiting);
        let Members {
            slot_map,
            mut states,
        } = self
            .boids
            .change_members(joining, context.config, context.reports);
        let slot_map = &*slot_map;
        // The waiting boids are found during the iteration, since a list of them would need more
        // memory.
        context
            .spawner()
            .spawn(slot_map.waiting(), waiting, |state: &BoidState| {
                states.join(state, slot_map);
            });
    }

    /// Tries all waiting boids again: at once if they are few or nothing can be in their way, and
    /// otherwise in the next steps.
    pub(crate) fn place_or_share(&mut self, context: &mut Context) {
        let config = context.config;
        let is_anything = config.geometry.triangle_count() > 0 || !context.obstacles.is_empty();
        let collides = config.settings.collision.enabled && is_anything;
        if collides && self.not_placed() > MOST_AT_ONCE {
            self.begin_placing()
        } else {
            self.place_waiting(context)
        }
    }

    /// Schedules all waiting boids to be tried again in the next steps.
    pub(crate) fn begin_placing(&mut self) {
        self.untried.begin(self.boids.slot_map().slot_count());
    }

    /// Tries the waiting boids of the next slots of the round, of which at most `most` are placed.
    pub(super) fn place_some(&mut self, most: usize, context: &mut Context) {
        if self.not_placed() == 0 {
            return self.untried.end();
        }
        let most = most.min(ATTEMPTS_PER_STEP).min(self.not_placed());
        let joining = Joining::with_slots(most);
        let Members {
            slot_map,
            mut states,
        } = self
            .boids
            .change_members(joining, context.config, context.reports);
        self.untried.grow(slot_map.slot_count());
        let spawner = context.spawner();
        let (mut tested, mut placed, mut turns) = (0, 0, 0);
        for slot in self.untried.upcoming().take(WAITING_PER_STEP) {
            if tested >= ATTEMPTS_PER_STEP || placed == most {
                break;
            }
            turns += 1;
            let Some(id) = slot_map.waiting_in(slot) else {
                continue;
            };
            let (state, places) = spawner.draw_one(id);
            tested += places;
            if let Some(state) = state {
                states.join(&state, slot_map);
                placed += 1;
            }
        }
        self.untried.advance(turns);
    }
}
