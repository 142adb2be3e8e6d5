//! Fear of each boid by slot: what it has noticed, and its last panic.

use crate::{
    math::Vec3,
    state::snapshot_error::{broken, SnapshotError, FARTHEST},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::TryReserveError,
    sync::atomic::{AtomicU32, AtomicU8, Ordering::Relaxed},
};

/// Stands for no slot in `alarm`: no boid has alarmed this boid.
pub(crate) const NOBODY: u32 = u32::MAX;

/// Bit: the boid sees a threat from which it flees.
pub(crate) const NOTICED: u8 = 1;
/// Bit: the boid turns to the other side in its panic.
pub(crate) const OTHER_SIDE: u8 = 1 << 1;
/// Bit: the panic of the boid begins at the end of this step. Its side is set only then, because
/// other boids may still copy its last panic.
pub(crate) const BEGINS: u8 = 1 << 2;
/// Bit: like [`BEGINS`], but the panic turns to the other side.
pub(super) const BEGINS_OTHER: u8 = 1 << 3;
/// Both bits: the panic begins and turns to the side of the boid that is copied.
pub(super) const COPIES: u8 = BEGINS | BEGINS_OTHER;
/// Bit: the boid has panicked; its last panic began at step `onset`.
pub(crate) const PANICKED: u8 = 1 << 4;
/// Bit: the boid may still turn in its panic. The first look after the turns clears it.
pub(crate) const TURNS: u8 = 1 << 5;
/// Bit: the boid may still regroup after a flight; it last saw a threat from which it flees at step
/// `fled`. The first look after the regrouping clears it.
pub(crate) const FLED: u8 = 1 << 6;
/// Bit: other boids have alarmed the boid since its last look.
pub(crate) const ALARMED: u8 = 1 << 7;

/// Fear of one slot: step numbers modulo 2^32, and the lowest slot of the boids that alarmed this
/// one.
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

/// The last panic of a boid, for measuring the front of the wave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Panicked {
    /// Number of copies from the panic at the origin of the wave to this panic.
    pub(crate) generation: u32,
    /// Position of the boid when its panic began.
    pub(crate) place: Vec3,
    /// Position and velocity of the boid at the origin of the wave when its panic began.
    pub(crate) origin: Vec3,
    pub(crate) drift: Vec3,
    /// Number of steps from the start of the panic at the origin to the start of this panic.
    pub(crate) delay: u32,
}

/// The fear of all boids of a flock, by slot; empty if they have no fear.
///
/// Slots are accessed in random order. For most boids the bits are enough, so they are stored
/// apart. Values are atomic so that all threads can write. In each stage, a value is written only
/// by the thread of its boid, or by an operation whose order does not matter.
#[derive(Debug, Default)]
pub(crate) struct FearMemory {
    bits: Vec<AtomicU8>,
    slots: Vec<Slot>,
    pub(super) panics: Vec<Panicked>,
    /// The panics that begin in a step: slot, bit of the side, and panic. Used while they are
    /// recorded.
    pub(super) beginning: Vec<(u32, u8, Panicked)>,
}

/// Fear of one boid in a snapshot.
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
    /// The same with default values where the bits say that a value is out of date. Such values are
    /// left from an earlier boid in the slot, or from before the boid was killed or held.
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
    /// Memory per slot, in bytes.
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

    /// Bits of what a boid has noticed; 0 if there is no memory for its slot.
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

    /// Number of steps from the last panic of a boid to a step. The boid must have panicked.
    #[inline(always)]
    pub(super) fn since_panic(&self, slot: u32, step: u32) -> u32 {
        step.wrapping_sub(self.slots[slot as usize].onset.load(Relaxed))
    }

    pub(super) fn begin_panic(&self, slot: u32, step: u32) {
        self.slots[slot as usize].onset.store(step, Relaxed);
    }

    /// Number of steps from the last look in which a boid fled to a step. There must be such a
    /// look.
    #[inline(always)]
    pub(super) fn since_flight(&self, slot: u32, step: u32) -> u32 {
        step.wrapping_sub(self.slots[slot as usize].fled.load(Relaxed))
    }

    pub(super) fn flees(&self, slot: u32, step: u32) {
        self.slots[slot as usize].fled.store(step, Relaxed);
    }

    /// Alarms a boid. `by` is the slot of the boid that alarms it. The order of alarms does not
    /// matter: the lowest slot is kept.
    pub(super) fn alarm(&self, slot: u32, by: u32) {
        let index = slot as usize;
        if let (Some(memory), Some(bits)) = (self.slots.get(index), self.bits.get(index)) {
            memory.alarm.fetch_min(by, Relaxed);
            bits.fetch_or(ALARMED, Relaxed);
        }
    }

    /// The slot of the boid that alarmed this boid, which is then cleared; `None` if there is none.
    pub(super) fn take_alarm(&self, slot: u32) -> Option<u32> {
        let alarm = &self.slots[slot as usize].alarm;
        let by = alarm.load(Relaxed);
        alarm.store(NOBODY, Relaxed);
        (by != NOBODY).then_some(by)
    }

    /// The last panic of a boid; `None` if it never panicked.
    pub(crate) fn panicked(&self, slot: u32) -> Option<&Panicked> {
        let has_panicked = self.bits(slot) & PANICKED != 0;
        has_panicked.then(|| &self.panics[slot as usize])
    }

    /// Number of steps from the last panic of a boid to a step; `None` if it never panicked.
    pub(crate) fn panic_age(&self, slot: u32, step: u64) -> Option<u32> {
        let has_panicked = self.bits(slot) & PANICKED != 0;
        has_panicked.then(|| self.since_panic(slot, step as u32))
    }

    /// Clears the fear of a slot.
    pub(crate) fn forget(&self, slot: u32) {
        if let Some(memory) = self.slots.get(slot as usize) {
            memory.alarm.store(NOBODY, Relaxed);
            self.set_bits(slot, 0);
        }
    }

    /// The fear of each slot that has a boid and is not calm.
    pub(crate) fn stored(&self, has_boid: impl Fn(u32) -> bool) -> Vec<StoredFear> {
        let all = self.all();
        all.filter(|it| it.bits != 0 && has_boid(it.slot))
            .map(StoredFear::in_force)
            .collect()
    }

    /// The fear of each slot.
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

    /// Sets the fear of a slot, if there is memory for it.
    pub(crate) fn set(&mut self, it: &StoredFear) {
        let index = it.slot as usize;
        if index < self.slots.len() {
            self.bits[index] = AtomicU8::new(it.bits);
            self.slots[index] = Slot::new(it.onset, it.fled, it.alarm);
            self.panics[index] = it.panicked;
        }
    }

    /// Restores fear from a snapshot.
    ///
    /// # Errors
    /// Names a value that is impossible.
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
            // Between two steps no panic is about to begin.
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
