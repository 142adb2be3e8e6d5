//! The looks of boids for threats and panic around them, after each step.

use super::{
    memory::{FearMemory, ALARMED, BEGINS, BEGINS_OTHER, COPIES, FLED, NOTICED, PANICKED, TURNS},
    near::NearThreats,
    threat_set::ThreatSet,
    FearParams,
};
use crate::{
    math::{
        random::mix,
        vector::{cross, dot},
    },
    settings::Backend,
    state::{
        boids::{Boids, BoidsPart},
        threads::{sum, BLOCK},
    },
};
use std::ops::{Add, Range};

/// Input of the looks after a step.
pub(super) struct Look<'a> {
    pub(super) params: &'a FearParams,
    pub(super) threats: &'a ThreatSet,
    pub(super) memory: &'a FearMemory,
    /// Number of steps that were made.
    pub(super) step: u32,
}

/// What the boids saw.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// True if a boid sees a threat from which it flees.
    pub(super) flight: bool,
    /// True if a panic of a boid begins.
    pub(super) panic: bool,
}

impl Add for Seen {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            flight: self.flight || other.flight,
            panic: self.panic || other.panic,
        }
    }
}

impl Look<'_> {
    pub(super) fn all(&self, boids: &Boids, backend: Backend) -> Seen {
        sum(backend, 0..boids.len(), |range: Range<usize>| {
            let mut seen = Seen::default();
            for start in range.clone().step_by(BLOCK) {
                let part = boids.part(start..(start + BLOCK).min(range.end));
                seen = seen + self.block(&part);
            }
            seen
        })
    }

    fn block(&self, boids: &BoidsPart) -> Seen {
        let near = NearThreats::new(self.threats, boids.position);
        let mut seen = Seen::default();
        let now = self.step % self.params.look_interval;
        // The boids whose turn it is, found without a branch: the branch would be mispredicted
        // often.
        let (mut due, mut count) = ([0; BLOCK], 0);
        for (index, slot) in (0_u16..).zip(boids.slot) {
            due[count] = index;
            count += usize::from(self.turn(*slot) == now);
        }
        for index in &due[..count] {
            seen = seen + self.one(boids, usize::from(*index), &near);
        }
        seen
    }

    /// The step of each interval in which the boid with this slot looks. It is a hash of the slot,
    /// so it does not depend on the position of the boid.
    #[inline(always)]
    fn turn(&self, slot: u32) -> u32 {
        let interval = u64::from(self.params.look_interval);
        ((u64::from(mix(slot)) * interval) >> 32) as u32
    }

    fn one(&self, boids: &BoidsPart, index: usize, near: &NearThreats) -> Seen {
        let slot = boids.slot[index];
        let before = self.memory.bits(slot);
        if near.is_empty() && before & (NOTICED | ALARMED | TURNS | FLED) == 0 {
            return Seen::default();
        }
        let place: [f32; 3] = boids.position(index).into();
        // Largest closeness of a threat, and the offset from that threat.
        let (mut flees, mut closest) = (false, (0.0, None));
        near.for_each_at(place, |threat| {
            let closeness = threat.closeness(place);
            flees |= closeness > 0.0 && threat.flight.is_some();
            if threat.alarms && closeness > closest.0 {
                closest = (closeness, Some(threat.offset(place)));
            }
        });
        let mut bits = self.aged(before, slot) & !(NOTICED | ALARMED);
        if flees {
            bits |= NOTICED | FLED;
            self.memory.flees(slot, self.step);
        }
        let is_deaf = before & PANICKED != 0
            && self.memory.since_panic(slot, self.step) < self.params.deaf_end;
        let can_panic = self.params.panics && !is_deaf;
        let is_alarmed = before & ALARMED != 0;
        let begins = match closest {
            (closeness, Some(offset)) if can_panic && closeness >= self.params.onset => {
                bits = self.begun(bits, boids, index, offset);
                true
            }
            // The panic that it copies is read when all boids have looked.
            _ if can_panic && is_alarmed => {
                bits |= COPIES;
                true
            }
            _ => {
                if is_alarmed {
                    self.memory.take_alarm(slot);
                }
                false
            }
        };
        if bits != before {
            self.memory.set_bits(slot, bits);
        }
        Seen {
            flight: flees,
            panic: begins,
        }
    }

    /// The bits without the bits of turns and flights that are over.
    fn aged(&self, bits: u8, slot: u32) -> u8 {
        let (params, memory) = (self.params, self.memory);
        let mut kept = bits;
        if bits & TURNS != 0 && memory.since_panic(slot, self.step) >= params.turns_end() {
            kept &= !TURNS;
        }
        if bits & FLED != 0 && memory.since_flight(slot, self.step) >= params.regroup {
            kept &= !FLED;
        }
        kept
    }

    /// The bits of a boid that begins a panic and turns away from a threat. `offset` leads from the
    /// threat to the boid.
    fn begun(&self, bits: u8, boids: &BoidsPart, index: usize, offset: [f32; 3]) -> u8 {
        let velocity = [0, 1, 2].map(|axis: usize| boids.velocity[axis][index]);
        let side = cross(velocity, self.params.up.into());
        let is_other = dot(side, offset) < 0.0;
        bits | if is_other { BEGINS_OTHER } else { BEGINS }
    }
}
