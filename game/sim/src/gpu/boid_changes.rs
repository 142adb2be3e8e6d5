//! Boids that join and leave a flock on a GPU, while the other boids stay there.
//!
//! A step begins with the changes that were made before it. Boids that leave are marked, and the
//! counting sort along the grid moves them behind all others, where later passes ignore them. Until
//! this sort, boids that join are stored behind the others. Drawn frames are read back later.
//! Changes that are not in a frame yet are kept, and applied to the frame when queries read it.

use super::{
    boid_buffers::{BoidMotion, BoidPlace, Orientation},
    device::Gpu,
    error::GpuError,
    wgsl::{wgsl_struct, Padding2, Vec3f, Vec4f},
};
use crate::state::boids::{BoidState, Boids};
use bytemuck::Zeroable;
use wgpu::Buffer;

/// Marks, in place of a slot, a boid that has left.
pub(crate) const GONE: u32 = u32::MAX;

wgsl_struct! {
    pub(crate) struct ChangesUniform {
        /// Number of boids before the changes.
        count: u32,
        /// Number of boids that join.
        joining: u32,
        padding: Padding2,
    }
}

wgsl_struct! {
    /// A boid that joins, with the fields of [`BoidState`].
    pub(crate) struct JoiningBoid {
        position: Vec3f,
        slot: u32,
        velocity: Vec3f,
        phase: f32,
        orientation: Vec4f,
        variation: f32,
        /// 1 if the boid was there before, at another place, and keeps its memories.
        is_moved: u32,
        padding: Padding2,
    }
}

impl JoiningBoid {
    fn new(state: &BoidState, is_moved: bool) -> Self {
        Self {
            position: state.position.into(),
            slot: state.slot,
            velocity: state.velocity.into(),
            phase: state.pose.phase,
            orientation: state.pose.orientation.coords.into(),
            variation: state.pose.variation,
            is_moved: is_moved.into(),
            padding: Zeroable::zeroed(),
        }
    }
}

const _: () = assert!(
    size_of::<JoiningBoid>()
        == size_of::<BoidPlace>() + size_of::<BoidMotion>() + size_of::<Orientation>() + 16
);

/// A boid that joins or moves to another place, or the slot of a boid that leaves.
#[derive(Clone, Copy, Debug)]
enum Change {
    Joins(BoidState),
    Moves(BoidState),
    Leaves(u32),
}

/// Changes in their order.
#[derive(Debug, Default)]
pub(crate) struct BoidChanges {
    /// All changes. The first `submitted` ones have the number of the step that began with them;
    /// the others wait for the next step.
    list: Vec<(u64, Change)>,
    submitted: usize,
    /// Number of waiting changes in which a boid joins.
    joining: usize,
}

/// The net effect of several changes.
#[derive(Debug, Default)]
pub(crate) struct NetChange {
    /// Bit set of slots: boids that were there before the changes and leave.
    leaving: Vec<u32>,
    pub(crate) leaving_count: usize,
    /// Bit set of slots: boids that leave and join again at another place.
    moved: Vec<u32>,
    pub(crate) joining: Vec<BoidState>,
}

impl BoidChanges {
    pub(crate) fn join(&mut self, state: &BoidState) {
        self.list.push((u64::MAX, Change::Joins(*state)));
        self.joining += 1;
    }

    /// Lets a boid leave its place and join at another one.
    pub(crate) fn move_to(&mut self, state: &BoidState) {
        self.list.push((u64::MAX, Change::Moves(*state)));
        self.joining += 1;
    }

    pub(crate) fn leave(&mut self, slot: u32) {
        self.list.push((u64::MAX, Change::Leaves(slot)));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The slots of the boids that changed, in ascending order.
    pub(crate) fn slots(&self) -> Vec<u32> {
        let slots = self.list.iter().map(|(_, change)| match change {
            Change::Joins(state) | Change::Moves(state) => state.slot,
            Change::Leaves(slot) => *slot,
        });
        let mut slots: Vec<_> = slots.collect();
        slots.sort_unstable();
        slots
    }

    /// Upper bound of the number of boids that join in the next step.
    pub(crate) fn joining(&self) -> usize {
        self.joining
    }

    /// The net effect of the changes that wait for the next step.
    pub(crate) fn net_waiting(&self) -> NetChange {
        NetChange::of(&self.list[self.submitted..])
    }

    /// State of the boid of a slot, if it joins or moves in the next step.
    pub(crate) fn waiting_state(&self, slot: u32) -> Option<BoidState> {
        let mut newest = self.list[self.submitted..].iter().rev();
        newest.find_map(|(_, change)| match change {
            Change::Joins(state) | Change::Moves(state) if state.slot == slot => Some(*state),
            _ => None,
        })
    }

    /// The net effect of all changes.
    pub(crate) fn net(&self) -> NetChange {
        NetChange::of(&self.list)
    }

    /// Marks the waiting changes as submitted with step number `step`.
    pub(crate) fn submit(&mut self, step: u64) {
        for (submitted, _) in &mut self.list[self.submitted..] {
            *submitted = step;
        }
        self.submitted = self.list.len();
        self.joining = 0;
    }

    /// Forgets the changes of all steps up to `step`.
    pub(crate) fn forget_until(&mut self, step: u64) {
        let done = self
            .list
            .partition_point(|(submitted, _)| *submitted <= step);
        self.list.drain(..done);
        self.submitted -= done.min(self.submitted);
    }
}

impl NetChange {
    fn of(changes: &[(u64, Change)]) -> Self {
        let mut net = Self::default();
        let mut joined = Vec::new();
        for (_, change) in changes {
            match change {
                Change::Joins(state) => net.join(state, &mut joined),
                Change::Moves(state) => {
                    let is_moved = !has_bit(&joined, state.slot) || net.moves(state.slot);
                    net.leave(state.slot, &mut joined);
                    net.join(state, &mut joined);
                    if is_moved {
                        set_bit(&mut net.moved, state.slot);
                    } else {
                        clear_bit(&mut net.moved, state.slot);
                    }
                }
                Change::Leaves(slot) => net.leave(*slot, &mut joined),
            }
        }
        net.keep_joined(&mut joined);
        net
    }

    /// Keeps only the last boid that joined in each slot, and only if it has not left again.
    fn keep_joined(&mut self, joined: &mut [u32]) {
        let mut is_last = |state: &BoidState| {
            let is_there = has_bit(joined, state.slot);
            clear_bit(joined, state.slot);
            is_there
        };
        let mut kept: Vec<_> = self.joining.drain(..).rev().filter(&mut is_last).collect();
        kept.reverse();
        self.joining = kept;
    }

    fn join(&mut self, state: &BoidState, joined: &mut Vec<u32>) {
        set_bit(joined, state.slot);
        self.joining.push(*state);
    }

    fn leave(&mut self, slot: u32, joined: &mut [u32]) {
        clear_bit(&mut self.moved, slot);
        if has_bit(joined, slot) {
            clear_bit(joined, slot);
        } else {
            set_bit(&mut self.leaving, slot);
            self.leaving_count += 1;
        }
    }

    fn moves(&self, slot: u32) -> bool {
        has_bit(&self.moved, slot)
    }

    /// The slots whose memories must be forgotten: those of boids that leave for good or join for
    /// the first time.
    pub(crate) fn forgotten(&self) -> impl Iterator<Item = u32> + '_ {
        let left = (0..32 * self.leaving.len() as u32).filter(|slot| self.leaves(*slot));
        let joined = self.joining.iter().map(|state| state.slot);
        left.chain(joined).filter(|slot| !self.moves(*slot))
    }

    pub(crate) fn leaves(&self, slot: u32) -> bool {
        has_bit(&self.leaving, slot)
    }

    /// Applies the changes. The other boids keep their order.
    pub(crate) fn apply(&self, boids: &mut Boids) {
        if self.leaving_count > 0 {
            let slots = (0..).zip(&boids.slot);
            let kept = slots.filter(|(_, slot)| !self.leaves(**slot));
            let kept: Vec<u32> = kept.map(|(index, _)| index).collect();
            boids.keep(&kept);
        }
        self.joining.iter().for_each(|state| boids.push(state));
    }
}

fn has_bit(words: &[u32], bit: u32) -> bool {
    words
        .get(bit as usize / 32)
        .is_some_and(|word| word >> (bit % 32) & 1 == 1)
}

fn set_bit(words: &mut Vec<u32>, bit: u32) {
    let word = bit as usize / 32;
    if words.len() <= word {
        words.resize(word + 1, 0);
    }
    words[word] |= 1 << (bit % 32);
}

fn clear_bit(words: &mut [u32], bit: u32) {
    if let Some(word) = words.get_mut(bit as usize / 32) {
        *word &= !(1 << (bit % 32));
    }
}

/// Buffers for the changes at the beginning of a step.
pub(crate) struct ChangeBuffers {
    slots: usize,
    /// [`ChangesUniform`].
    pub(crate) uniform: Buffer,
    /// Bit set of the slots of boids that leave.
    pub(crate) leaving: Buffer,
    /// Bit set of the slots of boids that leave and do not join elsewhere.
    pub(crate) forgotten: Buffer,
    /// [`JoiningBoid`].
    pub(crate) joining: Buffer,
}

impl ChangeBuffers {
    /// Creates the buffers for boids in slots below `slots`.
    pub(crate) fn new(gpu: &Gpu, slots: usize) -> Result<Self, GpuError> {
        Ok(Self {
            slots,
            uniform: gpu.uniform::<ChangesUniform>("changes uniform"),
            leaving: gpu.buffer::<u32>("boids that leave", 0)?,
            forgotten: gpu.buffer::<u32>("boids that leave for good", 0)?,
            joining: gpu.buffer::<JoiningBoid>("boids that join", 0)?,
        })
    }

    /// Prepares the change of a flock with `count` boids.
    ///
    /// # Errors
    /// Fails if there is no memory for it.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        change: &NetChange,
        count: usize,
    ) -> Result<(), GpuError> {
        if change.leaving_count > 0 {
            let mut words = change.leaving.clone();
            words.resize(self.slots.div_ceil(32), 0);
            gpu.write_all("boids that leave", &mut self.leaving, &words)?;
            for (word, moved) in words.iter_mut().zip(&change.moved) {
                *word &= !moved;
            }
            let what = "boids that leave for good";
            gpu.write_all(what, &mut self.forgotten, &words)?;
        }
        let joining = change.joining.iter();
        let joining = joining.map(|state| JoiningBoid::new(state, change.moves(state.slot)));
        let joining: Vec<_> = joining.collect();
        gpu.write_all("boids that join", &mut self.joining, &joining)?;
        let uniform = ChangesUniform {
            count: count as u32,
            joining: joining.len() as u32,
            padding: Zeroable::zeroed(),
        };
        gpu.write(&self.uniform, &[uniform]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::Vec3, state::pose::Pose};

    fn state(slot: u32, x: f32) -> BoidState {
        BoidState {
            position: Vec3::new(x, 0.0, 0.0),
            velocity: Vec3::zeros(),
            slot,
            pose: Pose::default(),
        }
    }

    fn boids(slots: impl Iterator<Item = u32>) -> Boids {
        let mut boids = Boids::default();
        slots.for_each(|slot| boids.push(&state(slot, 0.0)));
        boids
    }

    #[test]
    fn a_slot_that_is_used_again_holds_its_last_boid() {
        let mut changes = BoidChanges::default();
        changes.leave(3);
        changes.join(&state(3, 1.0));
        changes.leave(3);
        changes.join(&state(3, 2.0));
        changes.join(&state(40, 3.0));
        changes.leave(40);
        let mut boids = boids(0..5);
        changes.net().apply(&mut boids);
        assert_eq!(boids.slot, [0, 1, 2, 4, 3]);
        assert_eq!(boids.position[0], [0.0, 0.0, 0.0, 0.0, 2.0]);
        assert_eq!(changes.net().leaving_count, 1);
    }

    #[test]
    fn boids_that_move_are_not_forgotten_unless_they_join_or_leave() {
        let mut changes = BoidChanges::default();
        changes.move_to(&state(1, 1.0));
        changes.move_to(&state(1, 2.0));
        // Two boids leave; the second one is replaced.
        changes.move_to(&state(2, 3.0));
        changes.leave(2);
        changes.leave(3);
        changes.join(&state(3, 4.0));
        changes.move_to(&state(3, 5.0));
        let net = changes.net();
        assert!((0..5).all(|slot| net.moves(slot) == (slot == 1)));
        assert_eq!(net.forgotten().collect::<Vec<_>>(), [2, 3, 3]);
        let mut boids = boids(0..5);
        net.apply(&mut boids);
        assert_eq!(boids.slot, [0, 4, 1, 3]);
        assert_eq!(boids.position[0], [0.0, 0.0, 2.0, 5.0]);
    }

    #[test]
    fn changes_wait_for_a_step_and_then_for_its_frame() {
        let mut changes = BoidChanges::default();
        changes.leave(1);
        changes.submit(5);
        changes.join(&state(9, 0.0));
        assert_eq!(changes.joining(), 1);
        assert_eq!(changes.net_waiting().leaving_count, 0);
        changes.forget_until(4);
        assert!(changes.net().leaves(1));
        changes.forget_until(5);
        assert!(!changes.net().leaves(1) && changes.joining() == 1);
        changes.submit(6);
        changes.forget_until(6);
        assert!(changes.is_empty());
    }
}
