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

/// Steps after which a boid that should have looked again has forgotten what it saw: it has been far from all surfaces, or has
/// waited for rays.
const FORGOTTEN: u32 = 120;

/// How far the length of a direction may be from 1.
const NOT_UNIT: f32 = 1e-3;

/// What the boids saw last, by their slots.
///
/// Atomic so that all threads can write: every boid has a slot of its own, so no two threads write the same one, but the
/// compiler cannot know that.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    records: Vec<Record>,
}

#[derive(Debug)]
struct Record {
    direction: [AtomicU32; 3],
    nearness: AtomicU32,
    /// The step of the next look.
    next: AtomicU32,
}

impl Record {
    fn new() -> Self {
        Self {
            direction: Default::default(),
            nearness: AtomicU32::default(),
            next: AtomicU32::new(NEVER),
        }
    }
}

/// What a boid remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recollection {
    pub(super) impression: Impression,
    /// The step of the next look.
    pub(super) next: u32,
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
            self.records = Vec::new();
            return Ok(());
        }
        let more = count.saturating_sub(self.records.len());
        self.records.try_reserve_exact(more)?;
        self.records.extend((0..more).map(|_| Record::new()));
        Ok(())
    }

    /// What the boid with this slot remembers in a step.
    #[inline]
    pub(super) fn recall(&self, slot: u32, step: u32) -> Option<Recollection> {
        let record = self.records.get(slot as usize)?;
        let next = record.next.load(Relaxed);
        let read = |bits: &AtomicU32| f32::from_bits(bits.load(Relaxed));
        let overdue = step.wrapping_sub(next).cast_signed();
        let is_known = next != NEVER && overdue <= FORGOTTEN.cast_signed();
        is_known.then(|| Recollection {
            impression: Impression {
                direction: Vec3::from_fn(|axis, _| read(&record.direction[axis])),
                nearness: read(&record.nearness),
            },
            next,
        })
    }

    /// The boid with this slot remembers what it saw.
    pub(super) fn keep(&self, slot: u32, recollection: &Recollection) {
        let Some(record) = self.records.get(slot as usize) else {
            return;
        };
        let write = |bits: &AtomicU32, number: f32| bits.store(number.to_bits(), Relaxed);
        let Impression {
            direction,
            nearness,
        } = recollection.impression;
        for axis in 0..3 {
            write(&record.direction[axis], direction[axis]);
        }
        write(&record.nearness, nearness);
        record.next.store(recollection.next, Relaxed);
    }

    /// The slot is that of a boid that has seen nothing yet.
    pub(crate) fn forget(&self, slot: u32) {
        if let Some(record) = self.records.get(slot as usize) {
            record.next.store(NEVER, Relaxed);
        }
    }

    /// No boid has seen anything yet.
    pub(crate) fn forget_all(&self) {
        for record in &self.records {
            record.next.store(NEVER, Relaxed);
        }
    }
}

/// What a boid remembers, as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KnownSight {
    slot: u32,
    direction: Vec3,
    nearness: f32,
    /// Steps until the next look.
    wait: u32,
}

impl Memory {
    /// What is remembered after so many steps, of the slots of which this is said.
    pub(crate) fn known(&self, steps: u64, has_boid: impl Fn(u32) -> bool) -> Vec<KnownSight> {
        let step = step_number(steps);
        let slots = (0..self.records.len() as u32).filter(|slot| has_boid(*slot));
        slots
            .filter_map(|slot| {
                let known = self.recall(slot, step)?;
                Some(KnownSight {
                    slot,
                    direction: known.impression.direction,
                    nearness: known.impression.nearness,
                    wait: known.next.wrapping_sub(step),
                })
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
            let impression = Impression {
                direction: sight.direction,
                nearness: sight.nearness,
            };
            let next = step.wrapping_add(sight.wait);
            self.keep(sight.slot, &Recollection { impression, next });
        }
        Ok(())
    }
}

impl KnownSight {
    fn check(&self, has_boid: bool) -> Result<(), SnapshotError> {
        let length = self.direction.norm();
        let is_sound = has_boid
            && (length == 0.0 || (length - 1.0).abs() <= NOT_UNIT)
            && (0.0..=1.0).contains(&self.nearness);
        match is_sound {
            true => Ok(()),
            false => Err(broken(format!("no boid can have seen {self:?}"))),
        }
    }
}
