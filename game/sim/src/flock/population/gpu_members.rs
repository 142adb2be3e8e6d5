//! Boids that join and leave while the flock is on a GPU.
//!
//! The arrays of the CPU then hold the states of the last upload, but always the same boids as the
//! GPU. The flock continues from them if the GPU fails.

use super::gpu_state::GpuState;
use crate::state::{
    boids::{BoidState, Boids},
    slot_map::SlotMap,
};

impl GpuState {
    /// True if the boids are on the GPU.
    pub(crate) fn is_ahead(&self) -> bool {
        self.boids.is_some()
    }

    /// True if `joining` boids can join on the GPU, in slots below `slots`, or if the boids are on
    /// the CPU. If there is no room, the next upload makes room for them.
    pub(crate) fn has_room(&mut self, joining: usize, slots: usize) -> bool {
        let Some(boids) = &self.boids else {
            return true;
        };
        let has_room = boids.has_room(joining, slots);
        if !has_room {
            self.room = boids.joining() + joining;
        }
        has_room
    }

    /// Number of boids that can be moved to other places in this frame. Not limited if there is no room
    /// at all: the boids are then read back, and the next upload makes room.
    pub(crate) fn movable(&self) -> usize {
        match self.boids.as_ref().map_or(0, |boids| boids.room()) {
            0 => usize::MAX,
            room => room,
        }
    }

    /// The known states of the boids, with their indices in the slot map; `None` if they are on the
    /// CPU.
    pub(crate) fn known<'a>(&'a self, current: &'a Boids, slot_map: &SlotMap) -> Option<&'a Boids> {
        let there = self.boids.as_ref()?.boids(slot_map);
        Some(there.unwrap_or_else(|| {
            slot_map.set_indices(&current.slot);
            current
        }))
    }

    /// The states of a boid before and after the last step, for which the call waits. `None` if the
    /// boids are on the CPU, or if the GPU fails.
    pub(crate) fn exact_states(&self, slot: u32) -> Option<[BoidState; 2]> {
        self.boids.as_ref()?.exact_states(slot)
    }

    /// Lets a boid that has a slot join.
    pub(crate) fn join(
        &mut self,
        state: &BoidState,
        previous: &mut Boids,
        current: &mut Boids,
        slot_map: &SlotMap,
    ) {
        if let Some(boids) = &mut self.boids {
            boids.join(state, slot_map);
            self.copies.note(state.slot, current);
            previous.push(state);
            current.push(state);
        }
    }

    /// Moves a boid to another position.
    pub(crate) fn move_to(
        &mut self,
        state: &BoidState,
        previous: &mut Boids,
        current: &mut Boids,
        slot_map: &SlotMap,
    ) {
        if let Some(boids) = &mut self.boids {
            boids.move_to(state, slot_map);
            if let Some(index) = self.copies.index(state.slot, current) {
                previous.set_position(index, state.position);
                current.set_position(index, state.position);
            }
        }
    }

    /// Lets the boid of a slot leave.
    pub(crate) fn leave(
        &mut self,
        slot: u32,
        previous: &mut Boids,
        current: &mut Boids,
        slot_map: &SlotMap,
    ) {
        if let Some(boids) = &mut self.boids {
            boids.leave(slot, slot_map);
            if let Some(index) = self.copies.take_out(slot, current) {
                previous.swap_remove(index);
                current.swap_remove(index);
            }
        }
    }
}
