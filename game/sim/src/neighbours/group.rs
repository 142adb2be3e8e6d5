//! Boids that are searched for neighbours together, one in each lane.

use super::{criteria::Criteria, grid::Extent, seekers::Seekers};
use crate::{
    math::{
        lanes::{fold, larger, smaller, Lanes},
        vector::{direction, length, transformed, NO_DIRECTION},
    },
    state::boids::Boids,
};
use nalgebra::Matrix3;
use std::ops::Range;

/// The dot product of heading and offset from which a boid at rest sees everything: far more than
/// any offset, small enough to be squared.
pub(crate) const SEES_ALL: f32 = 1e15;

/// Boids that are searched for neighbours together. Unused lanes repeat the first boid.
pub(crate) struct LaneGroup<const LANES: usize> {
    /// Search positions.
    pub(super) position: Lanes<LANES>,
    pub(crate) index: [u32; LANES],
    /// Velocity and all that follows are set by a selective search only.
    pub(crate) velocity: Lanes<LANES>,
    /// Zero for a boid at rest.
    pub(crate) heading: Lanes<LANES>,
    /// The heading in the frame of the search positions.
    pub(super) sight: Lanes<LANES>,
    /// Makes a boid at rest see everything.
    pub(super) at_rest: [f32; LANES],
}

impl<const LANES: usize> LaneGroup<LANES> {
    pub(crate) fn new() -> Self {
        Self {
            position: [[0.0; LANES]; 3],
            index: [0; LANES],
            velocity: [[0.0; LANES]; 3],
            heading: [[0.0; LANES]; 3],
            sight: [[0.0; LANES]; 3],
            at_rest: [0.0; LANES],
        }
    }

    /// Becomes the group of `len` seekers, from one of them on.
    #[inline(always)]
    pub(crate) fn fill(
        &mut self,
        positions: &[&[f32]; 3],
        seekers: &Seekers,
        from: usize,
        len: usize,
    ) {
        for lane in 0..LANES {
            let index = seekers.index(from + if lane < len { lane } else { 0 });
            self.index[lane] = index as u32;
            for axis in 0..3 {
                self.position[axis][lane] = positions[axis][index];
            }
        }
    }

    /// The sorted boids from the first of the group to the last of its `len` ones.
    pub(super) fn span(&self, len: usize) -> Range<usize> {
        self.index[0] as usize..self.index[len - 1] as usize + 1
    }

    /// The box around the boids.
    #[inline(always)]
    pub(super) fn extent(&self) -> Extent {
        // One by one: array::map is not always inlined.
        let [x, y, z] = self.position;
        Extent {
            low: [fold(x, smaller), fold(y, smaller), fold(z, smaller)],
            high: [fold(x, larger), fold(y, larger), fold(z, larger)],
        }
    }

    #[inline(always)]
    pub(crate) fn slots(&self, slot: &[u32]) -> [u32; LANES] {
        self.index.map(|index| slot[index as usize])
    }

    /// Finds out how the boids move and what they see.
    #[inline(always)]
    pub(crate) fn look_ahead(&mut self, boids: &Boids, criteria: &Criteria) {
        for axis in 0..3 {
            for lane in 0..LANES {
                let index = self.index[lane] as usize;
                self.velocity[axis][lane] = boids.velocity[axis][index];
            }
        }
        let [x, y, z] = self.velocity;
        for lane in 0..LANES {
            let velocity = [x[lane], y[lane], z[lane]];
            let speed = length(velocity);
            let moves = speed > NO_DIRECTION;
            self.at_rest[lane] = if moves { 0.0 } else { SEES_ALL };
            let heading = direction(velocity, speed);
            for axis in 0..3 {
                self.heading[axis][lane] = heading[axis];
            }
        }
        self.sight = self.heading;
        if let Some(periodic_box) = &criteria.periodic_box {
            rotate(&mut self.sight, &periodic_box.frame().to_local);
        }
    }
}

#[inline(always)]
pub(crate) fn rotate<const LANES: usize>(vectors: &mut Lanes<LANES>, by: &Matrix3<f32>) {
    let [x, y, z] = vectors;
    for lane in 0..LANES {
        [x[lane], y[lane], z[lane]] = transformed(by, [x[lane], y[lane], z[lane]]);
    }
}
