//! The boids of a flock, and the only way to change them.

use super::{gpu::GpuState, statistics::Statistics};
use crate::{
    neighbours::{boid_tree::BoidTree, tree_cache::TreeCache},
    settings::{Driver, Settings},
    state::{
        boids::{BoidState, Boids},
        slot_map::SlotMap,
    },
    steering::avoidance::Memory,
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
    pub(super) memory: &'a Memory,
    pub(super) statistics: &'a mut Statistics,
    pub(super) settings: &'a Settings,
}

/// [`BoidStore::change`] for the boids of a flock, which borrows no more of it than it needs.
macro_rules! change_boids {
    ($flock:expr) => {
        $flock
            .boids
            .change($crate::flock::boid_store::ReadbackTarget {
                memory: &$flock.sights.memory,
                statistics: &mut $flock.statistics,
                settings: &$flock.settings,
            })
    };
}
pub(super) use change_boids;

impl BoidStore {
    /// Reads the boids back from the GPU if they are there, drops what was derived from them, and
    /// gives write access.
    pub(super) fn change(&mut self, target: ReadbackTarget<'_>) -> BoidsGuard<'_> {
        self.forget_derived();
        let Self {
            previous,
            current,
            slot_map,
            gpu,
            ..
        } = self;
        gpu.read_back(previous, current, slot_map, target);
        BoidsGuard {
            previous,
            current,
            slot_map,
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

    #[cfg(feature = "gpu")]
    pub(super) fn gpu(&self) -> &GpuState {
        &self.gpu
    }

    /// The GPU's side, to make steps there. Drops what was derived from the boids.
    pub(super) fn gpu_mut(&mut self) -> &mut GpuState {
        self.forget_derived();
        &mut self.gpu
    }
}

impl BoidsGuard<'_> {
    /// Adds a boid.
    pub(super) fn push(&mut self, state: &BoidState) {
        push(state, self.previous, self.current, self.slot_map);
    }

    /// Removes the boids that wait from memory; the others keep their order.
    pub(super) fn keep_placed(&mut self, settings: &Settings) {
        let slot_map = &*self.slot_map;
        let slots = (0..).zip(&self.current.slot);
        let is_placed = slots.filter(|(_, slot)| slot_map.is_placed(**slot));
        let kept: Vec<u32> = is_placed.map(|(index, _)| index).collect();
        let (previous, current) = (&mut *self.previous, &mut *self.current);
        match settings.simulation.driver {
            Driver::SingleThread => [previous, current].map(|boids| boids.keep(&kept)),
            _ => rayon::join(|| previous.keep(&kept), || current.keep(&kept)).into(),
        };
        slot_map.set_indices(&self.current.slot, settings.simulation.driver);
    }

    /// Takes a boid out of memory; the last one moves to its index.
    pub(super) fn take_out(&mut self, index: usize) {
        self.previous.swap_remove(index);
        self.current.swap_remove(index);
        if let Some(moved) = self.current.slot.get(index) {
            self.slot_map.set_index(*moved, index as u32);
        }
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
