//! The rules of the flock: cohesion, separation and alignment.
//!
//! With p and v a boid's position and velocity, N(r) all other boids nearer than r, and norm(0) = 0, the rules ask for
//!
//! - cohesion: norm(mean over N(rc) of pj, minus p)
//! - separation: norm(minus the mean over N(rs) of pj - p)
//! - alignment: norm(mean over N(ra) of vj)
//!
//! each times its weight. A direction does not depend on the length of a sum, so the means are never divided out.

use crate::{
    boids::Boids,
    grid::Grid,
    lanes::{Lanes, Mask, LANES},
    Rule, Settings, Vec3,
};

/// The boids of a group lie within this many cells of the first one, so that a group in a thin part of the flock does not
/// have to look at a long stretch of it.
const GROUP_SPAN: u32 = 1;

/// Shorter sums, in metres or m/s, have no direction: the square of their length nears the end of single precision. That
/// is zero and next to it. What rounding leaves where neighbours balance each other is far longer, about 1e-8, and counts
/// in full, as any sum does however short: a boid in such a place is driven out of it.
const NO_DIRECTION: f32 = 1e-15;

/// The rules with what a step needs of their settings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    cohesion: Weighted,
    separation: Weighted,
    alignment: Weighted,
    reach: Option<f32>,
}

#[derive(Clone, Copy, Debug)]
struct Weighted {
    weight: f32,
    /// 0 for a rule that does not act: no boid is nearer than that.
    radius_squared: f32,
}

impl Weighted {
    fn new(rule: &Rule) -> Self {
        Self {
            weight: if acts(rule) { rule.weight } else { 0.0 },
            radius_squared: if acts(rule) {
                rule.radius * rule.radius
            } else {
                0.0
            },
        }
    }
}

fn acts(rule: &Rule) -> bool {
    rule.enabled && rule.weight > 0.0
}

impl Rules {
    pub(crate) fn new(settings: &Settings) -> Self {
        let rules = [
            &settings.cohesion,
            &settings.separation,
            &settings.alignment,
        ];
        let radii = rules
            .iter()
            .filter(|rule| acts(rule))
            .map(|rule| rule.radius);
        Self {
            cohesion: Weighted::new(&settings.cohesion),
            separation: Weighted::new(&settings.separation),
            alignment: Weighted::new(&settings.alignment),
            reach: radii.reduce(f32::max),
        }
    }

    /// Largest radius of the rules that act; none if no rule acts.
    pub(crate) fn reach(&self) -> Option<f32> {
        self.reach
    }

    /// The sums over the neighbours of the boids `first..first + len`, which form a group.
    pub(crate) fn gather(&self, boids: &Boids, grid: &Grid, first: usize, len: usize) -> Sums {
        let group = Group::new(boids, first, len);
        let mut sums = Sums::default();
        if self.reach.is_none() {
            return sums;
        }
        let around = grid.around(first, len);
        for row in grid.rows(first) {
            for cells in &around {
                let candidates = grid.boids_in(&row, cells);
                if row.home {
                    self.add::<true>(&mut sums, &group, boids, candidates);
                } else {
                    self.add::<false>(&mut sums, &group, boids, candidates);
                }
            }
        }
        sums
    }

    /// Adds the candidates to the sums of every boid that they are near to. `HOME` says that the boids of the group may
    /// themselves be among the candidates.
    #[inline(always)]
    fn add<const HOME: bool>(
        &self,
        sums: &mut Sums,
        group: &Group,
        boids: &Boids,
        candidates: std::ops::Range<usize>,
    ) {
        let [x, y, z] = boids
            .position
            .each_ref()
            .map(|values| &values[candidates.clone()]);
        let [vx, vy, vz] = boids
            .velocity
            .each_ref()
            .map(|values| &values[candidates.clone()]);
        let count = candidates.len();
        for other in 0..count.min(x.len()).min(y.len()).min(z.len()) {
            let position = [x[other], y[other], z[other]];
            let velocity = [vx[other], vy[other], vz[other]];
            let index = (candidates.start + other) as u32;
            self.add_one::<HOME>(sums, group, index, position, velocity);
        }
    }

    /// The formula of all three rules for one candidate. Without branches: what is not near adds zero.
    #[inline(always)]
    fn add_one<const HOME: bool>(
        &self,
        sums: &mut Sums,
        group: &Group,
        index: u32,
        position: [f32; 3],
        velocity: [f32; 3],
    ) {
        let offset = [0, 1, 2].map(|axis| Lanes::splat(position[axis]) - group.position[axis]);
        let [x, y, z] = offset;
        let distance_squared = x * x + y * y + z * z;
        let cohesive = distance_squared.below(self.cohesion.radius_squared);
        let separate = distance_squared.below(self.separation.radius_squared);
        let mut aligned = distance_squared.below(self.alignment.radius_squared);
        if HOME {
            // A boid is no neighbour of itself. Its offset is zero, so only the velocity has to be left out.
            aligned = aligned & group.others(index);
        }
        for axis in 0..3 {
            sums.cohesion[axis] += cohesive.of(offset[axis]);
            sums.separation[axis] += separate.of(offset[axis]);
            sums.alignment[axis] += aligned.of(Lanes::splat(velocity[axis]));
        }
    }

    /// The acceleration that the rules ask for, before any limit.
    pub(crate) fn acceleration(&self, sums: &Sums, lane: usize) -> Vec3 {
        let sum = |of: &[Lanes; 3]| Vec3::from_fn(|axis, _| of[axis].0[lane]);
        direction(sum(&sums.cohesion)) * self.cohesion.weight
            - direction(sum(&sums.separation)) * self.separation.weight
            + direction(sum(&sums.alignment)) * self.alignment.weight
    }
}

/// How many boids from `first` on, at most `most`, form a group.
pub(crate) fn group_len(grid: &Grid, first: usize, most: usize) -> usize {
    grid.group_len(first, most.min(LANES), GROUP_SPAN)
}

/// Boids that look for neighbours together. Unused lanes repeat the first boid.
struct Group {
    position: [Lanes; 3],
    index: [u32; LANES],
}

impl Group {
    fn new(boids: &Boids, first: usize, len: usize) -> Self {
        let boid = |lane: usize| first + if lane < len { lane } else { 0 };
        Self {
            position: boids
                .position
                .each_ref()
                .map(|values| Lanes(std::array::from_fn(|lane| values[boid(lane)]))),
            index: std::array::from_fn(|lane| boid(lane) as u32),
        }
    }

    /// The lanes whose boid is not the one at `index`.
    #[inline(always)]
    fn others(&self, index: u32) -> Mask {
        Mask(
            self.index
                .map(|own| if own == index { 0 } else { u32::MAX }),
        )
    }
}

/// Sums over the neighbours of each boid of a group: offsets for cohesion and separation, velocities for alignment.
#[derive(Default)]
pub(crate) struct Sums {
    cohesion: [Lanes; 3],
    separation: [Lanes; 3],
    alignment: [Lanes; 3],
}

/// The vector at length 1, or zero if it has no direction.
fn direction(vector: Vec3) -> Vec3 {
    let length = vector.norm();
    if length > NO_DIRECTION {
        vector / length
    } else {
        Vec3::zeros()
    }
}
