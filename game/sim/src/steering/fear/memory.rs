//! What each boid has noticed, and its last panic, by slot.

use crate::{
    math::Vec3,
    state::snapshot_error::{broken, SnapshotError, FARTHEST},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::TryReserveError,
    sync::atomic::{AtomicU32, AtomicU8, Ordering::Relaxed},
};

/// In place of the slot of a boid that alarms.
pub(crate) const NOBODY: u32 = u32::MAX;

/// The boid sees a hunter.
pub(crate) const NOTICED: u8 = 1;
/// It turns to the other side in its panic.
pub(crate) const OTHER_SIDE: u8 = 1 << 1;
/// Its panic begins at the end of this step. The side is set then, as others may copy the panic before.
pub(crate) const BEGINS: u8 = 1 << 2;
/// The same, to the other side.
pub(super) const BEGINS_OTHER: u8 = 1 << 3;
/// The same, to the side of the boid that it copies.
pub(super) const COPIES: u8 = BEGINS | BEGINS_OTHER;
/// It has panicked, at the step `onset`.
pub(crate) const PANICKED: u8 = 1 << 4;
/// It may still turn in that panic: cleared at a look after that.
pub(crate) const TURNS: u8 = 1 << 5;
/// It may still regroup from a hunter, seen last at the step `fled`: cleared at a look after that.
pub(crate) const FLED: u8 = 1 << 6;
/// Others have alarmed it since its last look.
pub(crate) const ALARMED: u8 = 1 << 7;

/// Step numbers modulo 2^32, and the lowest slot of the boids that have alarmed one.
#[derive(Debug)]
struct Slot {
    onset: AtomicU32,
    fled: AtomicU32,
    alarm: AtomicU32,
}

impl Slot {
    fn new(onset: u32, fled: u32, alarm: u32) -> Self {
        Self {
            onset: AtomicU32::new(onset),
            fled: AtomicU32::new(fled),
            alarm: AtomicU32::new(alarm),
        }
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

/// The memory of all boids of a flock; empty if they have no fear. Slots are accessed in no order, so the
/// bits, which are enough for most boids, are stored apart.
///
/// Values are atomic so that all threads can write. In each stage a value is written by the thread of
/// its boid alone, or by an operation whose order does not matter.
#[derive(Debug, Default)]
pub(crate) struct FearMemory {
    bits: Vec<AtomicU8>,
    slots: Vec<Slot>,
    pub(super) panics: Vec<Panicked>,
    /// The panics that begin, while they are recorded: slots, bits of the sides, and the panics.
    pub(super) beginning: Vec<(u32, u8, Panicked)>,
}

/// What a snapshot holds of a boid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredFear {
    pub(crate) slot: u32,
    pub(crate) bits: u8,
    pub(crate) onset: u32,
    pub(crate) fled: u32,
    pub(crate) alarm: u32,
    pub(crate) panicked: Panicked,
}

impl StoredFear {
    /// Without the values that its bits say are out of date: those of the boid before in the slot, or of
    /// this one before it was killed or held.
    fn in_force(self) -> Self {
        let (onset, panicked) = match self.bits & PANICKED {
            0 => Default::default(),
            _ => (self.onset, self.panicked),
        };
        let fled = if self.bits & FLED == 0 { 0 } else { self.fled };
        Self {
            onset,
            fled,
            panicked,
            ..self
        }
    }
}

impl FearMemory {
    /// Bytes per slot.
    pub(crate) const BYTES: usize = 1 + size_of::<Slot>() + size_of::<Panicked>();

    /// Releases all memory.
    pub(crate) fn release(&mut self) {
        *self = Self::default();
    }

    /// Reserves memory for `count` slots.
    pub(crate) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        let more = count.saturating_sub(self.slots.len());
        self.bits.try_reserve_exact(more)?;
        self.slots.try_reserve_exact(more)?;
        self.panics.try_reserve_exact(more)?;
        self.slots
            .extend((0..more).map(|_| Slot::new(0, 0, NOBODY)));
        self.bits.resize_with(self.slots.len(), Default::default);
        self.panics.resize_with(self.slots.len(), Panicked::default);
        Ok(())
    }

    /// Number of slots.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// What a boid has noticed; nothing without memory.
    #[inline(always)]
    pub(super) fn bits(&self, slot: u32) -> u8 {
        let bits = self.bits.get(slot as usize);
        bits.map_or(0, |bits| bits.load(Relaxed))
    }

    pub(super) fn set_bits(&self, slot: u32, bits: u8) {
        if let Some(place) = self.bits.get(slot as usize) {
            place.store(bits, Relaxed);
        }
    }

    /// Steps from the last panic of a boid, which has had one, to a step.
    #[inline(always)]
    pub(super) fn since_panic(&self, slot: u32, step: u32) -> u32 {
        step.wrapping_sub(self.slots[slot as usize].onset.load(Relaxed))
    }

    pub(super) fn begin_panic(&self, slot: u32, step: u32) {
        self.slots[slot as usize].onset.store(step, Relaxed);
    }

    /// Steps from the last sight of a hunter of a boid, which has had one, to a step.
    #[inline(always)]
    pub(super) fn since_flight(&self, slot: u32, step: u32) -> u32 {
        step.wrapping_sub(self.slots[slot as usize].fled.load(Relaxed))
    }

    pub(super) fn flees(&self, slot: u32, step: u32) {
        self.slots[slot as usize].fled.store(step, Relaxed);
    }

    /// Alarms a boid. The order of alarms does not matter.
    pub(super) fn alarm(&self, slot: u32, by: u32) {
        let index = slot as usize;
        if let (Some(memory), Some(bits)) = (self.slots.get(index), self.bits.get(index)) {
            memory.alarm.fetch_min(by, Relaxed);
            bits.fetch_or(ALARMED, Relaxed);
        }
    }

    /// The boid that has alarmed this one, which is then forgotten.
    pub(super) fn take_alarm(&self, slot: u32) -> Option<u32> {
        let alarm = &self.slots[slot as usize].alarm;
        let by = alarm.load(Relaxed);
        alarm.store(NOBODY, Relaxed);
        (by != NOBODY).then_some(by)
    }

    /// The last panic of a boid; none if it never panicked.
    pub(crate) fn panicked(&self, slot: u32) -> Option<&Panicked> {
        let has_panicked = self.bits(slot) & PANICKED != 0;
        has_panicked.then(|| &self.panics[slot as usize])
    }

    /// Number of steps from the last panic of a boid to a step; none if it never panicked.
    pub(crate) fn panic_age(&self, slot: u32, step: u64) -> Option<u32> {
        let has_panicked = self.bits(slot) & PANICKED != 0;
        has_panicked.then(|| self.since_panic(slot, step as u32))
    }

    /// Forgets what the boid with this slot has noticed.
    pub(crate) fn forget(&self, slot: u32) {
        if let Some(memory) = self.slots.get(slot as usize) {
            memory.alarm.store(NOBODY, Relaxed);
            self.set_bits(slot, 0);
        }
    }

    /// What is not calm, of the boids that are there.
    pub(crate) fn stored(&self, has_boid: impl Fn(u32) -> bool) -> Vec<StoredFear> {
        let all = self.all();
        all.filter(|it| it.bits != 0 && has_boid(it.slot))
            .map(StoredFear::in_force)
            .collect()
    }

    /// What is known of each slot.
    pub(crate) fn all(&self) -> impl Iterator<Item = StoredFear> + '_ {
        (0..self.slots.len() as u32).map(|slot| {
            let memory = &self.slots[slot as usize];
            StoredFear {
                slot,
                bits: self.bits(slot),
                onset: memory.onset.load(Relaxed),
                fled: memory.fled.load(Relaxed),
                alarm: memory.alarm.load(Relaxed),
                panicked: self.panics[slot as usize],
            }
        })
    }

    /// Takes over what is known of a slot, if there is memory for it.
    pub(crate) fn set(&mut self, it: &StoredFear) {
        let index = it.slot as usize;
        if index < self.slots.len() {
            self.bits[index] = AtomicU8::new(it.bits);
            self.slots[index] = Slot::new(it.onset, it.fled, it.alarm);
            self.panics[index] = it.panicked;
        }
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
                .all(|vector| vector.iter().all(|x| x.abs() <= FARTHEST));
            // Nothing begins between two steps.
            let begins = it.bits & COPIES != 0;
            let is_alarmed = it.bits & ALARMED != 0;
            let is_sound = is_sound && !begins && is_alarmed == (it.alarm != NOBODY);
            if !has_boid(it.slot) || index >= self.slots.len() || !is_sound {
                return Err(broken(format!("a fear is impossible: {it:?}")));
            }
            self.set(it);
        }
        Ok(())
    }
}
