//! What each boid saw last.

use super::Needs;
use crate::{snapshot::broken, SnapshotError, Vec3};
use serde::{Deserialize, Serialize};
use std::{
    collections::TryReserveError,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// Longest warning: that of an obstacle right ahead, and what rounding adds.
const MOST_WARNING: f32 = 1.001;

/// Most steps to a look, or since one that was put off, that can be told from each other.
const LONGEST_WAIT: u32 = 1 << 29;

/// What the boids saw last, by their slots. Of all boids it is read in no order, so what is asked of most of them is kept
/// together: when they look again, and whether they are warned.
///
/// Atomic so that all threads can write: every boid has a slot of its own, so no two threads write the same one, but the
/// compiler cannot know that.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    next: Vec<AtomicU32>,
    /// The directions found, as long as the obstacle is near.
    warnings: Vec<[AtomicU32; 3]>,
}

/// When a boid looks again, and whether it is warned until then: the number of the step, and the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NextLook(u32);

impl NextLook {
    /// Of a boid that has never looked.
    pub(super) const NEVER: Self = Self(u32::MAX);

    /// After a step of this number, and so many others.
    pub(super) fn after(step: u32, wait: i32, is_warned: bool) -> Self {
        match Self(step.wrapping_add_signed(wait) << 1 | u32::from(is_warned)) {
            // A step sooner, once in a billion steps.
            Self::NEVER => Self(Self::NEVER.0 - 2),
            next => next,
        }
    }

    /// How many steps after the step of this number; negative if it should have been before.
    #[inline(always)]
    pub(super) fn wait(self, step: u32) -> i32 {
        (self.0 & !1).wrapping_sub(step << 1).cast_signed() >> 1
    }

    /// Not if the boid has never looked.
    #[inline(always)]
    pub(super) fn is_warned(self) -> bool {
        (self.0 & 1 == 1) & self.has_looked()
    }

    /// Whether the boid has ever looked.
    #[inline(always)]
    pub(super) fn has_looked(self) -> bool {
        self != Self::NEVER
    }
}

/// The number by which a step is remembered, of so many steps that were made before it.
pub(crate) fn step_number(steps: u64) -> u32 {
    (steps % (1 << 31)) as u32
}

impl Memory {
    /// Bytes of one slot.
    pub(super) const BYTES: usize = size_of::<AtomicU32>() + size_of::<[AtomicU32; 3]>();

    /// Gives so many slots a memory, or takes it away where nothing can be seen.
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
        self.warnings.try_reserve_exact(more)?;
        let never = || AtomicU32::new(NextLook::NEVER.0);
        self.next.extend((0..more).map(|_| never()));
        self.warnings.resize_with(self.next.len(), Default::default);
        Ok(())
    }

    /// Whether so many slots have a memory.
    pub(crate) fn has_room(&self, slots: usize) -> bool {
        self.next.len() >= slots
    }

    /// When the boid with this slot looks again.
    #[inline(always)]
    pub(super) fn next(&self, slot: u32) -> NextLook {
        match self.next.get(slot as usize) {
            Some(next) => NextLook(next.load(Relaxed)),
            None => NextLook::NEVER,
        }
    }

    /// What the boid with this slot, which is warned, is warned of: the direction found, as long as the obstacle is near.
    #[inline(always)]
    pub(super) fn warning(&self, slot: u32) -> Vec3 {
        match self.warnings.get(slot as usize) {
            Some(warning) => Vec3::from_fn(|axis, _| f32::from_bits(warning[axis].load(Relaxed))),
            None => Vec3::zeros(),
        }
    }

    /// The boid with this slot is warned of this, and looks again after a step of this number and so many others.
    pub(super) fn keep(&self, slot: u32, warning: &Vec3, step: u32, wait: i32) {
        let is_warned = *warning != Vec3::zeros();
        self.set_next(slot, NextLook::after(step, wait, is_warned));
        if is_warned {
            self.set_warning(slot, warning);
        }
    }

    fn set_warning(&self, slot: u32, warning: &Vec3) {
        if let Some(kept) = self.warnings.get(slot as usize) {
            for (part, number) in kept.iter().zip(warning) {
                part.store(number.to_bits(), Relaxed);
            }
        }
    }

    fn set_next(&self, slot: u32, next: NextLook) {
        if let Some(kept) = self.next.get(slot as usize) {
            kept.store(next.0, Relaxed);
        }
    }

    /// The slot is that of a boid that has seen nothing yet.
    pub(crate) fn forget(&self, slot: u32) {
        self.set_next(slot, NextLook::NEVER);
    }

    /// No boid has seen anything yet.
    pub(crate) fn forget_all(&self) {
        for slot in 0..self.next.len() as u32 {
            self.forget(slot);
        }
    }
}

/// As a graphics card keeps it.
#[cfg(feature = "gpu")]
impl Memory {
    /// When the boid with this slot looks again, and what it is warned of.
    pub(crate) fn bits(&self, slot: u32) -> (u32, [f32; 3]) {
        (self.next(slot).0, self.warning(slot).into())
    }

    /// Sets what [`bits`](Self::bits) tells.
    pub(crate) fn set_bits(&self, slot: u32, next: u32, warning: [f32; 3]) {
        self.set_next(slot, NextLook(next));
        self.set_warning(slot, &warning.into());
    }
}

/// What a boid remembers, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KnownSight {
    slot: u32,
    /// The direction found, as long as the obstacle is near.
    warning: Vec3,
    /// Steps until the next look; negative if it was put off.
    wait: i32,
}

impl Memory {
    /// What is remembered after so many steps, of the slots of which this is said.
    pub(crate) fn known(&self, steps: u64, has_boid: impl Fn(u32) -> bool) -> Vec<KnownSight> {
        let step = step_number(steps);
        let slots = (0..self.next.len() as u32).filter(|slot| has_boid(*slot));
        let known = slots.map(|slot| (slot, self.next(slot)));
        known
            .filter(|(_, next)| next.has_looked())
            .map(|(slot, next)| KnownSight {
                slot,
                warning: match next.is_warned() {
                    true => self.warning(slot),
                    false => Vec3::zeros(),
                },
                wait: next.wait(step),
            })
            .collect()
    }

    /// Remembers what was known after so many steps.
    ///
    /// # Errors
    /// Names what no boid can have seen.
    pub(crate) fn restore(
        &self,
        known: &[KnownSight],
        steps: u64,
        has_boid: impl Fn(u32) -> bool,
    ) -> Result<(), SnapshotError> {
        let step = step_number(steps);
        for sight in known {
            sight.check(has_boid(sight.slot))?;
            self.keep(sight.slot, &sight.warning, step, sight.wait);
        }
        Ok(())
    }
}

impl KnownSight {
    fn check(&self, has_boid: bool) -> Result<(), SnapshotError> {
        // Not if it is not a number.
        let is_sound = has_boid
            && self.warning.norm() <= MOST_WARNING
            && self.wait.unsigned_abs() <= LONGEST_WAIT;
        match is_sound {
            true => Ok(()),
            false => Err(broken(format!("no boid can have seen {self:?}"))),
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
    fn looks_are_as_far_away_as_was_said() {
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
                for is_warned in [false, true] {
                    let next = NextLook::after(step, wait, is_warned);
                    assert!(next.has_looked() && next.is_warned() == is_warned);
                    let found = next.wait(step);
                    let is_odd_one = found == wait - 1 && next.0 == NextLook::NEVER.0 - 2;
                    assert!(found == wait || is_odd_one, "{steps}, {wait}: {found}");
                    // As the steps go on, over the end of the numbers.
                    let later = step_number(steps + 3);
                    assert_eq!(next.wait(later), found - 3);
                }
            }
        }
    }

    #[test]
    fn what_is_forgotten_is_not_remembered_by_the_next_boid() {
        let memory = memory();
        assert!(!memory.next(1).has_looked() && !memory.next(1).is_warned());
        memory.keep(1, &Vec3::x(), 7, 4);
        assert!(memory.next(1).is_warned() && memory.warning(1) == Vec3::x());
        assert_eq!(memory.next(1).wait(9), 2);
        memory.forget(1);
        assert!(!memory.next(1).has_looked() && !memory.next(1).is_warned());
        memory.keep(1, &Vec3::zeros(), 7, 4);
        assert!(memory.next(1).has_looked() && !memory.next(1).is_warned());
        // There is no such slot.
        memory.keep(9, &Vec3::x(), 7, 4);
        assert!(!memory.next(9).has_looked());
    }

    #[test]
    fn what_was_known_is_known_again() {
        let (memory, other) = (memory(), memory());
        let steps = (1 << 31) - 2;
        memory.keep(0, &Vec3::y(), step_number(steps), 3);
        memory.keep(2, &Vec3::zeros(), step_number(steps), -2);
        let known = memory.known(steps, |_| true);
        assert_eq!(known.len(), 2);
        other.restore(&known, steps + 100, |_| true).unwrap();
        assert_eq!(other.known(steps + 100, |_| true), known);
        let no_boid = other.restore(&known, steps, |slot| slot != 2);
        assert!(no_boid.is_err());
        let endless = KnownSight {
            wait: i32::MIN,
            ..known[0].clone()
        };
        assert!(other.restore(&[endless], steps, |_| true).is_err());
    }
}
