//! What each boid has noticed, and its last panic, by slot.

use crate::{
    math::Vec3,
    state::snapshot_error::{broken, SnapshotError},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::TryReserveError,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// In place of the slot of a boid that alarms.
const NOBODY: u32 = u32::MAX;

/// The boid sees a hunter.
pub(super) const NOTICED: u32 = 1;
/// It turns to the other side in its panic.
pub(super) const OTHER_SIDE: u32 = 1 << 1;
/// Its panic begins at the end of this step.
pub(super) const BEGINS: u32 = 1 << 2;
/// That panic is a copy of another boid's.
pub(super) const COPIES: u32 = 1 << 3;
/// It has panicked, at the step `onset`.
pub(super) const PANICKED: u32 = 1 << 4;
/// It has fled from a hunter, last at the step `fled`.
pub(super) const FLED: u32 = 1 << 5;
/// All of these bits.
const BITS: u32 = (1 << 6) - 1;

/// Values are atomic so that all threads can write. In each stage a value is written by the thread
/// of its boid alone, or by an operation whose order does not matter.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) bits: AtomicU32,
    /// Step numbers modulo 2^32.
    pub(super) onset: AtomicU32,
    pub(super) fled: AtomicU32,
    /// The lowest slot of the boids that have alarmed it since its last look.
    alarm: AtomicU32,
}

impl Slot {
    fn calm() -> Self {
        Self {
            bits: AtomicU32::new(0),
            onset: AtomicU32::new(0),
            fled: AtomicU32::new(0),
            alarm: AtomicU32::new(NOBODY),
        }
    }

    /// Number of steps from its last panic to a step; none if it never panicked.
    #[inline(always)]
    pub(super) fn panic_age(&self, bits: u32, step: u32) -> Option<u32> {
        let has_panicked = bits & PANICKED != 0;
        has_panicked.then(|| step.wrapping_sub(self.onset.load(Relaxed)))
    }

    /// Alarms the boid. The order of alarms does not matter.
    pub(super) fn alarm(&self, by: u32) {
        self.alarm.fetch_min(by, Relaxed);
    }

    pub(super) fn is_alarmed(&self) -> bool {
        self.alarm.load(Relaxed) != NOBODY
    }

    /// The boid that has alarmed it, which is then forgotten.
    pub(super) fn take_alarm(&self) -> Option<u32> {
        let by = self.alarm.load(Relaxed);
        self.alarm.store(NOBODY, Relaxed);
        (by != NOBODY).then_some(by)
    }

    pub(super) fn set(&self, bits: u32) {
        self.bits.store(bits, Relaxed);
    }
}

/// The last panic of a boid, as the front of the wave is measured by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Panicked {
    /// Number of copies since the panic at the origin of the wave.
    pub(crate) generation: u32,
    /// Where the boid was.
    pub(crate) place: Vec3,
    /// Where the boid at the origin was, and its velocity.
    pub(crate) origin: Vec3,
    pub(crate) drift: Vec3,
    /// Steps from the begin at the origin to that of this panic.
    pub(crate) delay: u32,
}

/// The memory of all boids of a flock; empty if they have no fear.
#[derive(Debug, Default)]
pub(crate) struct FearMemory {
    slots: Vec<Slot>,
    pub(super) panics: Vec<Panicked>,
}

/// What a snapshot holds of a boid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredFear {
    slot: u32,
    bits: u32,
    onset: u32,
    fled: u32,
    alarm: u32,
    panicked: Panicked,
}

impl FearMemory {
    /// Bytes per slot.
    pub(crate) const BYTES: usize = size_of::<Slot>() + size_of::<Panicked>();

    /// Reserves memory for `count` slots, or releases it if there is no fear.
    pub(crate) fn try_reserve(
        &mut self,
        count: usize,
        is_needed: bool,
    ) -> Result<(), TryReserveError> {
        if !is_needed {
            *self = Self::default();
            return Ok(());
        }
        let more = count.saturating_sub(self.slots.len());
        self.slots.try_reserve_exact(more)?;
        self.panics.try_reserve_exact(more)?;
        self.slots.extend((0..more).map(|_| Slot::calm()));
        self.panics.resize_with(self.slots.len(), Panicked::default);
        Ok(())
    }

    /// Number of slots.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn get(&self, slot: u32) -> Option<&Slot> {
        self.slots.get(slot as usize)
    }

    /// The last panic of a boid; none if it never panicked.
    pub(crate) fn panicked(&self, slot: u32) -> Option<&Panicked> {
        let has_panicked = self.get(slot)?.bits.load(Relaxed) & PANICKED != 0;
        has_panicked.then(|| &self.panics[slot as usize])
    }

    /// Age of the last panic of a boid, in steps; none if it never panicked.
    pub(crate) fn panic_age(&self, slot: u32, step: u64) -> Option<u32> {
        let memory = self.get(slot)?;
        memory.panic_age(memory.bits.load(Relaxed), step as u32)
    }

    /// Forgets what the boid with this slot has noticed.
    pub(crate) fn forget(&self, slot: u32) {
        if let Some(slot) = self.get(slot) {
            slot.set(0);
            slot.alarm.store(NOBODY, Relaxed);
        }
    }

    /// What is not calm, of the boids that are there.
    pub(crate) fn stored(&self, has_boid: impl Fn(u32) -> bool) -> Vec<StoredFear> {
        let all = (0..self.slots.len() as u32).filter(|slot| has_boid(*slot));
        let stored = all.map(|slot| {
            let memory = &self.slots[slot as usize];
            StoredFear {
                slot,
                bits: memory.bits.load(Relaxed),
                onset: memory.onset.load(Relaxed),
                fled: memory.fled.load(Relaxed),
                alarm: memory.alarm.load(Relaxed),
                panicked: self.panics[slot as usize],
            }
        });
        stored
            .filter(|it| it.bits != 0 || it.alarm != NOBODY)
            .collect()
    }

    /// Takes back what was stored.
    pub(crate) fn restore(
        &mut self,
        stored: &[StoredFear],
        has_boid: impl Fn(u32) -> bool,
    ) -> Result<(), SnapshotError> {
        for it in stored {
            let index = it.slot as usize;
            let places = [it.panicked.place, it.panicked.origin, it.panicked.drift];
            let is_sound = places
                .iter()
                .all(|vector| vector.iter().all(|x| x.is_finite()));
            if !has_boid(it.slot) || index >= self.slots.len() || it.bits > BITS || !is_sound {
                return Err(broken(format!("a fear is impossible: {it:?}")));
            }
            self.slots[index] = Slot {
                bits: AtomicU32::new(it.bits),
                onset: AtomicU32::new(it.onset),
                fled: AtomicU32::new(it.fled),
                alarm: AtomicU32::new(it.alarm),
            };
            self.panics[index] = it.panicked;
        }
        Ok(())
    }
}
