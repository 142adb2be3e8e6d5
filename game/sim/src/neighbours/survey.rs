//! Distance to the nearest other boid and number of neighbours, for the measures of a flock.

use super::criteria::Criteria;
use crate::{
    math::lanes::{load, smaller},
    neighbours::{
        boid_tree::{BoidTree, Bounds, FAN},
        inputs::NeighbourInputs,
    },
    settings::Backend,
    state::{
        boids::Boids,
        threads::{run, Part},
    },
};
use std::ops::Range;

/// Distance to the nearest other boid and number of neighbours of one boid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proximity {
    /// The squared distance to the nearest other boid.
    nearest_squared: f32,
    /// Number of other boids within the reach of the rules.
    pub(crate) neighbours: u32,
}

impl Proximity {
    /// The initial value of a search.
    const NONE: Self = Self {
        nearest_squared: f32::INFINITY,
        neighbours: 0,
    };

    /// The distance to the nearest other boid, in metres; infinite if there is no other boid.
    pub(crate) fn nearest(&self) -> f64 {
        f64::from(self.nearest_squared).sqrt()
    }
}

/// The proximity of each boid. It sees across the sides of a periodic box.
pub(crate) fn surroundings(boids: &Boids, criteria: &Criteria, backend: Backend) -> Vec<Proximity> {
    let mut inputs = NeighbourInputs::default();
    inputs.prepare(boids, criteria, backend);
    let positions = inputs.positions(boids, criteria.periodic_box.as_ref());
    let mut hierarchy = BoidTree::default();
    hierarchy.rebuild(&positions);
    let survey = Survey {
        positions,
        periods: criteria
            .periodic_box
            .map_or([f32::INFINITY; 3], |periodic_box| periodic_box.periods()),
        reach_squared: criteria.reach.map_or(0.0, |reach| reach * reach),
        hierarchy: &hierarchy,
    };
    let mut found = vec![Proximity::NONE; boids.len()];
    let mut runs: Vec<_> = found.chunks_mut(FAN).collect();
    run(backend, Part::whole(&mut runs), |part| {
        for (run, found) in (part.first..).zip(part.items) {
            survey.look_around(run, found);
        }
    });
    found
}

/// Input of the survey.
struct Survey<'a> {
    positions: [&'a [f32]; 3],
    /// The periods along the axes, in metres; infinite along an axis that is not periodic.
    periods: [f32; 3],
    reach_squared: f32,
    hierarchy: &'a BoidTree,
}

impl Survey<'_> {
    /// Looks around each boid of a run. The boids of a run are close together, so the boids within
    /// reach are found for all of them at once. The few boids without a neighbour are then searched
    /// one by one.
    fn look_around(&self, run: usize, found: &mut [Proximity]) {
        let (own, bounds) = (self.hierarchy.run(run), self.hierarchy.bounds(run));
        let mut group = Run::new(&self.positions, own.clone());
        let is_near = |other: &Bounds| self.gap_squared(bounds, other) < self.reach_squared;
        for others in self.hierarchy.runs_where(is_near) {
            self.compare(&mut group, others);
        }
        for (lane, found) in found.iter_mut().enumerate() {
            *found = group.surroundings(lane);
            if found.neighbours == 0 {
                *found = self.look_farther(own.start + lane);
            }
        }
    }

    fn look_farther(&self, one: usize) -> Proximity {
        let mut group = Run::new(&self.positions, one..one + 1);
        let here = Bounds::point(self.positions.map(|values| values[one]));
        self.hierarchy.visit_near(
            |other| f64::from(self.gap_squared(&here, other)),
            |others| {
                self.compare(&mut group, others);
                f64::from(group.nearest_squared[0])
            },
        );
        group.surroundings(0)
    }

    /// Compares a group with other boids, which may include boids of the group.
    fn compare(&self, group: &mut Run, others: Range<usize>) {
        let (mut nearest, mut neighbours) = (group.nearest_squared, group.neighbours);
        for other in others {
            let there = self.positions.map(|values| values[other]);
            for lane in 0..FAN {
                let offset = |axis: usize| {
                    let offset = there[axis] - group.positions[axis][lane];
                    self.nearest_image(axis, offset.abs())
                };
                let (x, y, z) = (offset(0), offset(1), offset(2));
                let itself = group.indices[lane] == other as u32;
                let squared = x * x + y * y + z * z;
                let squared = if itself { f32::INFINITY } else { squared };
                nearest[lane] = smaller(squared, nearest[lane]);
                neighbours[lane] += u32::from(squared < self.reach_squared);
            }
        }
        (group.nearest_squared, group.neighbours) = (nearest, neighbours);
    }

    /// A lower bound of the squared distance between two boids, one in each box.
    fn gap_squared(&self, a: &Bounds, b: &Bounds) -> f32 {
        let gap = |axis: usize| {
            let direct = (b.min[axis] - a.max[axis]).max(a.min[axis] - b.max[axis]);
            let extent = a.max[axis].max(b.max[axis]) - a.min[axis].min(b.min[axis]);
            direct.max(0.0).min(self.across_seam(axis, extent))
        };
        let (x, y, z) = (gap(0), gap(1), gap(2));
        x * x + y * y + z * z
    }

    fn nearest_image(&self, axis: usize, distance: f32) -> f32 {
        smaller(self.across_seam(axis, distance), distance)
    }

    /// The distance along an axis across the sides of a periodic box.
    fn across_seam(&self, axis: usize, distance: f32) -> f32 {
        let distance = self.periods[axis] - distance;
        if distance > 0.0 {
            distance
        } else {
            0.0
        }
    }
}

/// A run of boids that are compared with other boids together, one in each lane.
struct Run {
    positions: [[f32; FAN]; 3],
    indices: [u32; FAN],
    nearest_squared: [f32; FAN],
    neighbours: [u32; FAN],
}

impl Run {
    fn new(positions: &[&[f32]; 3], boids: Range<usize>) -> Self {
        Self {
            positions: positions.map(|values| load::<FAN, _>(values, boids.start, boids.len())),
            indices: std::array::from_fn(|lane| (boids.start + lane) as u32),
            nearest_squared: [f32::INFINITY; FAN],
            neighbours: [0; FAN],
        }
    }

    fn surroundings(&self, lane: usize) -> Proximity {
        Proximity {
            nearest_squared: self.nearest_squared[lane],
            neighbours: self.neighbours[lane],
        }
    }
}
