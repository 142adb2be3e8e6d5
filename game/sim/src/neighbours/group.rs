//! A group of boids that search for neighbours together, one in each lane.

use super::{grid::Extent, seekers::Seekers};
use crate::{
    boundary::PeriodicBox,
    math::{
        lanes::{fold, larger, smaller, Lanes},
        vector::{direction, length, transformed, NO_DIRECTION},
    },
    state::boids::Boids,
};
use nalgebra::Matrix3;
use std::ops::Range;

/// Value that is added to the dot product of heading and offset for a boid at rest, so that it sees
/// everything. It is far larger than any offset, and small enough to be squared.
pub(crate) const SEES_ALL: f32 = 1e15;

/// A group of boids that search for neighbours together. Unused lanes repeat the first boid.
pub(crate) struct LaneGroup<const LANES: usize> {
    /// Search positions of the boids.
    pub(super) position: Lanes<LANES>,
    pub(crate) index: [u32; LANES],
    /// Velocities. Only searches in fields of view set these and the following fields.
    pub(crate) velocity: Lanes<LANES>,
    /// Unit headings; zero for a boid at rest.
    pub(crate) heading: Lanes<LANES>,
    /// The headings in the frame of the search positions.
    pub(super) sight: Lanes<LANES>,
    /// [`SEES_ALL`] for a boid at rest, else 0.
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

    /// Fills the group with `len` seekers, starting with the seeker `from`.
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

    /// The sorted boids from the first to the last boid of the group, which has `len` boids.
    pub(super) fn span(&self, len: usize) -> Range<usize> {
        self.index[0] as usize..self.index[len - 1] as usize + 1
    }

    /// Bounding box of the search positions.
    #[inline(always)]
    pub(super) fn extent(&self) -> Extent {
        // Axis by axis, because array::map is not always inlined.
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

    /// Sets the velocities, the headings and the fields for the field of view. `periodic_box` is the
    /// one in whose frame the search positions are.
    #[inline(always)]
    pub(crate) fn look_ahead(&mut self, boids: &Boids, periodic_box: Option<&PeriodicBox>) {
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
        if let Some(periodic_box) = periodic_box {
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
