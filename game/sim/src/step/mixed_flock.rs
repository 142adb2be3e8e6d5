//! Mixed flocks: flocks that flock with each other as one. Their boids are sorted along one grid,
//! and one pass finds the sums over the neighbours of all of them.
//!
//! Groups that search neighbours together then contain boids of all these flocks. Groups of a
//! single flock would be more spread out, so they would test more candidates that are not near, and
//! once for each flock.

use super::{
    neighbour_loop::{NeighbourLoop, Task},
    stored_sums::{KnownSums, SumsMut, NUMBERS},
};
use crate::{
    math::simd::SimdWidth,
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs, seekers::Seekers},
    settings::Backend,
    state::{
        boids::Boids,
        floats::FloatsMut,
        threads::{enter, run, Part, BLOCK},
    },
};
use web_time::Instant;

/// Offset between the slots of consecutive flocks, by which boids of two flocks at the same place
/// are told apart. Odd and large.
const KEY: u32 = 0x9e37_79b1;

/// Several flocks before a step, and the sums over the neighbours of their boids.
#[derive(Debug, Default)]
pub(crate) struct MixedFlock {
    /// Positions, velocities and slots of all boids, flock by flock.
    joined: Boids,
    /// The same boids, sorted along the grid.
    sorted: Boids,
    grid: Grid,
    inputs: NeighbourInputs,
    /// For each boid, flock by flock, its index along the grid.
    places: Vec<u32>,
    /// Sums of each boid, in the order of the grid.
    sums: [Vec<f32>; NUMBERS],
    /// Seconds per boid that the last search took.
    seconds: f32,
}

impl MixedFlock {
    /// Finds the sums over the neighbours of all boids of these flocks.
    pub(crate) fn find_sums<'a>(
        &mut self,
        flocks: impl Iterator<Item = &'a Boids>,
        criteria: &Criteria,
        backend: Backend,
        vectors: SimdWidth,
    ) {
        let start = Instant::now();
        self.join(flocks);
        let count = self.joined.len();
        enter(backend, count, || {
            self.sort(criteria, backend);
            self.sum(criteria, backend, vectors);
        });
        self.seconds = start.elapsed().as_secs_f32() / count.max(1) as f32;
    }

    fn join<'a>(&mut self, flocks: impl Iterator<Item = &'a Boids>) {
        let joined = &mut self.joined;
        let arrays = joined.position.iter_mut().chain(&mut joined.velocity);
        arrays.for_each(Vec::clear);
        joined.slot.clear();
        for (index, boids) in (0_u32..).zip(flocks) {
            for axis in 0..3 {
                joined.position[axis].extend_from_slice(&boids.position[axis]);
                joined.velocity[axis].extend_from_slice(&boids.velocity[axis]);
            }
            let key = index.wrapping_mul(KEY);
            let slots = boids.slot.iter().map(|slot| slot.wrapping_add(key));
            joined.slot.extend(slots);
        }
    }

    fn sort(&mut self, criteria: &Criteria, backend: Backend) {
        let Self {
            joined,
            sorted,
            grid,
            places,
            ..
        } = self;
        let count = joined.len();
        grid.sort(joined, criteria.reach, None, backend);
        let order = grid.order(0..count);
        let [px, py, pz] = &mut sorted.position;
        let [vx, vy, vz] = &mut sorted.velocity;
        let mut to = [px, py, pz, vx, vy, vz];
        to.iter_mut().for_each(|array| array.resize(count, 0.0));
        let [px, py, pz] = &joined.position;
        let [vx, vy, vz] = &joined.velocity;
        run(backend, FloatsMut::whole(to), |part| {
            let order = &order[part.first..part.first + part.len()];
            for (to, from) in part.arrays.into_iter().zip([px, py, pz, vx, vy, vz]) {
                gather(to, from, order);
            }
        });
        sorted.slot.resize(count, 0);
        run(backend, Part::whole(&mut sorted.slot), |part| {
            let order = &order[part.first..part.first + part.items.len()];
            gather(part.items, &joined.slot, order);
        });
        places.resize(count, 0);
        for (place, index) in (0..).zip(order) {
            places[*index as usize] = place;
        }
        self.inputs.prepare(&self.sorted, criteria, backend);
    }

    fn sum(&mut self, criteria: &Criteria, backend: Backend, vectors: SimdWidth) {
        let count = self.joined.len();
        let mut sums = self.sums.each_mut();
        sums.iter_mut().for_each(|array| array.resize(count, 0.0));
        let (grid, boids, inputs) = (&self.grid, &self.sorted, &self.inputs);
        run(backend, FloatsMut::whole(sums), |part| {
            let mut rest = part;
            while rest.len() > 0 {
                let len = rest.len().min(BLOCK);
                let (block, others) = rest.split_at(len);
                rest = others;
                NeighbourLoop {
                    criteria,
                    grid,
                    boids,
                    inputs,
                    seekers: Seekers::Range {
                        first: block.first,
                        len: block.len(),
                    },
                    task: Task::Sum(SumsMut(block)),
                }
                .run(vectors);
            }
        });
    }
}

fn gather<T: Copy>(to: &mut [T], from: &[T], order: &[u32]) {
    for (to, index) in to.iter_mut().zip(order) {
        *to = from[*index as usize];
    }
}

/// A mixed flock as seen by one of its members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MixedPart<'a> {
    pub(crate) mixed: &'a MixedFlock,
    /// Indices of the member flocks.
    pub(crate) members: &'a [usize],
    /// Index of this flock's first boid in the order flock by flock.
    pub(crate) first: usize,
}

impl<'a> MixedPart<'a> {
    /// True if the flock with this index is a member.
    pub(crate) fn has(self, index: usize) -> bool {
        self.members.contains(&index)
    }

    /// The sums of some boids of this flock, whose indices are in `order`.
    pub(crate) fn sums(self, order: &'a [u32]) -> KnownSums<'a> {
        let (mixed, first) = (self.mixed, self.first);
        KnownSums {
            sums: &mixed.sums,
            places: &mixed.places[first..],
            order,
        }
    }

    /// Seconds of the search for `boids` boids.
    pub(crate) fn seconds(self, boids: usize) -> f32 {
        self.mixed.seconds * boids as f32
    }
}
