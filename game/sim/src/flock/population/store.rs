//! The store of a flock's boids, which guards every change of them.

use super::{gpu_state::GpuState, memories::Memories};
use crate::{
    flock::{configuration::Configuration, reports::Reports},
    math::Vec3,
    neighbours::{boid_tree::BoidTree, tree_cache::TreeCache},
    settings::Backend,
    state::{
        boid_id::BoidId,
        boids::{BoidState, Boids},
        slot_map::SlotMap,
    },
};
use std::collections::TryReserveError;

/// The boids of a flock, what is derived from them, and their copy on a GPU while that is ahead.
///
/// All fields that hold boids are private to this file. [`change`](Self::change) and
/// [`change_members`](Self::change_members) give the only write access, so what has to happen
/// before a change cannot be forgotten.
#[derive(Default)]
pub(crate) struct BoidStore {
    /// The state before the last step, in the same order as `current`.
    previous: Boids,
    current: Boids,
    slot_map: SlotMap,
    /// Bounding volume hierarchy over the known positions.
    tree: TreeCache,
    /// Bounding volume hierarchy over the drawn positions.
    drawn_tree: TreeCache,
    gpu: GpuState,
    /// What is remembered about boids by slot.
    pub(crate) memories: Memories,
}

/// Write access to all boids. They are on the CPU, and everything derived from them has been
/// dropped.
pub(crate) struct BoidsGuard<'a> {
    pub(crate) previous: &'a mut Boids,
    pub(crate) current: &'a mut Boids,
    pub(crate) slot_map: &'a mut SlotMap,
    pub(crate) memories: &'a mut Memories,
}

/// Read access to the boids, with write access to their memories.
pub(crate) struct Notes<'a> {
    pub(crate) previous: &'a Boids,
    pub(crate) current: &'a Boids,
    pub(crate) slot_map: &'a SlotMap,
    pub(crate) memories: &'a mut Memories,
}

/// Largest number of boids that may join.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joining {
    boids: usize,
    new_slots: usize,
}

impl Joining {
    /// No boid joins; boids only leave or move.
    pub(crate) const NONE: Self = Self::with_slots(0);

    /// Boids that already have slots.
    pub(crate) const fn with_slots(boids: usize) -> Self {
        Self {
            boids,
            new_slots: 0,
        }
    }

    /// Boids that have no slots yet.
    pub(crate) const fn new(boids: usize) -> Self {
        Self {
            boids,
            new_slots: boids,
        }
    }
}

/// Write access to the membership: boids may join and leave, on the CPU or on a GPU. Everything
/// derived from the boids has been dropped.
pub(crate) struct Members<'a> {
    pub(crate) slot_map: &'a mut SlotMap,
    pub(crate) states: MemberStates<'a>,
}

/// The states of boids that join and leave.
pub(crate) struct MemberStates<'a> {
    previous: &'a mut Boids,
    current: &'a mut Boids,
    gpu: &'a mut GpuState,
    memories: &'a mut Memories,
}

impl BoidStore {
    /// Reads the boids back from the GPU if they are there, drops what was derived from them, and
    /// gives write access.
    pub(crate) fn change(
        &mut self,
        config: &Configuration,
        reports: &mut Reports,
    ) -> BoidsGuard<'_> {
        self.forget_derived();
        let Self {
            previous,
            current,
            slot_map,
            gpu,
            memories,
            ..
        } = self;
        let mut boids = BoidsGuard {
            previous,
            current,
            slot_map,
            memories,
        };
        gpu.read_back(&mut boids, config, reports);
        boids
    }

    /// Gives access for boids to join, as many as `joining` says, and to leave. Boids on a GPU stay
    /// there if it has room; otherwise they are read back.
    pub(crate) fn change_members(
        &mut self,
        joining: Joining,
        config: &Configuration,
        reports: &mut Reports,
    ) -> Members<'_> {
        let slots = self.slot_map.slot_count() + joining.new_slots;
        self.forget_derived();
        if !self.gpu.has_room(joining.boids, slots) {
            self.change(config, reports);
        }
        let Self {
            previous,
            current,
            slot_map,
            gpu,
            memories,
            ..
        } = self;
        Members {
            slot_map,
            states: MemberStates {
                previous,
                current,
                gpu,
                memories,
            },
        }
    }

    /// Reserves memory for `count` boids.
    pub(crate) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        self.previous.try_reserve(count)?;
        self.current.try_reserve(count)?;
        self.slot_map.try_reserve(count)
    }

    /// The state before the last step in the arrays of the CPU.
    pub(crate) fn previous(&self) -> &Boids {
        &self.previous
    }

    /// The known state of the boids. On a GPU this is the drawn state, or, after single steps, the
    /// exact state, for which the call waits.
    pub(crate) fn known(&self) -> &Boids {
        let known = self.gpu.known(&self.current, &self.slot_map);
        known.unwrap_or(&self.current)
    }

    /// The state after the last step in the arrays of the CPU.
    pub(crate) fn current(&self) -> &Boids {
        &self.current
    }

    /// Frees the slot of a loose body, which does not affect the boids in the flock.
    pub(crate) fn release_loose(&mut self, slot: u32) {
        self.slot_map.release(slot);
    }

    pub(crate) fn slot_map(&self) -> &SlotMap {
        &self.slot_map
    }

    /// Read access to the boids in the arrays of the CPU, with write access to their memories.
    pub(crate) fn notes(&mut self) -> Notes<'_> {
        Notes {
            previous: &self.previous,
            current: &self.current,
            slot_map: &self.slot_map,
            memories: &mut self.memories,
        }
    }

    /// The state of the GPU, to make steps there, and the memories of the boids. Drops what was
    /// derived from the boids.
    pub(crate) fn gpu_with_memories(&mut self) -> (&mut GpuState, &Memories) {
        self.forget_derived();
        (&mut self.gpu, &self.memories)
    }

    /// The tree over the given positions, which must be those of the known boids.
    pub(crate) fn tree(&self, positions: &[&[f32]; 3]) -> &BoidTree {
        self.tree.get(|tree| tree.rebuild(positions))
    }

    /// The tree over the drawn positions. `rebuild` is called if the boids changed since the last
    /// call.
    pub(crate) fn drawn_tree(&self, rebuild: impl FnOnce(&mut BoidTree)) -> &BoidTree {
        self.drawn_tree.get(rebuild)
    }

    /// Drops what was derived from the boids, and from the way in which they are drawn.
    pub(crate) fn forget_derived(&mut self) {
        self.tree.clear();
        self.drawn_tree.clear();
    }

    pub(crate) fn gpu(&self) -> &GpuState {
        &self.gpu
    }

    /// The state of the GPU, to make steps there. Drops what was derived from the boids.
    pub(crate) fn gpu_mut(&mut self) -> &mut GpuState {
        self.forget_derived();
        &mut self.gpu
    }
}

impl Members<'_> {
    /// Lets a new boid join, without memories. It is drawn where it starts.
    pub(crate) fn join(&mut self, state: &BoidState) {
        self.states.join(state, self.slot_map);
    }

    /// Lets a boid join that has a state before the last step. On the CPU, it is drawn between the
    /// two states.
    pub(crate) fn join_between(&mut self, before: &BoidState, state: &BoidState) {
        self.join(state);
        if !self.states.gpu.is_ahead() {
            let last = self.states.previous.len() - 1;
            self.states.previous.all_mut().set(last, before);
        }
    }

    /// Lets a boid leave; returns false if it has no position in the flock. It keeps its slot,
    /// which the caller must release or reuse. On the CPU, the last boid moves to its index.
    pub(crate) fn leave(&mut self, id: BoidId) -> bool {
        let MemberStates {
            previous,
            current,
            gpu,
            ..
        } = &mut self.states;
        let Some(index) = self.slot_map.index(id, &current.slot) else {
            return false;
        };
        if gpu.is_ahead() {
            gpu.leave(id.slot(), previous, current, self.slot_map)
        } else {
            take_out(index, previous, current, self.slot_map)
        }
        true
    }

    /// Moves a boid to a place in both states, so that it is not drawn between them, inside
    /// geometry.
    pub(crate) fn move_to(&mut self, id: BoidId, place: Vec3) {
        let Some(index) = self.slot_map.index(id, &self.states.current.slot) else {
            return;
        };
        if !self.states.gpu.is_ahead() {
            self.states.previous.set_position(index, place);
            self.states.current.set_position(index, place);
        } else if let Some([_, state]) = self.states_of(id) {
            let state = BoidState {
                position: place,
                ..state
            };
            self.move_state(&state);
        }
    }

    /// The same for the state of a boid on a GPU, with its new place.
    pub(crate) fn move_state(&mut self, state: &BoidState) {
        let MemberStates {
            previous,
            current,
            gpu,
            ..
        } = &mut self.states;
        gpu.move_to(state, previous, current, self.slot_map);
    }

    /// Forgets what a boid saw of the geometry, so that it looks again.
    pub(crate) fn forget_sight(&mut self, id: BoidId) {
        self.states.memories.sights.memory.forget(id.slot());
    }

    /// Removes the positions of these boids, which wait from then on. On the CPU, the others keep
    /// their order.
    pub(crate) fn let_wait(&mut self, ids: &[BoidId], backend: Backend) {
        let is_ahead = self.states.gpu.is_ahead();
        for id in ids {
            if is_ahead {
                self.leave(*id);
            }
            self.slot_map.wait(id.slot());
        }
        if !ids.is_empty() && !is_ahead {
            let MemberStates {
                previous, current, ..
            } = &mut self.states;
            keep_placed(previous, current, self.slot_map, backend);
        }
    }

    /// The known states of a boid before and after the last step; `None` if it has no position.
    pub(crate) fn states_of(&self, id: BoidId) -> Option<[BoidState; 2]> {
        let MemberStates {
            previous,
            current,
            gpu,
            ..
        } = &self.states;
        let known = gpu.known(current, self.slot_map);
        let states = known.map_or([&**previous, &**current], |known| [known; 2]);
        let index = self.slot_map.index(id, &states[1].slot)?;
        Some(states.map(|boids| boids.state(index)))
    }

    /// The same as [`states_of`](Self::states_of), but exact: on a GPU, waits for the last step.
    pub(crate) fn exact_states_of(&self, id: BoidId) -> Option<[BoidState; 2]> {
        let known = self.states_of(id)?;
        Some(self.states.gpu.exact_states(id.slot()).unwrap_or(known))
    }
}

impl MemberStates<'_> {
    /// The same as [`Members::join`].
    pub(crate) fn join(&mut self, state: &BoidState, slot_map: &SlotMap) {
        let Self {
            previous,
            current,
            gpu,
            memories,
            ..
        } = self;
        memories.forget(slot_map.id(state.slot));
        if gpu.is_ahead() {
            gpu.join(state, previous, current, slot_map)
        } else {
            push(state, previous, current, slot_map)
        }
    }
}

impl BoidsGuard<'_> {
    /// Removes the states of waiting boids; the other boids keep their order.
    pub(crate) fn keep_placed(&mut self, backend: Backend) {
        keep_placed(self.previous, self.current, self.slot_map, backend);
    }

    /// Removes the states of a boid; the last boid moves to its index.
    pub(crate) fn take_out(&mut self, index: usize) {
        take_out(index, self.previous, self.current, self.slot_map);
    }
}

fn keep_placed(previous: &mut Boids, current: &mut Boids, slot_map: &SlotMap, backend: Backend) {
    let slots = (0..).zip(&current.slot);
    let is_placed = slots.filter(|(_, slot)| slot_map.is_placed(**slot));
    let kept: Vec<u32> = is_placed.map(|(index, _)| index).collect();
    match backend {
        Backend::SingleThread => [&mut *previous, &mut *current].map(|boids| boids.keep(&kept)),
        _ => rayon::join(|| previous.keep(&kept), || current.keep(&kept)).into(),
    };
    slot_map.outdate_indices();
}

fn take_out(index: usize, previous: &mut Boids, current: &mut Boids, slot_map: &SlotMap) {
    previous.swap_remove(index);
    current.swap_remove(index);
    if let Some(moved) = current.slot.get(index) {
        slot_map.set_index(*moved, index as u32);
    }
}

/// Adds a boid to both states, so that it is drawn where it starts.
pub(crate) fn push(
    state: &BoidState,
    previous: &mut Boids,
    current: &mut Boids,
    slot_map: &SlotMap,
) {
    slot_map.set_index(state.slot, current.len() as u32);
    previous.push(state);
    current.push(state);
}
