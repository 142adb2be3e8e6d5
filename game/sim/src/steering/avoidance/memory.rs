//! Memory of the last look of each boid.

use super::needs::Needs;
use crate::{
    math::Vec3,
    state::snapshot_error::{broken, SnapshotError},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::TryReserveError,
    ops::RangeInclusive,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// Largest length of an escape vector: 1 right before a surface, plus rounding.
const LONGEST_ESCAPE: f32 = 1.001;

/// Largest number of steps until a look, or since a delayed look was due, that a 31-bit step number
/// can represent.
const LONGEST_WAIT: u32 = 1 << 29;

/// Results of the last looks, by slot.
///
/// Slots are accessed in random order. For most boids only the step of the next look is read, with
/// one bit for whether there is an escape vector, so these are stored apart from the escape
/// vectors.
///
/// The values are atomic so that all threads can write. Every boid has its own slot, so no two
/// threads write to the same value, but the compiler cannot know that.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    next: Vec<AtomicU32>,
    /// Escape vectors: the escape direction, with the nearness of the surface as its length.
    escapes: Vec<[AtomicU32; 3]>,
}

/// Step number of the next look. The lowest bit is set if the boid has an escape vector until then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NextLook(pub(crate) u32);

impl NextLook {
    /// Value of a boid that has never looked.
    pub(crate) const NEVER: Self = Self(u32::MAX);

    /// The look that is due `wait` steps after step number `step`.
    pub(super) fn after(step: u32, wait: i32, has_escape: bool) -> Self {
        match Self(step.wrapping_add_signed(wait) << 1 | u32::from(has_escape)) {
            // This value is taken, so the look is one step sooner. It happens once in a billion
            // steps.
            Self::NEVER => Self(Self::NEVER.0 - 2),
            next => next,
        }
    }

    /// Number of steps from step number `step` to the look; negative if the look is overdue.
    #[inline(always)]
    pub(super) fn wait(self, step: u32) -> i32 {
        (self.0 & !1).wrapping_sub(step << 1).cast_signed() >> 1
    }

    /// True if the boid has an escape vector; false if it has never looked.
    #[inline(always)]
    pub(super) fn has_escape(self) -> bool {
        (self.0 & 1 == 1) & self.has_looked()
    }

    /// True if the boid has ever looked.
    #[inline(always)]
    pub(super) fn has_looked(self) -> bool {
        self != Self::NEVER
    }
}

/// Number of the step after `steps` steps, in 31 bits.
pub(crate) fn step_number(steps: u64) -> u32 {
    (steps % (1 << 31)) as u32
}

impl Memory {
    /// Memory per slot, in bytes.
    pub(crate) fn bytes(needs: Needs) -> usize {
        let bytes = size_of::<AtomicU32>() + size_of::<[AtomicU32; 3]>();
        bytes * usize::from(needs.memory)
    }

    /// Reserves memory for `count` slots, or releases all memory if it is not needed.
    pub(crate) fn try_reserve(
        &mut self,
        count: usize,
        needs: Needs,
    ) -> Result<(), TryReserveError> {
        if !needs.memory {
            *self = Self::default();
            return Ok(());
        }
        let more = count.saturating_sub(self.next.len());
        self.next.try_reserve_exact(more)?;
        self.escapes.try_reserve_exact(more)?;
        let never = || AtomicU32::new(NextLook::NEVER.0);
        self.next.extend((0..more).map(|_| never()));
        self.escapes.resize_with(self.next.len(), Default::default);
        Ok(())
    }

    /// True if there is memory for this number of slots.
    pub(crate) fn holds_slots(&self, slots: usize) -> bool {
        self.next.len() >= slots
    }

    /// Next look of the boid in a slot.
    #[inline(always)]
    pub(super) fn next(&self, slot: u32) -> NextLook {
        match self.next.get(slot as usize) {
            Some(next) => NextLook(next.load(Relaxed)),
            None => NextLook::NEVER,
        }
    }

    /// Escape vector of the boid in a slot, which must have one: the escape direction, with the
    /// nearness of the surface as its length.
    #[inline(always)]
    pub(super) fn escape(&self, slot: u32) -> Vec3 {
        match self.escapes.get(slot as usize) {
            Some(escape) => Vec3::from_fn(|axis, _| f32::from_bits(escape[axis].load(Relaxed))),
            None => Vec3::zeros(),
        }
    }

    /// Stores the escape vector of the boid in a slot, or zero, and its next look: `wait` steps
    /// after step number `step`.
    pub(super) fn keep(&self, slot: u32, escape: &Vec3, step: u32, wait: i32) {
        let has_escape = *escape != Vec3::zeros();
        self.set_next(slot, NextLook::after(step, wait, has_escape));
        if has_escape {
            self.set_escape(slot, escape);
        }
    }

    fn set_escape(&self, slot: u32, escape: &Vec3) {
        if let Some(kept) = self.escapes.get(slot as usize) {
            for (part, number) in kept.iter().zip(escape) {
                part.store(number.to_bits(), Relaxed);
            }
        }
    }

    fn set_next(&self, slot: u32, next: NextLook) {
        if let Some(kept) = self.next.get(slot as usize) {
            kept.store(next.0, Relaxed);
        }
    }

    /// Clears the memory of a slot.
    pub(crate) fn forget(&self, slot: u32) {
        self.set_next(slot, NextLook::NEVER);
    }

    /// Spreads the looks of boids that have no valid look over the steps of an interval. Without
    /// this, all of them might look in the next step.
    ///
    /// It applies to boids that have never looked, to overdue looks, and to looks that are farther
    /// ahead than a boid may wait, after its range of view became smaller. `valid` has the waits
    /// with which the result of the last look is valid.
    pub(crate) fn spread_looks(&self, steps: u64, interval: i32, valid: RangeInclusive<i32>) {
        let step = step_number(steps);
        for slot in 0..self.next.len() as u32 {
            let next = self.next(slot);
            let wait = next.wait(step);
            if !next.has_looked() || wait < 0 || wait > *valid.end() {
                let turn = slot.cast_signed() % interval;
                let has_escape = next.has_escape() && valid.contains(&wait);
                self.set_next(slot, NextLook::after(step, turn, has_escape));
            }
        }
    }
}

/// Memory as the GPU stores it.
#[cfg(feature = "gpu")]
impl Memory {
    /// Next look and escape vector of the boid in a slot.
    pub(crate) fn bits(&self, slot: u32) -> (u32, [f32; 3]) {
        (self.next(slot).0, self.escape(slot).into())
    }

    /// Sets the values that [`bits`](Self::bits) returns.
    pub(crate) fn set_bits(&self, slot: u32, next: u32, escape: [f32; 3]) {
        self.set_next(slot, NextLook(next));
        self.set_escape(slot, &escape.into());
    }
}

/// Memory of one boid in a snapshot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredLook {
    slot: u32,
    /// Escape vector, or zero.
    escape: Vec3,
    /// Steps until the next look; negative if it is overdue.
    wait: i32,
}

impl Memory {
    /// The memory of the slots that have a boid, after `steps` steps.
    pub(crate) fn stored(&self, steps: u64, has_boid: impl Fn(u32) -> bool) -> Vec<StoredLook> {
        let step = step_number(steps);
        let slots = (0..self.next.len() as u32).filter(|slot| has_boid(*slot));
        let next_looks = slots.map(|slot| (slot, self.next(slot)));
        next_looks
            .filter(|(_, next)| next.has_looked())
            .map(|(slot, next)| StoredLook {
                slot,
                escape: if next.has_escape() {
                    self.escape(slot)
                } else {
                    Vec3::zeros()
                },
                wait: next.wait(step),
            })
            .collect()
    }

    /// Restores memory that was stored after `steps` steps.
    ///
    /// # Errors
    /// Names a value that no look can have.
    pub(crate) fn restore(
        &self,
        stored: &[StoredLook],
        steps: u64,
        has_boid: impl Fn(u32) -> bool,
    ) -> Result<(), SnapshotError> {
        let step = step_number(steps);
        for look in stored {
            look.check(has_boid(look.slot))?;
            self.keep(look.slot, &look.escape, step, look.wait);
        }
        Ok(())
    }
}

impl StoredLook {
    fn check(&self, has_boid: bool) -> Result<(), SnapshotError> {
        // False for NaN.
        let is_sound = has_boid
            && self.escape.norm() <= LONGEST_ESCAPE
            && self.wait.unsigned_abs() <= LONGEST_WAIT;
        if is_sound {
            Ok(())
        } else {
            Err(broken(format!("no look can give {self:?}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory() -> Memory {
        let mut memory = Memory::default();
        let needs = Needs {
            memory: true,
            queue: false,
        };
        memory.try_reserve(3, needs).unwrap();
        memory
    }

    #[test]
    fn looks_are_due_after_the_given_wait() {
        for steps in [
            0,
            1,
            1 << 30,
            (1 << 31) - 2,
            (1 << 31) - 1,
            1 << 31,
            1 << 40,
        ] {
            let step = step_number(steps);
            for wait in [-1_000_000, -5, -1, 0, 1, 2, 5, 1_000_000] {
                for has_escape in [false, true] {
                    let next = NextLook::after(step, wait, has_escape);
                    assert!(next.has_looked() && next.has_escape() == has_escape);
                    let found = next.wait(step);
                    let is_odd_one = found == wait - 1 && next.0 == NextLook::NEVER.0 - 2;
                    assert!(found == wait || is_odd_one, "{steps}, {wait}: {found}");
                    // Later steps, past the wrap of the step number.
                    let later = step_number(steps + 3);
                    assert_eq!(next.wait(later), found - 3);
                }
            }
        }
    }

    #[test]
    fn a_cleared_slot_leaves_nothing_to_the_next_boid() {
        let memory = memory();
        assert!(!memory.next(1).has_looked() && !memory.next(1).has_escape());
        memory.keep(1, &Vec3::x(), 7, 4);
        assert!(memory.next(1).has_escape() && memory.escape(1) == Vec3::x());
        assert_eq!(memory.next(1).wait(9), 2);
        memory.forget(1);
        assert!(!memory.next(1).has_looked() && !memory.next(1).has_escape());
        memory.keep(1, &Vec3::zeros(), 7, 4);
        assert!(memory.next(1).has_looked() && !memory.next(1).has_escape());
        // There is no such slot.
        memory.keep(9, &Vec3::x(), 7, 4);
        assert!(!memory.next(9).has_looked());
    }

    #[test]
    fn first_and_overdue_looks_are_spread_over_an_interval_and_other_looks_stay() {
        let memory = memory();
        memory.keep(1, &Vec3::x(), 7, 9);
        memory.spread_looks(7, 2, -100..=9);
        let waits = || [0, 1, 2].map(|slot| memory.next(slot).wait(7));
        assert_eq!(waits(), [0, 9, 0]);
        memory.forget(1);
        memory.spread_looks(7, 2, -100..=9);
        assert_eq!(waits(), [0, 1, 0]);
        assert!(!memory.next(1).has_escape());
        for slot in 0..3 {
            memory.keep(slot, &Vec3::x(), 7, [-100, -101, 0][slot as usize]);
        }
        memory.spread_looks(7, 2, -100..=9);
        assert_eq!(waits(), [0, 1, 0]);
        let escapes = || [0, 1, 2].map(|slot| memory.next(slot).has_escape());
        assert_eq!(escapes(), [true, false, true]);
        memory.keep(1, &Vec3::x(), 7, 10);
        memory.spread_looks(7, 2, -100..=9);
        assert_eq!((waits(), escapes()), ([0, 1, 0], [true, false, true]));
    }

    #[test]
    fn stored_looks_are_restored() {
        let (memory, other) = (memory(), memory());
        let steps = (1 << 31) - 2;
        memory.keep(0, &Vec3::y(), step_number(steps), 3);
        memory.keep(2, &Vec3::zeros(), step_number(steps), -2);
        let stored = memory.stored(steps, |_| true);
        assert_eq!(stored.len(), 2);
        other.restore(&stored, steps + 100, |_| true).unwrap();
        assert_eq!(other.stored(steps + 100, |_| true), stored);
        let no_boid = other.restore(&stored, steps, |slot| slot != 2);
        assert!(no_boid.is_err());
        let endless = StoredLook {
            wait: i32::MIN,
            ..stored[0].clone()
        };
        assert!(other.restore(&[endless], steps, |_| true).is_err());
    }
}
