//! What each boid saw last.

use super::{Impression, Needs};
use crate::{snapshot::broken, SnapshotError, Vec3};
use serde::{Deserialize, Serialize};
use std::{
    collections::TryReserveError,
    sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
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
    /// What is asked in every step of each boid near a surface; apart, so that more of it is near at hand.
    hints: Vec<AtomicU64>,
    directions: Vec<[AtomicU32; 3]>,
}

/// What decides whether a boid has anything to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hint {
    /// The step of the next look.
    pub(super) next: u32,
    pub(super) nearness: f32,
}

impl Hint {
    /// That of a boid that has never looked.
    pub(super) const NONE: Self = Self {
        next: NEVER,
        nearness: 0.0,
    };

    fn from_bits(bits: u64) -> Self {
        Self {
            next: bits as u32,
            nearness: f32::from_bits((bits >> 32) as u32),
        }
    }

    fn to_bits(self) -> u64 {
        u64::from(self.next) | u64::from(self.nearness.to_bits()) << 32
    }

    /// Whether the boid remembers anything in a step.
    pub(super) fn is_known(&self, step: u32) -> bool {
        let overdue = step.wrapping_sub(self.next).cast_signed();
        self.next != NEVER && overdue <= FORGOTTEN.cast_signed()
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
    pub(super) const BYTES: usize = size_of::<AtomicU64>() + size_of::<[AtomicU32; 3]>();

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
        let more = count.saturating_sub(self.hints.len());
        self.hints.try_reserve_exact(more)?;
        self.directions.try_reserve_exact(more)?;
        let hints = (0..more).map(|_| AtomicU64::new(Hint::NONE.to_bits()));
        self.hints.extend(hints);
        self.directions
            .extend((0..more).map(|_| Default::default()));
        Ok(())
    }

    /// The hint of the boid with this slot.
    #[inline(always)]
    pub(super) fn hint(&self, slot: u32) -> Hint {
        let hint = self.hints.get(slot as usize);
        hint.map_or(Hint::NONE, |bits| Hint::from_bits(bits.load(Relaxed)))
    }

    /// What the boid with this slot remembers in a step.
    pub(super) fn recall(&self, slot: u32, step: u32) -> Option<Recollection> {
        let hint = self.hint(slot);
        if !hint.is_known(step) {
            return None;
        }
        let direction = self.directions.get(slot as usize)?;
        let part = |axis: usize| f32::from_bits(direction[axis].load(Relaxed));
        Some(Recollection {
            impression: Impression {
                direction: Vec3::from_fn(|axis, _| part(axis)),
                nearness: hint.nearness,
            },
            next: hint.next,
        })
    }

    /// The boid with this slot remembers what it saw.
    pub(super) fn keep(&self, slot: u32, recollection: &Recollection) {
        let slot = slot as usize;
        let (Some(hint), Some(direction)) = (self.hints.get(slot), self.directions.get(slot))
        else {
            return;
        };
        let Recollection { impression, next } = *recollection;
        let nearness = impression.nearness;
        hint.store(Hint { next, nearness }.to_bits(), Relaxed);
        for (part, number) in direction.iter().zip(&impression.direction) {
            part.store(number.to_bits(), Relaxed);
        }
    }

    /// The slot is that of a boid that has seen nothing yet.
    pub(crate) fn forget(&self, slot: u32) {
        if let Some(hint) = self.hints.get(slot as usize) {
            hint.store(Hint::NONE.to_bits(), Relaxed);
        }
    }

    /// No boid has seen anything yet.
    pub(crate) fn forget_all(&self) {
        for slot in 0..self.hints.len() as u32 {
            self.forget(slot);
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
        let slots = (0..self.hints.len() as u32).filter(|slot| has_boid(*slot));
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
