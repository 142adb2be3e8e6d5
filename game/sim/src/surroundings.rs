//! How near the others are to each boid.

use crate::{
    boids::Boids,
    driver::{run, Part},
    hierarchy::{Bounds, Hierarchy, FAN},
    rules::Rules,
    search::Search,
    Driver,
};
use std::ops::Range;

/// How near the others are to one boid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings {
    /// The squared distance to the nearest other boid.
    nearest_squared: f32,
    /// Number of other boids within the reach of the rules.
    pub(crate) neighbours: u32,
}

impl Surroundings {
    /// Nothing is known yet.
    const NONE: Self = Self {
        nearest_squared: f32::INFINITY,
        neighbours: 0,
    };

    /// The distance to the nearest other boid, in metres; infinite for a boid that is alone.
    pub(crate) fn nearest(&self) -> f64 {
        f64::from(self.nearest_squared).sqrt()
    }
}

/// The surroundings of each of the boids, which see each other across the seam of a box that wraps round.
pub(crate) fn surroundings(boids: &Boids, rules: &Rules, driver: Driver) -> Vec<Surroundings> {
    let mut search = Search::default();
    search.prepare(boids, rules, driver);
    let positions = search.positions(boids, rules.seam());
    let mut hierarchy = Hierarchy::default();
    hierarchy.rebuild(&positions);
    let survey = Survey {
        positions,
        periods: rules
            .seam()
            .map_or([f32::INFINITY; 3], |seam| seam.periods()),
        reach_squared: rules.reach().map_or(0.0, |reach| reach * reach),
        hierarchy: &hierarchy,
    };
    let mut found = vec![Surroundings::NONE; boids.len()];
    let mut runs: Vec<_> = found.chunks_mut(FAN).collect();
    run(driver, Part::whole(&mut runs), |part| {
        for (run, found) in (part.first..).zip(part.items) {
            survey.look_around(run, found);
        }
    });
    found
}

/// What it takes to look around.
struct Survey<'a> {
    positions: [&'a [f32]; 3],
    /// The lengths after which space repeats; infinite where it does not.
    periods: [f32; 3],
    reach_squared: f32,
    hierarchy: &'a Hierarchy,
}

impl Survey<'_> {
    /// Looks around each boid of a run. The boids of a run are close together, so those that one may have within its reach
    /// are found for all of them at once; the few that have nobody within their reach then look farther by themselves.
    fn look_around(&self, run: usize, found: &mut [Surroundings]) {
        let (own, bounds) = (self.hierarchy.run(run), self.hierarchy.bounds(run));
        let is_near = |other: &Bounds| self.gap_squared(bounds, other) < self.reach_squared;
        for others in self.hierarchy.runs_where(is_near) {
            for (one, found) in own.clone().zip(&mut *found) {
                self.compare(one, others.clone(), found);
            }
        }
        for (one, found) in own.zip(found) {
            if found.neighbours == 0 {
                self.look_farther(one, found);
            }
        }
    }

    fn look_farther(&self, one: usize, found: &mut Surroundings) {
        let here = Bounds::point(self.positions.map(|values| values[one]));
        self.hierarchy.visit_near(
            |other| f64::from(self.gap_squared(&here, other)),
            |others| {
                self.compare(one, others, found);
                f64::from(found.nearest_squared)
            },
        );
    }

    /// Takes in the distances of a boid from others, of which it may be one.
    fn compare(&self, one: usize, others: Range<usize>, found: &mut Surroundings) {
        for other in others {
            let offset = |axis: usize| {
                let values = self.positions[axis];
                self.nearest_image(axis, (values[other] - values[one]).abs())
            };
            let (x, y, z) = (offset(0), offset(1), offset(2));
            let squared = x * x + y * y + z * z;
            let is_other = other != one;
            let is_nearest = is_other & (squared < found.nearest_squared);
            found.nearest_squared = if is_nearest {
                squared
            } else {
                found.nearest_squared
            };
            found.neighbours += u32::from(is_other & (squared < self.reach_squared));
        }
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
        distance.min(self.across_seam(axis, distance))
    }

    /// The distance along an axis the other way round.
    fn across_seam(&self, axis: usize, distance: f32) -> f32 {
        (self.periods[axis] - distance).max(0.0)
    }
}
