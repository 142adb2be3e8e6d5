//! Boids that are removed, one by one or by a lower count.
//!
//! Their fear is forgotten at once, because boids that they alarmed would copy their panic. The
//! other memories are forgotten when another boid joins with the slot.

use super::{
    store::{BoidsGuard, Joining},
    Context, Population,
};
use crate::{flock::reports::events::EventKind, state::boid_id::BoidId};

impl Population {
    /// Removes a boid, whether it is placed, waiting, dead or held. Returns false if there is no
    /// such boid.
    pub(crate) fn remove(&mut self, id: BoidId, context: &mut Context) -> bool {
        self.take_away(id, EventKind::Removed, context)
    }

    /// Removes a boid that goes on in another flock.
    pub(crate) fn depart(&mut self, id: BoidId, context: &mut Context) -> bool {
        self.take_away(id, EventKind::Left, context)
    }

    fn take_away(&mut self, id: BoidId, kind: EventKind, context: &mut Context) -> bool {
        if !self.boids.slot_map().contains(id) {
            return false;
        }
        context.reports.record(kind, id);
        self.boids.memories.fear.memory.forget(id.slot());
        let body = self.bodies.take_out(id, self.boids.slot_map());
        if body.is_some() {
            self.boids.release_loose(id.slot());
            return true;
        }
        let mut members = self
            .boids
            .change_members(Joining::NONE, context.config, context.reports);
        // Returns false for a waiting boid, which has no position.
        members.leave(id);
        members.slot_map.release(id.slot());
        true
    }

    /// Sets the number of boids, including waiting, dead and held ones: removes the boids with the
    /// highest slots, or adds waiting boids.
    pub(crate) fn set_count(&mut self, count: u32, context: &mut Context) {
        let mut boids = self.boids.change(context.config, context.reports);
        let (count, before) = (count as usize, boids.slot_map.taken());
        let reports = &mut *context.reports;
        for _ in before..count {
            reports.record(EventKind::Spawned, boids.slot_map.issue());
        }
        if count < before {
            let BoidsGuard {
                slot_map, memories, ..
            } = &mut boids;
            slot_map.release_highest(before - count, |id| {
                reports.record(EventKind::Removed, id);
                memories.fear.memory.forget(id.slot());
            });
            boids.keep_placed(context.config.backend());
            self.bodies.keep_loose(boids.slot_map);
        }
    }
}
