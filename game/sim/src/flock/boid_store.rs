//! The boids of a flock, and the only way to change them.

use super::{detail::DetailState, gpu::GpuState, statistics::Statistics};
use crate::{
    math::Vec3,
    neighbours::{boid_tree::BoidTree, tree_cache::TreeCache},
    settings::{Driver, Settings},
    state::{
        boid_id::BoidId,
        boids::{BoidState, Boids},
        slot_map::SlotMap,
    },
    steering::{avoidance::Memory, fear::state::FearState},
};
use std::collections::TryReserveError;

/// The boids of a flock with what is derived from them, and their copy on a GPU while that is
/// ahead.
///
/// All fields are private to this file: [`change`](Self::change) is the only write access to the
/// boids, so none of what has to go before a change can be forgotten.
#[derive(Default)]
pub(super) struct BoidStore {
    /// The state before the last step, in the same order as `current`.
    previous: Boids,
    current: Boids,
    slot_map: SlotMap,
    /// Derived from the positions.
    tree: TreeCache,
    /// Derived from the drawn positions.
    drawn_tree: TreeCache,
    gpu: GpuState,
}

/// Write access to the boids. They are on the CPU, and nothing that was derived from them is left.
pub(super) struct BoidsGuard<'a> {
    pub(super) previous: &'a mut Boids,
    pub(super) current: &'a mut Boids,
    pub(super) slot_map: &'a mut SlotMap,
}

/// The other parts of a flock that a readback from the GPU writes or reads.
#[cfg_attr(
    not(feature = "gpu"),
    expect(dead_code, reason = "there is nothing to read back")
)]
pub(super) struct ReadbackTarget<'a> {
    pub(super) memories: SlotMemories<'a>,
    pub(super) statistics: &'a mut Statistics,
    pub(super) settings: &'a Settings,
}

/// What is known of boids by their slots. One that joins begins anew.
pub(super) struct SlotMemories<'a> {
    pub(super) sights: &'a Memory,
    pub(super) fear: &'a mut FearState,
    pub(super) detail: &'a mut DetailState,
}

impl SlotMemories<'_> {
    pub(super) fn forget(&mut self, slot: u32) {
        self.sights.forget(slot);
        self.fear.memory.forget(slot);
        self.detail.forget(slot);
    }
}

/// Boids that join and leave, on the CPU or on a GPU. Nothing that was derived from them is left.
pub(super) struct Members<'a> {
    pub(super) slot_map: &'a mut SlotMap,
    pub(super) states: MemberStates<'a>,
}

/// The states of boids that join and leave.
pub(super) struct MemberStates<'a> {
    previous: &'a mut Boids,
    current: &'a mut Boids,
    gpu: &'a mut GpuState,
    settings: &'a Settings,
    memories: SlotMemories<'a>,
}

/// The [`ReadbackTarget`] of a flock.
macro_rules! readback_target {
    ($flock:expr) => {
        $crate::flock::boid_store::ReadbackTarget {
            memories: $crate::flock::boid_store::SlotMemories {
                sights: &$flock.sights.memory,
                fear: &mut $flock.fear,
                detail: &mut $flock.detail,
            },
            statistics: &mut $flock.statistics,
            settings: &$flock.settings,
        }
    };
}
pub(super) use readback_target;

/// [`BoidStore::change`] for the boids of a flock, which borrows no more of it than it needs.
macro_rules! change_boids {
    ($flock:expr) => {
        $flock
            .boids
            .change($crate::flock::boid_store::readback_target!($flock))
    };
}
pub(super) use change_boids;

/// [`BoidStore::change_members`] for the boids of a flock, which borrows no more of it than it needs.
macro_rules! change_members {
    ($flock:expr, $joining:expr) => {
        $crate::flock::boid_store::change_members!(@ $flock, $joining, 0)
    };
    // Boids that have no slots yet.
    ($flock:expr, new: $joining:expr) => {
        $crate::flock::boid_store::change_members!(@ $flock, $joining, $joining)
    };
    (@ $flock:expr, $joining:expr, $slots:expr) => {
        $flock.boids.change_members(
            $joining,
            $slots,
            $crate::flock::boid_store::readback_target!($flock),
        )
    };
}
pub(super) use change_members;

impl BoidStore {
    /// Reads the boids back from the GPU if they are there, drops what was derived from them, and
    /// gives write access.
    pub(super) fn change(&mut self, mut target: ReadbackTarget<'_>) -> BoidsGuard<'_> {
        self.forget_derived();
        let Self {
            previous,
            current,
            slot_map,
            gpu,
            ..
        } = self;
        gpu.read_back(previous, current, slot_map, &mut target);
        BoidsGuard {
            previous,
            current,
            slot_map,
        }
    }

    /// Lets boids leave, and at most so many join, of which so many have no slots yet. Those on a GPU
    /// stay there if it has room.
    pub(super) fn change_members<'a>(
        &'a mut self,
        joining: usize,
        new_slots: usize,
        mut target: ReadbackTarget<'a>,
    ) -> Members<'a> {
        self.forget_derived();
        let settings = target.settings;
        let slots = self.slot_map.slot_count() + new_slots;
        let Self {
            previous,
            current,
            slot_map,
            gpu,
            ..
        } = self;
        if !gpu.has_room(joining, slots) {
            gpu.read_back(previous, current, slot_map, &mut target);
        }
        Members {
            slot_map,
            states: MemberStates {
                previous,
                current,
                gpu,
                settings,
                memories: target.memories,
            },
        }
    }

    /// Reserves memory for `count` boids.
    pub(super) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        self.previous.try_reserve(count)?;
        self.current.try_reserve(count)?;
        self.slot_map.try_reserve(count)
    }

    /// The state before the last step, as the CPU has it.
    pub(super) fn previous(&self) -> &Boids {
        &self.previous
    }

    /// The state after the last step, as the CPU has it.
    pub(super) fn current(&self) -> &Boids {
        &self.current
    }

    /// Frees the slot of a loose body, which is no matter of the boids: they stay where they are.
    pub(super) fn release_loose(&mut self, slot: u32) {
        self.slot_map.release(slot);
    }

    pub(super) fn slot_map(&self) -> &SlotMap {
        &self.slot_map
    }

    /// The tree over the given positions, which are those of the boids since the last change.
    pub(super) fn tree(&self, positions: &[&[f32]; 3]) -> &BoidTree {
        self.tree.get(|tree| tree.rebuild(positions))
    }

    /// The tree over the drawn positions, which `rebuild` makes if there was a change since the
    /// last one.
    pub(super) fn drawn_tree(&self, rebuild: impl FnOnce(&mut BoidTree)) -> &BoidTree {
        self.drawn_tree.get(rebuild)
    }

    /// Drops what was derived from the boids and from the way in which they are drawn.
    pub(super) fn forget_derived(&mut self) {
        self.tree.clear();
        self.drawn_tree.clear();
    }

    pub(super) fn gpu(&self) -> &GpuState {
        &self.gpu
    }

    /// The GPU's side, to make steps there. Drops what was derived from the boids.
    pub(super) fn gpu_mut(&mut self) -> &mut GpuState {
        self.forget_derived();
        &mut self.gpu
    }
}

impl Members<'_> {
    /// Lets a boid join, of which nothing is known yet. It is drawn where it starts.
    pub(super) fn join(&mut self, state: &BoidState) {
        self.states.join(state, self.slot_map);
    }

    /// Lets a boid join that was somewhere else a step before. On the CPU it is drawn on its way from
    /// there.
    pub(super) fn join_between(&mut self, before: &BoidState, state: &BoidState) {
        self.join(state);
        if !self.states.gpu.is_ahead() {
            let last = self.states.previous.len() - 1;
            self.states.previous.all_mut().set(last, before);
        }
    }

    /// Lets a boid leave that has a position; false for others. It keeps its slot, of which the caller
    /// disposes. On the CPU, the last boid moves to its index.
    pub(super) fn leave(&mut self, id: BoidId) -> bool {
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

    /// Puts a boid at a place in both states, so that it is not drawn on its way through the geometry.
    pub(super) fn move_to(&mut self, id: BoidId, place: Vec3) {
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
            let MemberStates {
                previous,
                current,
                gpu,
                ..
            } = &mut self.states;
            gpu.move_to(&state, previous, current, self.slot_map);
        }
    }

    /// Takes the positions of these boids from them. The others keep their order on the CPU.
    pub(super) fn let_wait(&mut self, ids: &[BoidId]) {
        let is_ahead = self.states.gpu.is_ahead();
        for id in ids {
            if is_ahead {
                self.leave(*id);
            }
            self.slot_map.wait(id.slot());
        }
        if !ids.is_empty() && !is_ahead {
            let MemberStates {
                previous,
                current,
                settings,
                ..
            } = &mut self.states;
            keep_placed(previous, current, self.slot_map, settings);
        }
    }

    /// The states of a boid before and after the last step, as far as they are known; none if it has
    /// no position.
    pub(super) fn states_of(&self, id: BoidId) -> Option<[BoidState; 2]> {
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

    /// As [`states_of`](Self::states_of), but not as they are drawn: on a GPU, the last step is waited for.
    pub(super) fn exact_states_of(&self, id: BoidId) -> Option<[BoidState; 2]> {
        let known = self.states_of(id)?;
        Some(self.states.gpu.exact_states(id.slot()).unwrap_or(known))
    }
}

impl MemberStates<'_> {
    /// As [`Members::join`].
    pub(super) fn join(&mut self, state: &BoidState, slot_map: &SlotMap) {
        let Self {
            previous,
            current,
            gpu,
            memories,
            ..
        } = self;
        memories.forget(state.slot);
        if gpu.is_ahead() {
            gpu.join(state, previous, current, slot_map)
        } else {
            push(state, previous, current, slot_map)
        }
    }
}

impl BoidsGuard<'_> {
    /// Removes the boids that wait from memory; the others keep their order.
    pub(super) fn keep_placed(&mut self, settings: &Settings) {
        keep_placed(self.previous, self.current, self.slot_map, settings);
    }

    /// Takes a boid out of memory; the last one moves to its index.
    pub(super) fn take_out(&mut self, index: usize) {
        take_out(index, self.previous, self.current, self.slot_map);
    }
}

fn keep_placed(previous: &mut Boids, current: &mut Boids, slot_map: &SlotMap, settings: &Settings) {
    let slots = (0..).zip(&current.slot);
    let is_placed = slots.filter(|(_, slot)| slot_map.is_placed(**slot));
    let kept: Vec<u32> = is_placed.map(|(index, _)| index).collect();
    let driver = settings.simulation.driver;
    match driver {
        Driver::SingleThread => [&mut *previous, &mut *current].map(|boids| boids.keep(&kept)),
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
pub(super) fn push(
    state: &BoidState,
    previous: &mut Boids,
    current: &mut Boids,
    slot_map: &SlotMap,
) {
    slot_map.set_index(state.slot, current.len() as u32);
    previous.push(state);
    current.push(state);
}
