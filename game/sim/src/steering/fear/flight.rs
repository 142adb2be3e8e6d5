//! Flight from the threats that boids have noticed, and the turns of their panics.

use super::{
    memory::{FearMemory, FLED, NOTICED, OTHER_SIDE, TURNS},
    near::NearThreats,
    threat_set::ThreatSet,
    FearParams,
};
use crate::{
    math::vector::{cross, direction, length, scaled},
    state::boids::BoidsPart,
};

/// Fear in the current step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight<'a> {
    pub(crate) params: FearParams,
    pub(crate) threats: &'a ThreatSet,
    pub(crate) memory: &'a FearMemory,
    /// Number of steps before this one.
    pub(crate) step: u32,
}

/// What up to `N` boids have noticed.
pub(crate) struct Noticed<const N: usize> {
    bits: [u8; N],
    /// Bitwise OR of the bits of all boids.
    any: u8,
}

impl Flight<'_> {
    /// What the boids of a block have noticed.
    pub(crate) fn noticed<const N: usize>(&self, boids: &BoidsPart) -> Noticed<N> {
        let mut noticed = Noticed {
            bits: [0; N],
            any: 0,
        };
        for (bits, slot) in noticed.bits.iter_mut().zip(boids.slot) {
            *bits = self.memory.bits(*slot);
            noticed.any |= *bits;
        }
        noticed
    }

    /// Calls `set` for each boid of a block that regroups, with its index and its cohesion factor.
    pub(crate) fn regroup<const N: usize>(
        &self,
        boids: &BoidsPart,
        noticed: &Noticed<N>,
        mut set: impl FnMut(usize, f32),
    ) {
        if noticed.any & FLED == 0 {
            return;
        }
        for (index, slot) in boids.slot.iter().enumerate() {
            let is_over = noticed.bits[index] & (FLED | NOTICED) != FLED;
            if !is_over && self.memory.since_flight(*slot, self.step) < self.params.regroup {
                set(index, self.params.regroup_cohesion);
            }
        }
    }

    /// Adds the accelerations of flight and panic to the velocities of a block.
    pub(crate) fn flee<const N: usize>(
        &self,
        before: &BoidsPart,
        noticed: &Noticed<N>,
        velocity: &mut [&mut [f32]; 3],
    ) {
        if noticed.any & (NOTICED | TURNS) == 0 {
            return;
        }
        let near = NearThreats::new(self.threats, before.position);
        for (index, slot) in before.slot.iter().enumerate() {
            let bits = noticed.bits[index];
            if bits & (NOTICED | TURNS) == 0 {
                continue;
            }
            let mut acceleration = [0.0; 3];
            if bits & NOTICED != 0 {
                let place = before.position(index).into();
                near.for_each_at(place, |threat| {
                    add(&mut acceleration, threat.flight(place, *slot));
                });
            }
            if bits & TURNS != 0 {
                let heading = before.velocity.map(|values| values[index]);
                let age = self.memory.since_panic(*slot, self.step);
                add(&mut acceleration, self.panic(heading, age, bits));
            }
            for axis in 0..3 {
                velocity[axis][index] += self.params.dt * acceleration[axis];
            }
        }
    }

    /// Acceleration of a panic at this age in steps: to one side, then back.
    fn panic(&self, velocity: [f32; 3], age: u32, bits: u8) -> [f32; 3] {
        let params = &self.params;
        if age >= params.turns_end() {
            return [0.0; 3];
        }
        let turns_back = age >= params.turn_end;
        let is_other = bits & OTHER_SIDE != 0;
        let side = cross(velocity, params.up.into());
        let weight = if turns_back != is_other {
            -params.panic_weight
        } else {
            params.panic_weight
        };
        scaled(direction(side, length(side)), weight)
    }
}

fn add(sum: &mut [f32; 3], term: [f32; 3]) {
    for (sum, term) in sum.iter_mut().zip(term) {
        *sum += term;
    }
}
