//! The state of the boids as a structure of arrays.

use crate::{pose::Pose, Vec3};
use std::collections::TryReserveError;

/// One boid, as the outside sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boid {
    /// Stays with the boid for its whole life, whatever its place in memory.
    pub id: u32,
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
    pub(crate) id: u32,
    pub(crate) pose: Pose,
}

/// The boids. The components of position and velocity lie in arrays of their own, because the search for neighbours
/// streams through them.
#[derive(Debug, Default)]
pub(crate) struct Boids {
    pub(crate) position: [Vec<f32>; 3],
    pub(crate) velocity: [Vec<f32>; 3],
    pub(crate) id: Vec<u32>,
    pub(crate) pose: Vec<Pose>,
}

impl Boids {
    pub(crate) fn len(&self) -> usize {
        self.id.len()
    }

    pub(crate) fn position(&self, index: usize) -> Vec3 {
        let [x, y, z] = &self.position;
        Vec3::new(x[index], y[index], z[index])
    }

    pub(crate) fn velocity(&self, index: usize) -> Vec3 {
        let [x, y, z] = &self.velocity;
        Vec3::new(x[index], y[index], z[index])
    }

    pub(crate) fn state(&self, index: usize) -> State {
        State {
            position: self.position(index),
            velocity: self.velocity(index),
            id: self.id[index],
            pose: self.pose[index],
        }
    }

    pub(crate) fn boid(&self, index: usize) -> Boid {
        Boid {
            id: self.id[index],
            position: self.position(index),
            velocity: self.velocity(index),
        }
    }

    /// Bytes of one boid.
    pub(crate) const BYTES: usize = 6 * size_of::<f32>() + size_of::<u32>() + size_of::<Pose>();

    /// Makes room for `count` boids in all.
    pub(crate) fn try_reserve(&mut self, count: usize) -> Result<(), TryReserveError> {
        let more = count.saturating_sub(self.len());
        for values in self.position.iter_mut().chain(&mut self.velocity) {
            values.try_reserve_exact(more)?;
        }
        self.id.try_reserve_exact(more)?;
        self.pose.try_reserve_exact(more)
    }

    /// Takes over the boids of `other`, in the room that is there.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        for axis in 0..3 {
            self.position[axis].clone_from(&other.position[axis]);
            self.velocity[axis].clone_from(&other.velocity[axis]);
        }
        self.id.clone_from(&other.id);
        self.pose.clone_from(&other.pose);
    }

    pub(crate) fn push(&mut self, state: &State) {
        for axis in 0..3 {
            self.position[axis].push(state.position[axis]);
            self.velocity[axis].push(state.velocity[axis]);
        }
        self.id.push(state.id);
        self.pose.push(state.pose);
    }

    /// Keeps the boids at the indices for which the test holds, in their order.
    pub(crate) fn keep(&mut self, is_kept: impl Fn(usize) -> bool) {
        let mut kept = 0;
        for index in 0..self.len() {
            if is_kept(index) {
                let state = self.state(index);
                self.all_mut().set(kept, &state);
                kept += 1;
            }
        }
        for axis in 0..3 {
            self.position[axis].truncate(kept);
            self.velocity[axis].truncate(kept);
        }
        self.id.truncate(kept);
        self.pose.truncate(kept);
    }

    pub(crate) fn all_mut(&mut self) -> BoidsMut<'_> {
        BoidsMut {
            first: 0,
            position: self.position.each_mut().map(Vec::as_mut_slice),
            velocity: self.velocity.each_mut().map(Vec::as_mut_slice),
            id: &mut self.id,
            pose: &mut self.pose,
        }
    }
}

/// A contiguous part of the boids that one thread writes.
#[derive(Debug)]
pub(crate) struct BoidsMut<'a> {
    /// Index, among all boids, of the first one in this part.
    pub(crate) first: usize,
    position: [&'a mut [f32]; 3],
    velocity: [&'a mut [f32]; 3],
    id: &'a mut [u32],
    pose: &'a mut [Pose],
}

impl BoidsMut<'_> {
    pub(crate) fn len(&self) -> usize {
        self.id.len()
    }

    /// Writes the boid at `index` within this part.
    pub(crate) fn set(&mut self, index: usize, state: &State) {
        for axis in 0..3 {
            self.position[axis][index] = state.position[axis];
            self.velocity[axis][index] = state.velocity[axis];
        }
        self.id[index] = state.id;
        self.pose[index] = state.pose;
    }

    pub(crate) fn split_at(self, middle: usize) -> (Self, Self) {
        let (position, position_rest) = split_three(self.position, middle);
        let (velocity, velocity_rest) = split_three(self.velocity, middle);
        let (id, id_rest) = self.id.split_at_mut(middle);
        let (pose, pose_rest) = self.pose.split_at_mut(middle);
        let start = Self {
            first: self.first,
            position,
            velocity,
            id,
            pose,
        };
        let rest = Self {
            first: self.first + middle,
            position: position_rest,
            velocity: velocity_rest,
            id: id_rest,
            pose: pose_rest,
        };
        (start, rest)
    }
}

type Three<'a> = [&'a mut [f32]; 3];

fn split_three(arrays: Three<'_>, middle: usize) -> (Three<'_>, Three<'_>) {
    let [(x, x_rest), (y, y_rest), (z, z_rest)] = arrays.map(|array| array.split_at_mut(middle));
    ([x, y, z], [x_rest, y_rest, z_rest])
}
