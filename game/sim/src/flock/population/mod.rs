//! The population of a flock: its boids, their slots and everything that is stored by slot.

mod body_rescue;
mod change;
mod context;
mod copy_indices;
pub(crate) mod data;
mod depenetration;
pub(crate) mod detail;
mod gpu_members;
mod gpu_state;
mod leaving;
pub(crate) mod loose_bodies;
pub(crate) mod memories;
mod readback;
mod removing;
mod spawning;
pub(crate) mod store;
pub(crate) mod transferred_boid;
pub(crate) mod waiting;

pub(crate) use context::Context;

use crate::{
    motion::{loose_body::LooseBody, touched_slots::TouchedSlots},
    state::{boid_id::BoidId, slot_round::SlotRound},
};
use loose_bodies::LooseBodies;
use store::BoidStore;
use waiting::Waiting;

/// The boids of a flock, inside and outside of it, and everything that is stored by slot.
#[derive(Default)]
pub(crate) struct Population {
    pub(crate) boids: BoidStore,
    /// Dead and held boids, and those on perches.
    pub(crate) bodies: LooseBodies,
    /// Boids that moving obstacles caught in the last step.
    pub(crate) caught: TouchedSlots,
    /// Round over the boids that have not been checked since the geometry or the bodies changed.
    pub(crate) unchecked: SlotRound,
    /// Number of steps before the change. Positions that a GPU reported for these steps are not
    /// checked.
    pub(crate) unchecked_since: u64,
    /// Round over the waiting boids that have not been tried again since then.
    pub(crate) untried: SlotRound,
    pub(crate) waiting: Waiting,
    /// Number of boids for which memory is reserved.
    pub(crate) room: usize,
    /// Ids of the boids that the last call of `spawn` added.
    pub(crate) newborn: Vec<BoidId>,
}

impl Population {
    /// The body of a boid that is dead, held or on a perch.
    pub(crate) fn body(&self, id: BoidId) -> Option<&LooseBody> {
        self.bodies.get(id, self.boids.slot_map())
    }

    pub(crate) fn body_mut(&mut self, id: BoidId) -> Option<&mut LooseBody> {
        self.bodies.get_mut(id, self.boids.slot_map())
    }

    /// Number of boids that wait for a place.
    pub(crate) fn not_placed(&self) -> usize {
        let boids = &self.boids;
        boids.slot_map().taken() - boids.current().len() - self.bodies.len()
    }

    /// Number of waiting boids; `None` while it may still change. `is_moving` is true while
    /// obstacles move.
    pub(crate) fn settled_not_placed(&self, time: f64, is_moving: bool) -> Option<usize> {
        let is_quiet = if is_moving {
            self.waiting.is_quiet(time)
        } else {
            self.untried.left() == 0 || self.not_placed() == 0
        };
        (self.unchecked.left() == 0 && is_quiet).then(|| self.not_placed())
    }

    /// Records after a step whether the number of waiting boids has grown.
    pub(crate) fn notice_waiting(&mut self, time: f64) {
        let count = self.not_placed();
        self.waiting.notice(count, time);
    }
}
