//! The boids as a structure of arrays.
//!
//! Each component has its own array, because the neighbour search streams through positions and
//! velocities alone.

use super::{
    boid_id::BoidId,
    pose::Pose,
    slot_map::SlotMap,
    threads::{Divide, BLOCK},
};
use crate::math::{frame_motion::FrameMotion, Vec3};
use nalgebra::{Quaternion, UnitQuaternion};
use serde::{Deserialize, Serialize};
use std::{collections::TryReserveError, ops::Range};

/// Id, position and velocity of one boid.
///
/// A flock returns boids in the coordinates of the world. A custom rule gets them in those of the
/// flock's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boid {
    /// Id of the boid for its whole life, independent of its index.
    pub id: BoidId,
    /// Position, in metres.
    pub position: Vec3,
    /// Velocity, in m/s. In the world, it includes the motion of the flock's frame.
    pub velocity: Vec3,
}

impl Boid {
    /// A boid of a frame, in the coordinates in which the motion of the frame is given.
    pub(crate) fn out_of(self, motion: &FrameMotion) -> Self {
        Self {
            id: self.id,
            position: motion.point_out(self.position),
            velocity: motion.velocity_out(self.position, self.velocity),
        }
    }
}

/// Everything that a step carries over for one boid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoidState {
    pub(crate) position: Vec3,
    pub(crate) velocity: Vec3,
    pub(crate) slot: u32,
    pub(crate) pose: Pose,
}

/// The states of all boids of a flock, as a structure of arrays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Boids {
    pub(crate) position: [Vec<f32>; 3],
    pub(crate) velocity: [Vec<f32>; 3],
    pub(crate) slot: Vec<u32>,
    /// Components x, y, z and w of the quaternions.
    pub(crate) orientation: [Vec<f32>; 4],
    pub(crate) phase: Vec<f32>,
    pub(crate) variation: Vec<f32>,
}

/// Number of `f32` components of a boid.
const FLOATS: usize = 12;

impl Boids {
    /// Bytes of memory for one boid.
    pub(crate) const BYTES: usize = FLOATS * size_of::<f32>() + size_of::<u32>();

    pub(crate) fn len(&self) -> usize {
        self.slot.len()
    }

    /// True if all arrays have the same length.
    pub(crate) fn is_complete(&self) -> bool {
        self.floats().iter().all(|array| array.len() == self.len())
    }

    pub(crate) fn position(&self, index: usize) -> Vec3 {
        Vec3::from_fn(|axis, _| self.position[axis][index])
    }

    /// The coordinates of a range of boids along each axis.
    pub(crate) fn positions(&self, range: Range<usize>) -> [&[f32]; 3] {
        self.position
            .each_ref()
            .map(|values| &values[range.clone()])
    }

    pub(crate) fn set_position(&mut self, index: usize, position: Vec3) {
        for axis in 0..3 {
            self.position[axis][index] = position[axis];
        }
    }

    pub(crate) fn velocity(&self, index: usize) -> Vec3 {
        Vec3::from_fn(|axis, _| self.velocity[axis][index])
    }

    pub(crate) fn pose(&self, index: usize) -> Pose {
        let [x, y, z, w] = self.orientation.each_ref().map(|array| array[index]);
        Pose {
            orientation: UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z)),
            phase: self.phase[index],
            variation: self.variation[index],
        }
    }

    pub(crate) fn state(&self, index: usize) -> BoidState {
        BoidState {
            position: self.position(index),
            velocity: self.velocity(index),
            slot: self.slot[index],
            pose: self.pose(index),
        }
    }

    pub(crate) fn boid(&self, index: usize, slot_map: &SlotMap) -> Boid {
        Boid {
            id: slot_map.id(self.slot[index]),
            position: self.position(index),
            velocity: self.velocity(index),
        }
    }

    /// Reserves memory for `count` boids in total.
    pub(crate) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        let more = count.saturating_sub(self.len());
        for array in self.floats_mut() {
            array.try_reserve_exact(more)?;
        }
        self.slot.try_reserve_exact(more)
    }

    /// Copies the boids of `other`; does not allocate if enough memory is reserved.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        for (to, from) in self.floats_mut().into_iter().zip(other.floats()) {
            to.clone_from(from);
        }
        self.slot.clone_from(&other.slot);
    }

    pub(crate) fn push(&mut self, state: &BoidState) {
        let end = self.len();
        for array in self.floats_mut() {
            array.push(0.0);
        }
        self.slot.push(0);
        self.all_mut().set(end, state);
    }

    /// Keeps the boids with these ascending indices, in their order. Works array by array, since
    /// the indices are mostly consecutive.
    pub(crate) fn keep(&mut self, kept: &[u32]) {
        for array in self.floats_mut() {
            keep(array, kept);
        }
        keep(&mut self.slot, kept);
    }

    /// Removes the boid at `index`; the last one takes its index.
    pub(crate) fn swap_remove(&mut self, index: usize) {
        for array in self.floats_mut() {
            array.swap_remove(index);
        }
        self.slot.swap_remove(index);
    }

    /// Positions, velocities and slots of a range of boids.
    pub(crate) fn part(&self, range: Range<usize>) -> BoidsPart<'_> {
        BoidsPart {
            position: self.position.each_ref().map(|array| &array[range.clone()]),
            velocity: self.velocity.each_ref().map(|array| &array[range.clone()]),
            slot: &self.slot[range],
        }
    }

    /// Orientations and phases of a range of boids.
    pub(crate) fn pose_part(&self, range: Range<usize>) -> ([&[f32]; 4], &[f32]) {
        let orientation = self.orientation.each_ref();
        (
            orientation.map(|array| &array[range.clone()]),
            &self.phase[range],
        )
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

    /// All `f32` arrays, in the order of [`BoidsMut::into_floats`].
    fn floats(&self) -> [&Vec<f32>; FLOATS] {
        let ([px, py, pz], [vx, vy, vz]) = (&self.position, &self.velocity);
        let [ox, oy, oz, ow] = &self.orientation;
        let (phase, variation) = (&self.phase, &self.variation);
        [px, py, pz, vx, vy, vz, ox, oy, oz, ow, phase, variation]
    }

    fn floats_mut(&mut self) -> [&mut Vec<f32>; FLOATS] {
        let ([px, py, pz], [vx, vy, vz]) = (&mut self.position, &mut self.velocity);
        let [ox, oy, oz, ow] = &mut self.orientation;
        let (phase, variation) = (&mut self.phase, &mut self.variation);
        [px, py, pz, vx, vy, vz, ox, oy, oz, ow, phase, variation]
    }
}

/// Positions, velocities and slots of a range of boids.
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

/// A contiguous part of the boids, written by one thread.
#[derive(Debug)]
pub(crate) struct BoidsMut<'a> {
    /// Index among all boids of the first boid in this part.
    pub(crate) first: usize,
    pub(crate) position: [&'a mut [f32]; 3],
    pub(crate) velocity: [&'a mut [f32]; 3],
    pub(crate) orientation: [&'a mut [f32]; 4],
    pub(crate) phase: &'a mut [f32],
    pub(crate) variation: &'a mut [f32],
    pub(crate) slot: &'a mut [u32],
}

impl<'a> BoidsMut<'a> {
    pub(crate) fn len(&self) -> usize {
        self.slot.len()
    }

    /// Writes the boid at `index` within this part.
    pub(crate) fn set(&mut self, index: usize, state: &BoidState) {
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

    /// Copies the boids at `indices` of `boids` into this part. It is a gather, array by array,
    /// since the indices mostly ascend.
    pub(crate) fn gather(self, boids: &Boids, indices: &[u32]) {
        let mut rest = self;
        for indices in indices.chunks(BLOCK) {
            let (block, others) = rest.split_at(indices.len());
            rest = others;
            let indices = Indices::new(indices);
            let (_, floats, slot) = block.into_floats();
            for (to, from) in floats.into_iter().zip(boids.floats()) {
                indices.gather(to, from);
            }
            indices.gather(slot, &boids.slot);
        }
    }

    /// Copies slots and variations of this range from `boids`.
    pub(crate) fn keep_identity(&mut self, boids: &Boids) {
        let part = self.first..self.first + self.len();
        self.variation
            .copy_from_slice(&boids.variation[part.clone()]);
        self.slot.copy_from_slice(&boids.slot[part]);
    }

    /// Copies velocities of this range from `boids`.
    pub(crate) fn keep_velocity(&mut self, boids: &Boids) {
        let part = self.first..self.first + self.len();
        for (to, from) in self.velocity.iter_mut().zip(&boids.velocity) {
            to.copy_from_slice(&from[part.clone()]);
        }
    }

    /// Copies everything of this range from `boids`.
    pub(crate) fn stay(&mut self, boids: &Boids) {
        let part = self.first..self.first + self.len();
        for (to, from) in self.position.iter_mut().zip(&boids.position) {
            to.copy_from_slice(&from[part.clone()]);
        }
        self.keep_velocity(boids);
        for (to, from) in self.orientation.iter_mut().zip(&boids.orientation) {
            to.copy_from_slice(&from[part.clone()]);
        }
        self.phase.copy_from_slice(&boids.phase[part]);
        self.keep_identity(boids);
    }

    pub(crate) fn split_at(self, middle: usize) -> (Self, Self) {
        let (first, floats, slot) = self.into_floats();
        let (start, rest) = split(floats, middle);
        let (slot, slot_rest) = slot.split_at_mut(middle);
        (
            Self::from_floats(first, start, slot),
            Self::from_floats(first + middle, rest, slot_rest),
        )
    }

    fn into_floats(self) -> (usize, Arrays<'a, FLOATS>, &'a mut [u32]) {
        let ([px, py, pz], [vx, vy, vz]) = (self.position, self.velocity);
        let [ox, oy, oz, ow] = self.orientation;
        let (phase, variation) = (self.phase, self.variation);
        let floats = [px, py, pz, vx, vy, vz, ox, oy, oz, ow, phase, variation];
        (self.first, floats, self.slot)
    }

    fn from_floats(first: usize, floats: Arrays<'a, FLOATS>, slot: &'a mut [u32]) -> Self {
        let [px, py, pz, vx, vy, vz, ox, oy, oz, ow, phase, variation] = floats;
        Self {
            first,
            position: [px, py, pz],
            velocity: [vx, vy, vz],
            orientation: [ox, oy, oz, ow],
            phase,
            variation,
            slot,
        }
    }
}

impl Divide for BoidsMut<'_> {
    fn len(&self) -> usize {
        BoidsMut::len(self)
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        self.split_at(middle)
    }
}

/// Keeps the items with these ascending indices.
fn keep<T: Copy>(items: &mut Vec<T>, kept: &[u32]) {
    for (to, from) in kept.iter().enumerate() {
        items[to] = items[*from as usize];
    }
    items.truncate(kept.len());
}

/// Indices of at most [`BLOCK`] boids to gather, split into chunks with a flag for consecutive
/// indices. Most are consecutive, because the order of the boids hardly changes in a step.
struct Indices<'a> {
    chunks: &'a [[u32; CHUNK]],
    rest: &'a [u32],
    /// For each chunk, whether its indices are consecutive.
    follow: [bool; BLOCK / CHUNK],
}

/// Number of boids that are copied at once if their indices are consecutive.
const CHUNK: usize = 8;

impl<'a> Indices<'a> {
    fn new(indices: &'a [u32]) -> Self {
        let (chunks, rest) = indices.as_chunks();
        let mut follow = [false; BLOCK / CHUNK];
        for (follow, chunk) in follow.iter_mut().zip(chunks) {
            *follow = chunk.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        }
        Self {
            chunks,
            rest,
            follow,
        }
    }

    fn gather<T: Copy>(&self, to: &mut [T], from: &[T]) {
        let (to_chunks, to_rest) = to.as_chunks_mut::<CHUNK>();
        for ((to, chunk), follow) in to_chunks.iter_mut().zip(self.chunks).zip(self.follow) {
            match (follow, from[chunk[0] as usize..].first_chunk()) {
                (true, Some(from)) => *to = *from,
                _ => gather(to, from, chunk),
            }
        }
        gather(to_rest, from, self.rest);
    }
}

fn gather<T: Copy>(to: &mut [T], from: &[T], indices: &[u32]) {
    for (to, index) in to.iter_mut().zip(indices) {
        *to = from[*index as usize];
    }
}

type Arrays<'a, const N: usize> = [&'a mut [f32]; N];

/// Reborrows the arrays for a shorter lifetime.
pub(crate) fn borrow<'a, const N: usize>(arrays: &'a mut [&mut [f32]; N]) -> Arrays<'a, N> {
    arrays.each_mut().map(|array| &mut **array)
}

/// Splits each array at `middle`.
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
