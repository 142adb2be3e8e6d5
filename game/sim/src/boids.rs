//! The state of the boids as a structure of arrays.

use crate::{lookup::Lookup, pose::Pose, BoidId, Vec3};
use nalgebra::{Quaternion, UnitQuaternion};
use serde::{Deserialize, Serialize};
use std::{collections::TryReserveError, ops::Range};

/// One boid, as the outside sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boid {
    /// Stays with the boid for its whole life, whatever its place in memory.
    pub id: BoidId,
    /// Position in the world, in metres.
    pub position: Vec3,
    /// Velocity in the world, in m/s.
    pub velocity: Vec3,
}

/// Everything that a boid carries from step to step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct State {
    pub(crate) position: Vec3,
    pub(crate) velocity: Vec3,
    pub(crate) slot: u32,
    pub(crate) pose: Pose,
}

/// The boids. The components of position and velocity lie in arrays of their own, because the search for neighbours
/// streams through them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Boids {
    pub(crate) position: [Vec<f32>; 3],
    pub(crate) velocity: [Vec<f32>; 3],
    pub(crate) slot: Vec<u32>,
    /// x, y, z and w.
    pub(crate) orientation: [Vec<f32>; 4],
    pub(crate) phase: Vec<f32>,
    pub(crate) variation: Vec<f32>,
}

impl Boids {
    pub(crate) fn len(&self) -> usize {
        self.slot.len()
    }

    /// Whether all arrays are as long as each other.
    pub(crate) fn is_complete(&self) -> bool {
        let vectors = self.position.iter().chain(&self.velocity);
        let pose = [&self.phase, &self.variation];
        let mut numbers = vectors.chain(&self.orientation).chain(pose);
        numbers.all(|values| values.len() == self.len())
    }

    pub(crate) fn position(&self, index: usize) -> Vec3 {
        let [x, y, z] = &self.position;
        Vec3::new(x[index], y[index], z[index])
    }

    pub(crate) fn set_position(&mut self, index: usize, position: Vec3) {
        for axis in 0..3 {
            self.position[axis][index] = position[axis];
        }
    }

    pub(crate) fn velocity(&self, index: usize) -> Vec3 {
        let [x, y, z] = &self.velocity;
        Vec3::new(x[index], y[index], z[index])
    }

    pub(crate) fn state(&self, index: usize) -> State {
        State {
            position: self.position(index),
            velocity: self.velocity(index),
            slot: self.slot[index],
            pose: self.pose(index),
        }
    }

    pub(crate) fn pose(&self, index: usize) -> Pose {
        let [x, y, z, w] = self.orientation.each_ref().map(|values| values[index]);
        Pose {
            orientation: UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z)),
            phase: self.phase[index],
            variation: self.variation[index],
        }
    }

    pub(crate) fn boid(&self, index: usize, lookup: &Lookup) -> Boid {
        Boid {
            id: lookup.id(self.slot[index]),
            position: self.position(index),
            velocity: self.velocity(index),
        }
    }

    /// Bytes of one boid.
    pub(crate) const BYTES: usize = 12 * size_of::<f32>() + size_of::<u32>();

    /// Makes room for `count` boids in all.
    pub(crate) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        let more = count.saturating_sub(self.len());
        for values in self.numbers() {
            values.try_reserve_exact(more)?;
        }
        self.slot.try_reserve_exact(more)
    }

    /// Takes over the boids of `other`, in the room that is there.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        for axis in 0..3 {
            self.position[axis].clone_from(&other.position[axis]);
            self.velocity[axis].clone_from(&other.velocity[axis]);
        }
        for part in 0..4 {
            self.orientation[part].clone_from(&other.orientation[part]);
        }
        self.phase.clone_from(&other.phase);
        self.variation.clone_from(&other.variation);
        self.slot.clone_from(&other.slot);
    }

    /// All arrays of numbers.
    fn numbers(&mut self) -> impl Iterator<Item = &mut Vec<f32>> {
        let vectors = self.position.iter_mut().chain(&mut self.velocity);
        let pose = [&mut self.phase, &mut self.variation];
        vectors.chain(&mut self.orientation).chain(pose)
    }

    pub(crate) fn push(&mut self, state: &State) {
        let end = self.len();
        for values in self.numbers() {
            values.push(0.0);
        }
        self.slot.push(0);
        self.all_mut().set(end, state);
    }

    /// Keeps the boids with the slots for which the test holds, in their order.
    pub(crate) fn keep(&mut self, is_kept: impl Fn(u32) -> bool) {
        let mut kept = 0;
        for index in 0..self.len() {
            if is_kept(self.slot[index]) {
                let state = self.state(index);
                self.all_mut().set(kept, &state);
                kept += 1;
            }
        }
        for values in self.numbers() {
            values.truncate(kept);
        }
        self.slot.truncate(kept);
    }

    /// Removes the boid at `index`; the last one takes its place.
    pub(crate) fn swap_remove(&mut self, index: usize) {
        for values in self.numbers() {
            values.swap_remove(index);
        }
        self.slot.swap_remove(index);
    }

    /// What the parts of a step read of some boids.
    pub(crate) fn part(&self, range: Range<usize>) -> BoidsPart<'_> {
        BoidsPart {
            position: self
                .position
                .each_ref()
                .map(|values| &values[range.clone()]),
            velocity: self
                .velocity
                .each_ref()
                .map(|values| &values[range.clone()]),
            slot: &self.slot[range],
        }
    }

    pub(crate) fn all_mut(&mut self) -> BoidsMut<'_> {
        BoidsMut {
            first: 0,
            position: self.position.each_mut().map(Vec::as_mut_slice),
            velocity: self.velocity.each_mut().map(Vec::as_mut_slice),
            orientation: self.orientation.each_mut().map(Vec::as_mut_slice),
            phase: &mut self.phase,
            variation: &mut self.variation,
            slot: &mut self.slot,
        }
    }
}

/// Where boids are and how they move, of a contiguous part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoidsPart<'a> {
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) velocity: [&'a [f32]; 3],
    pub(crate) slot: &'a [u32],
}

impl BoidsPart<'_> {
    pub(crate) fn position(&self, index: usize) -> Vec3 {
        Vec3::from_fn(|axis, _| self.position[axis][index])
    }
}

/// A contiguous part of the boids that one thread writes.
#[derive(Debug)]
pub(crate) struct BoidsMut<'a> {
    /// Index, among all boids, of the first one in this part.
    pub(crate) first: usize,
    pub(crate) position: [&'a mut [f32]; 3],
    pub(crate) velocity: [&'a mut [f32]; 3],
    pub(crate) orientation: [&'a mut [f32]; 4],
    pub(crate) phase: &'a mut [f32],
    pub(crate) variation: &'a mut [f32],
    pub(crate) slot: &'a mut [u32],
}

impl BoidsMut<'_> {
    pub(crate) fn len(&self) -> usize {
        self.slot.len()
    }

    /// Writes the boid at `index` within this part.
    pub(crate) fn set(&mut self, index: usize, state: &State) {
        for axis in 0..3 {
            self.position[axis][index] = state.position[axis];
            self.velocity[axis][index] = state.velocity[axis];
        }
        for part in 0..4 {
            self.orientation[part][index] = state.pose.orientation.coords[part];
        }
        self.phase[index] = state.pose.phase;
        self.variation[index] = state.pose.variation;
        self.slot[index] = state.slot;
    }

    /// Becomes the boids at the given indices of `boids`. Array by array, since each is mostly read in its order.
    pub(crate) fn pick(&mut self, boids: &Boids, indices: &[u32]) {
        for axis in 0..3 {
            pick(self.position[axis], &boids.position[axis], indices);
            pick(self.velocity[axis], &boids.velocity[axis], indices);
        }
        for part in 0..4 {
            pick(self.orientation[part], &boids.orientation[part], indices);
        }
        pick(self.phase, &boids.phase, indices);
        pick(self.variation, &boids.variation, indices);
        pick(self.slot, &boids.slot, indices);
    }

    /// Takes over slots and poses from the boids of which this is a part.
    pub(crate) fn copy_rest(&mut self, boids: &Boids) {
        let part = self.first..self.first + self.len();
        for (to, from) in self.orientation.iter_mut().zip(&boids.orientation) {
            to.copy_from_slice(&from[part.clone()]);
        }
        self.phase.copy_from_slice(&boids.phase[part.clone()]);
        self.variation
            .copy_from_slice(&boids.variation[part.clone()]);
        self.slot.copy_from_slice(&boids.slot[part]);
    }

    pub(crate) fn split_at(self, middle: usize) -> (Self, Self) {
        let (position, position_rest) = split(self.position, middle);
        let (velocity, velocity_rest) = split(self.velocity, middle);
        let (orientation, orientation_rest) = split(self.orientation, middle);
        let (phase, phase_rest) = self.phase.split_at_mut(middle);
        let (variation, variation_rest) = self.variation.split_at_mut(middle);
        let (slot, slot_rest) = self.slot.split_at_mut(middle);
        let start = Self {
            first: self.first,
            position,
            velocity,
            orientation,
            phase,
            variation,
            slot,
        };
        let rest = Self {
            first: self.first + middle,
            position: position_rest,
            velocity: velocity_rest,
            orientation: orientation_rest,
            phase: phase_rest,
            variation: variation_rest,
            slot: slot_rest,
        };
        (start, rest)
    }
}

fn pick<T: Copy>(to: &mut [T], from: &[T], indices: &[u32]) {
    for (to, index) in to.iter_mut().zip(indices) {
        *to = from[*index as usize];
    }
}

/// The same arrays for a shorter time.
pub(crate) fn borrow<'a, const N: usize>(arrays: &'a mut [&mut [f32]; N]) -> Arrays<'a, N> {
    arrays.each_mut().map(|array| &mut **array)
}

type Arrays<'a, const N: usize> = [&'a mut [f32]; N];

pub(crate) fn split<const N: usize>(
    arrays: Arrays<'_, N>,
    middle: usize,
) -> (Arrays<'_, N>, Arrays<'_, N>) {
    let mut start = std::array::from_fn(|_| Default::default());
    let mut rest = std::array::from_fn(|_| Default::default());
    for (index, array) in arrays.into_iter().enumerate() {
        (start[index], rest[index]) = array.split_at_mut(middle);
    }
    (start, rest)
}
