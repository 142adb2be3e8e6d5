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
        Self(step.wrapping_add_signed(wait) << 1 | u32::from(is_warned))
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

/// The number by which a step is remembered, of so many steps that were made before it: less than that of
/// [`NextLook::NEVER`].
pub(crate) fn step_number(steps: u64) -> u32 {
    (steps % u64::from(u32::MAX >> 1)) as u32
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
        if let Some(kept) = self.warnings.get(slot as usize).filter(|_| is_warned) {
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
        let is_sound = has_boid && self.warning.norm() <= MOST_WARNING;
        match is_sound {
            true => Ok(()),
            false => Err(broken(format!("no boid can have seen {self:?}"))),
        }
    }
}
