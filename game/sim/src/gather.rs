//! The sums over the neighbours of boids, which is where the time of a step goes.
//!
//! Boids that follow each other in the grid look for neighbours together, one in each lane of the vector instructions:
//! every candidate is compared with all of them at once. A lane adds its candidates in the order of the grid, and what is
//! not near adds zero, so that the sums have the same bits however many lanes there are and wherever a group begins.

use crate::{boids::Boids, grid::Grid, rules::Rules, Vec3};
use std::ops::Range;

/// Lanes of the widest vectors.
const MOST_LANES: usize = 16;

/// The boids of a group lie within this many cells after the first one, so that a group in a thin part of the flock does
/// not have to look at a long stretch of it.
const GROUP_SPAN: u32 = 8;

/// The vector instructions that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vectors {
    /// What every processor of the kind has.
    Baseline,
    /// 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Vectors {
    /// All that this processor has, the widest last.
    pub(crate) fn available() -> impl DoubleEndedIterator<Item = Self> {
        let known = [
            Some(Self::Baseline),
            #[cfg(target_arch = "x86_64")]
            is_x86_feature_detected!("avx2").then_some(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            is_x86_feature_detected!("avx512f").then_some(Self::Avx512),
        ];
        known.into_iter().flatten()
    }

    /// The widest that this processor has.
    pub(crate) fn widest() -> Self {
        Self::available().next_back().unwrap_or(Self::Baseline)
    }

    /// The numbers of boids for which the sums fit into the registers.
    fn lanes(self) -> usize {
        match self {
            Self::Baseline => 4,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => 8,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => 16,
        }
    }

    /// How many boids from `first` on, at most `most`, form a group.
    pub(crate) fn group_len(self, grid: &Grid, first: usize, most: usize) -> usize {
        grid.group_len(first, most.min(self.lanes()), GROUP_SPAN)
    }

    /// The sums over the neighbours of the boids `first..first + len`, which form a group.
    pub(crate) fn gather(
        self,
        rules: &Rules,
        boids: &Boids,
        grid: &Grid,
        first: usize,
        len: usize,
    ) -> Sums {
        match self {
            Self::Baseline => gather::<4>(rules, boids, grid, first, len),
            // SAFETY: the variant exists only where the processor was found to have the instructions.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { gather_avx2(rules, boids, grid, first, len) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { gather_avx512(rules, boids, grid, first, len) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn gather_avx2(rules: &Rules, boids: &Boids, grid: &Grid, first: usize, len: usize) -> Sums {
    gather::<8>(rules, boids, grid, first, len)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn gather_avx512(rules: &Rules, boids: &Boids, grid: &Grid, first: usize, len: usize) -> Sums {
    gather::<16>(rules, boids, grid, first, len)
}

/// Sums over the neighbours of each boid of a group.
pub(crate) struct Sums {
    cohesion: [[f32; MOST_LANES]; 3],
    separation: [[f32; MOST_LANES]; 3],
    alignment: [[f32; MOST_LANES]; 3],
}

impl Sums {
    /// Offsets to the neighbours for cohesion.
    pub(crate) fn cohesion(&self, lane: usize) -> Vec3 {
        Vec3::from(self.cohesion.map(|lanes| lanes[lane]))
    }

    /// Offsets to the neighbours for separation.
    pub(crate) fn separation(&self, lane: usize) -> Vec3 {
        Vec3::from(self.separation.map(|lanes| lanes[lane]))
    }

    /// Velocities of the neighbours for alignment.
    pub(crate) fn alignment(&self, lane: usize) -> Vec3 {
        Vec3::from(self.alignment.map(|lanes| lanes[lane]))
    }
}

/// Boids that look for neighbours together. Unused lanes repeat the first boid.
struct Group<const N: usize> {
    position: [[f32; N]; 3],
    index: [u32; N],
}

impl<const N: usize> Group<N> {
    #[inline(always)]
    fn new(boids: &Boids, first: usize, len: usize) -> Self {
        let mut group = Self {
            position: [[0.0; N]; 3],
            index: [0; N],
        };
        for lane in 0..N {
            let index = first + if lane < len { lane } else { 0 };
            group.index[lane] = index as u32;
            for axis in 0..3 {
                group.position[axis][lane] = boids.position[axis][index];
            }
        }
        group
    }
}

/// The sums of a group in the lanes of its vectors.
#[derive(Clone, Copy)]
struct Lanes<const N: usize> {
    cohesion: [[f32; N]; 3],
    separation: [[f32; N]; 3],
    alignment: [[f32; N]; 3],
}

// Always inlined into the functions above, so that it is compiled for each kind of vectors.
#[inline(always)]
fn gather<const N: usize>(
    rules: &Rules,
    boids: &Boids,
    grid: &Grid,
    first: usize,
    len: usize,
) -> Sums {
    let group = Group::<N>::new(boids, first, len);
    let mut sums = Lanes {
        cohesion: [[0.0; N]; 3],
        separation: [[0.0; N]; 3],
        alignment: [[0.0; N]; 3],
    };
    if rules.reach().is_some() {
        let around = grid.around(first, len);
        for row in grid.rows(first) {
            for cells in &around {
                let candidates = grid.boids_in(&row, cells);
                if row.home {
                    add::<N, true>(rules, &mut sums, &group, boids, candidates);
                } else {
                    add::<N, false>(rules, &mut sums, &group, boids, candidates);
                }
            }
        }
    }
    Sums {
        cohesion: sums.cohesion.map(widen),
        separation: sums.separation.map(widen),
        alignment: sums.alignment.map(widen),
    }
}

#[inline(always)]
fn widen<const N: usize>(lanes: [f32; N]) -> [f32; MOST_LANES] {
    let mut wide = [0.0; MOST_LANES];
    wide[..N].copy_from_slice(&lanes);
    wide
}

/// Adds the candidates to the sums of every boid that they are near to. `HOME` says that the boids of the group may
/// themselves be among the candidates.
#[inline(always)]
fn add<const N: usize, const HOME: bool>(
    rules: &Rules,
    sums: &mut Lanes<N>,
    group: &Group<N>,
    boids: &Boids,
    candidates: Range<usize>,
) {
    let (start, count) = (candidates.start, candidates.len());
    // Slices of one length, so that the loop has no bounds to check.
    let [x, y, z] = &boids.position;
    let [vx, vy, vz] = &boids.velocity;
    let (x, y, z) = (
        &x[candidates.clone()][..count],
        &y[candidates.clone()][..count],
        &z[candidates.clone()][..count],
    );
    let (vx, vy, vz) = (
        &vx[candidates.clone()][..count],
        &vy[candidates.clone()][..count],
        &vz[candidates.clone()][..count],
    );
    // A copy that the compiler keeps in registers.
    let mut lanes = *sums;
    for other in 0..count {
        let position = [x[other], y[other], z[other]];
        let velocity = [vx[other], vy[other], vz[other]];
        let index = (start + other) as u32;
        add_one::<N, HOME>(rules, &mut lanes, group, index, position, velocity);
    }
    *sums = lanes;
}

/// The formula of all three rules for one candidate. Without branches: what is not near adds zero.
#[inline(always)]
fn add_one<const N: usize, const HOME: bool>(
    rules: &Rules,
    sums: &mut Lanes<N>,
    group: &Group<N>,
    index: u32,
    position: [f32; 3],
    velocity: [f32; 3],
) {
    let [cohesion, separation, alignment] = rules.radii_squared();
    for lane in 0..N {
        let x = position[0] - group.position[0][lane];
        let y = position[1] - group.position[1][lane];
        let z = position[2] - group.position[2][lane];
        let distance_squared = x * x + y * y + z * z;
        let cohesive = distance_squared < cohesion;
        let separate = distance_squared < separation;
        // A boid is no neighbour of itself. Its offset is zero, so only the velocity has to be left out.
        let aligned = (distance_squared < alignment) & !(HOME & (group.index[lane] == index));
        sums.cohesion[0][lane] += if cohesive { x } else { 0.0 };
        sums.cohesion[1][lane] += if cohesive { y } else { 0.0 };
        sums.cohesion[2][lane] += if cohesive { z } else { 0.0 };
        sums.separation[0][lane] += if separate { x } else { 0.0 };
        sums.separation[1][lane] += if separate { y } else { 0.0 };
        sums.separation[2][lane] += if separate { z } else { 0.0 };
        sums.alignment[0][lane] += if aligned { velocity[0] } else { 0.0 };
        sums.alignment[1][lane] += if aligned { velocity[1] } else { 0.0 };
        sums.alignment[2][lane] += if aligned { velocity[2] } else { 0.0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{boids::State, pose::Pose, Driver, Settings};
    use proptest::prelude::*;

    fn point(extent: f32) -> impl Strategy<Value = Vec3> {
        let coordinate = move || -extent..=extent;
        (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    /// The bits of the sums of every boid.
    fn sums(vectors: Vectors, boids: &Boids, grid: &Grid, rules: &Rules) -> Vec<[u32; 9]> {
        let mut sums = Vec::new();
        while sums.len() < boids.len() {
            let first = sums.len();
            let len = vectors.group_len(grid, first, boids.len() - first);
            let group = vectors.gather(rules, boids, grid, first, len);
            for lane in 0..len {
                let parts = [
                    group.cohesion(lane),
                    group.separation(lane),
                    group.alignment(lane),
                ];
                let bits = |index: usize| parts[index / 3][index % 3].to_bits();
                sums.push(std::array::from_fn(bits));
            }
        }
        sums
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
                let id = id as u32;
                unsorted.push(&State { position, velocity, id, pose: Pose::default() });
            }
            let rules = Rules::new(&settings);
            let mut grid = Grid::default();
            grid.sort(&unsorted, rules.reach(), Driver::SingleThread);
            let mut boids = Boids::default();
            for index in 0..unsorted.len() {
                boids.push(&unsorted.state(grid.source(index)));
            }
            let expected = sums(Vectors::Baseline, &boids, &grid, &rules);
            for vectors in Vectors::available() {
                prop_assert_eq!(&sums(vectors, &boids, &grid, &rules), &expected, "{:?}", vectors);
            }
        }
    }
}
