//! The search for neighbours and the sums over them, which is where most of a step's time goes.
//!
//! Boids that follow each other in the grid look for neighbours together, one in each lane of the vector instructions:
//! every candidate is compared with all of them at once. A lane adds its candidates in the order of the grid, and what is
//! not near adds zero, so that the sums have the same bits however many lanes there are and wherever a group begins.

use crate::{
    boids::Boids,
    grid::Grid,
    rules::Rules,
    vectors::{store, Work},
};
use std::ops::Range;

/// The boids of a group lie within this many cells after the first one, so that a group in a thin part of the flock does
/// not have to look at a long stretch of it.
const GROUP_SPAN: u32 = 8;

/// Finds the accelerations that the rules ask for.
pub(crate) struct Gather<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) grid: &'a Grid,
    /// All boids, sorted along the grid.
    pub(crate) boids: &'a Boids,
    /// Index of the first boid of which the acceleration is wanted.
    pub(crate) first: usize,
    /// The accelerations of as many boids as fit, in m/s².
    pub(crate) accelerations: [&'a mut [f32]; 3],
}

impl Work for Gather<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let (mut done, count) = (0, self.accelerations[0].len());
        while done < count {
            let first = self.first + done;
            let most = LANES.min(count - done);
            let len = self.grid.group_len(first, most, GROUP_SPAN);
            let accelerations = self.rules.acceleration(&self.sums::<LANES>(first, len));
            for (lanes, values) in accelerations.iter().zip(&mut self.accelerations) {
                store(lanes, values, done, len);
            }
            done += len;
        }
    }
}

impl Gather<'_> {
    /// The sums over the neighbours of the boids `first..first + len`, which form a group.
    #[inline(always)]
    fn sums<const LANES: usize>(&self, first: usize, len: usize) -> Sums<LANES> {
        let group = Group::new(self.boids, first, len);
        let mut sums = Sums {
            cohesion: [[0.0; LANES]; 3],
            separation: [[0.0; LANES]; 3],
            alignment: [[0.0; LANES]; 3],
        };
        if self.rules.reach().is_none() {
            return sums;
        }
        let around = self.grid.around(first, len);
        for row in self.grid.rows(first) {
            for cells in &around {
                let candidates = self.grid.boids_in(&row, cells);
                if row.home {
                    self.add::<LANES, true>(&mut sums, &group, candidates);
                } else {
                    self.add::<LANES, false>(&mut sums, &group, candidates);
                }
            }
        }
        sums
    }

    /// Adds the candidates to the sums of every boid that they are near to. `HOME` says that the boids of the group may
    /// themselves be among the candidates.
    #[inline(always)]
    fn add<const LANES: usize, const HOME: bool>(
        &self,
        sums: &mut Sums<LANES>,
        group: &Group<LANES>,
        candidates: Range<usize>,
    ) {
        let (start, count) = (candidates.start, candidates.len());
        let [x, y, z] = &self.boids.position;
        let [vx, vy, vz] = &self.boids.velocity;
        // Slices of one length, so that the loop has no bounds to check.
        let [x, y, z] = [x, y, z].map(|values| &values[candidates.clone()][..count]);
        let [vx, vy, vz] = [vx, vy, vz].map(|values| &values[candidates.clone()][..count]);
        // A copy that the compiler keeps in registers.
        let mut lanes = *sums;
        for other in 0..count {
            let position = [x[other], y[other], z[other]];
            let velocity = [vx[other], vy[other], vz[other]];
            let index = (start + other) as u32;
            lanes.add::<HOME>(self.rules, group, index, position, velocity);
        }
        *sums = lanes;
    }
}

/// Boids that look for neighbours together. Unused lanes repeat the first boid.
struct Group<const LANES: usize> {
    position: [[f32; LANES]; 3],
    index: [u32; LANES],
}

impl<const LANES: usize> Group<LANES> {
    #[inline(always)]
    fn new(boids: &Boids, first: usize, len: usize) -> Self {
        let mut group = Self {
            position: [[0.0; LANES]; 3],
            index: [0; LANES],
        };
        for lane in 0..LANES {
            let index = first + if lane < len { lane } else { 0 };
            group.index[lane] = index as u32;
            for axis in 0..3 {
                group.position[axis][lane] = boids.position[axis][index];
            }
        }
        group
    }
}

/// Sums over the neighbours of each boid of a group: offsets for cohesion and separation, velocities for alignment.
#[derive(Clone, Copy)]
pub(crate) struct Sums<const LANES: usize> {
    pub(crate) cohesion: [[f32; LANES]; 3],
    pub(crate) separation: [[f32; LANES]; 3],
    pub(crate) alignment: [[f32; LANES]; 3],
}

impl<const LANES: usize> Sums<LANES> {
    /// The formula of all three rules for one candidate. Without branches: what is not near adds zero.
    #[inline(always)]
    fn add<const HOME: bool>(
        &mut self,
        rules: &Rules,
        group: &Group<LANES>,
        index: u32,
        position: [f32; 3],
        velocity: [f32; 3],
    ) {
        let [cohesion, separation, alignment] = rules.radii_squared();
        for lane in 0..LANES {
            let x = position[0] - group.position[0][lane];
            let y = position[1] - group.position[1][lane];
            let z = position[2] - group.position[2][lane];
            let distance_squared = x * x + y * y + z * z;
            let cohesive = distance_squared < cohesion;
            let separate = distance_squared < separation;
            // A boid is no neighbour of itself. Its offset is zero, so only the velocity has to be left out.
            let itself = HOME & (group.index[lane] == index);
            let aligned = (distance_squared < alignment) & !itself;
            // Axis by axis: as a loop the compiler would not make vectors of it.
            self.cohesion[0][lane] += if cohesive { x } else { 0.0 };
            self.cohesion[1][lane] += if cohesive { y } else { 0.0 };
            self.cohesion[2][lane] += if cohesive { z } else { 0.0 };
            self.separation[0][lane] += if separate { x } else { 0.0 };
            self.separation[1][lane] += if separate { y } else { 0.0 };
            self.separation[2][lane] += if separate { z } else { 0.0 };
            self.alignment[0][lane] += if aligned { velocity[0] } else { 0.0 };
            self.alignment[1][lane] += if aligned { velocity[1] } else { 0.0 };
            self.alignment[2][lane] += if aligned { velocity[2] } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{boids::State, pose::Pose, vectors::Vectors, Driver, Settings, Vec3};
    use proptest::prelude::*;

    fn point(extent: f32) -> impl Strategy<Value = Vec3> {
        let coordinate = move || -extent..=extent;
        (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    /// The bits of the acceleration of every boid.
    fn accelerations(vectors: Vectors, boids: &Boids, grid: &Grid, rules: &Rules) -> Vec<[u32; 3]> {
        let mut arrays = [0, 1, 2].map(|_| vec![0.0; boids.len()]);
        vectors.run(Gather {
            rules,
            grid,
            boids,
            first: 0,
            accelerations: arrays.each_mut().map(Vec::as_mut_slice),
        });
        let bits = |index: usize| arrays.each_ref().map(|array| array[index].to_bits());
        (0..boids.len()).map(bits).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn all_vectors_give_the_same_bits(
            points in prop::collection::vec((point(2.0), point(1.0)), 1..600),
            thinness in 0.01f32..1.0,
        ) {
            let mut settings = Settings::default();
            settings.separation.radius = 0.3;
            settings.alignment.radius = 0.45;
            let mut unsorted = Boids::default();
            for (id, (position, velocity)) in points.into_iter().enumerate() {
                let position = position.component_mul(&Vec3::new(1.0, thinness, 1.0));
                let slot = id as u32;
                unsorted.push(&State { position, velocity, slot, pose: Pose::default() });
            }
            let rules = Rules::new(&settings);
            let mut grid = Grid::default();
            grid.sort(&unsorted, rules.reach(), Driver::SingleThread);
            let mut boids = Boids::default();
            for index in grid.order(0..unsorted.len()) {
                boids.push(&unsorted.state(*index as usize));
            }
            let expected = accelerations(Vectors::Baseline, &boids, &grid, &rules);
            for vectors in Vectors::available() {
                prop_assert_eq!(&accelerations(vectors, &boids, &grid, &rules), &expected, "{:?}", vectors);
            }
        }
    }
}
