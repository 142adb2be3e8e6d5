//! What each boid saw last.

use super::{Impression, Needs};
use crate::{snapshot::broken, SnapshotError, Vec3};
use serde::{Deserialize, Serialize};
use std::{
    collections::TryReserveError,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// In place of a step: the boid has never looked.
const NEVER: u32 = u32::MAX;

/// Longest warning: that of an obstacle right ahead, and what rounding adds.
const MOST_WARNING: f32 = 1.001;

/// What the boids saw last, by their slots.
///
/// Atomic so that all threads can write: every boid has a slot of its own, so no two threads write the same one, but the
/// compiler cannot know that.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    records: Vec<Record>,
}

/// What a boid remembers: of all boids it is read in no order, so it is kept within one line of the cache.
#[derive(Debug)]
#[repr(align(16))]
struct Record {
    /// The direction found, as long as the obstacle is near.
    warning: [AtomicU32; 3],
    /// The step of the next look.
    next: AtomicU32,
}

/// What a boid remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recollection {
    /// The direction found, as long as the obstacle is near; zero if there is none.
    pub(super) warning: Vec3,
    /// The step of the next look.
    pub(super) next: u32,
}

impl Recollection {
    /// That of a boid that has never looked.
    pub(super) const NONE: Self = Self {
        warning: Vec3::new(0.0, 0.0, 0.0),
        next: NEVER,
    };

    pub(super) fn new(impression: &Impression, next: u32) -> Self {
        Self {
            warning: impression.direction * impression.nearness,
            next,
        }
    }

    /// Whether the boid has ever looked.
    #[inline(always)]
    pub(super) fn has_looked(&self) -> bool {
        self.next != NEVER
    }
}

/// The number by which a step is remembered, of so many steps that were made before it.
pub(crate) fn step_number(steps: u64) -> u32 {
    (steps % u64::from(NEVER)) as u32
}

impl Memory {
    /// Bytes of one slot.
    pub(super) const BYTES: usize = size_of::<Record>();

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
        let more = count.saturating_sub(self.records.len());
        self.records.try_reserve_exact(more)?;
        self.records.extend((0..more).map(|_| Record {
            warning: Default::default(),
            next: AtomicU32::new(NEVER),
        }));
        Ok(())
    }

    /// Whether so many slots have a memory.
    pub(crate) fn has_room(&self, slots: usize) -> bool {
        self.records.len() >= slots
    }

    /// What the boid with this slot remembers.
    #[inline(always)]
    pub(super) fn recall(&self, slot: u32) -> Recollection {
        let Some(record) = self.records.get(slot as usize) else {
            return Recollection::NONE;
        };
        let part = |axis: usize| f32::from_bits(record.warning[axis].load(Relaxed));
        Recollection {
            warning: Vec3::new(part(0), part(1), part(2)),
            next: record.next.load(Relaxed),
        }
    }

    /// The boid with this slot remembers what it saw.
    pub(super) fn keep(&self, slot: u32, recollection: &Recollection) {
        let Some(record) = self.records.get(slot as usize) else {
            return;
        };
        for (part, number) in record.warning.iter().zip(&recollection.warning) {
            part.store(number.to_bits(), Relaxed);
        }
        record.next.store(recollection.next, Relaxed);
    }

    /// The slot is that of a boid that has seen nothing yet.
    pub(crate) fn forget(&self, slot: u32) {
        self.keep(slot, &Recollection::NONE);
    }

    /// No boid has seen anything yet.
    pub(crate) fn forget_all(&self) {
        for slot in 0..self.records.len() as u32 {
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
        let slots = (0..self.records.len() as u32).filter(|slot| has_boid(*slot));
        let known = slots.map(|slot| (slot, self.recall(slot)));
        known
            .filter(|(_, known)| known.has_looked())
            .map(|(slot, known)| KnownSight {
                slot,
                warning: known.warning,
                wait: known.next.wrapping_sub(step).cast_signed(),
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
            let next = step.wrapping_add_signed(sight.wait);
            let warning = sight.warning;
            self.keep(sight.slot, &Recollection { warning, next });
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
