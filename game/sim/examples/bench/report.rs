//! What a measurement says.

use crate::workload::RADIUS;
use flock_sim::{statistics::StepShares, Boid, Flock, Vec3};
use serde::Serialize;
use std::{collections::HashMap, fmt};

/// The figures of a measurement.
#[derive(Serialize)]
pub struct Measured {
    boids: usize,
    processor: String,
    steps: u32,
    neighbours_per_boid: f64,
    ms_per_step: f64,
    boid_steps_per_second: f64,
    shares: StepShares,
}

impl Measured {
    /// The flock after so many steps that took so many seconds.
    pub fn new(flock: &Flock, processor: String, steps: u32, seconds: f64) -> Self {
        let boids = flock.len();
        Self {
            boids,
            processor,
            steps,
            neighbours_per_boid: neighbours_per_boid(flock),
            ms_per_step: seconds * 1000.0 / f64::from(steps),
            boid_steps_per_second: boids as f64 * f64::from(steps) / seconds,
            shares: flock.statistics().shares,
        }
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(
            f,
            "{} boids, {}, {} steps: {:.3} ms per step, {:.2} million boid-steps/s, {:.1} neighbours per boid",
            self.boids,
            self.processor,
            self.steps,
            self.ms_per_step,
            self.boid_steps_per_second / 1e6,
            self.neighbours_per_boid
        )?;
        let percent = |share: f32| share * 100.0;
        write!(
            f,
            "sorting {:.0}%, neighbours {:.0}%, motion {:.0}%, geometry {:.0}%, poses {:.0}%",
            percent(self.shares.sorting),
            percent(self.shares.neighbours),
            percent(self.shares.motion),
            percent(self.shares.geometry),
            percent(self.shares.poses)
        )
    }
}

/// Mean number of neighbours within [`RADIUS`] at the end of the measurement, counted independently
/// of the simulation.
pub fn neighbours_per_boid(flock: &Flock) -> f64 {
    let cell = |position: &Vec3| position.map(|x| (x / RADIUS).floor() as i32);
    let mut cells: HashMap<_, Vec<Boid>> = HashMap::new();
    for boid in flock.boids() {
        cells.entry(cell(&boid.position)).or_default().push(boid);
    }
    let count = |boid: Boid| {
        let home = cell(&boid.position);
        let around = (0..27).map(|i| home + nalgebra::vector![i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1]);
        around
            .filter_map(|cell| cells.get(&cell))
            .flatten()
            .filter(|other| other.id != boid.id && (other.position - boid.position).norm() < RADIUS)
            .count()
    };
    let pairs: usize = flock.boids().map(count).sum();
    pairs as f64 / (flock.len() as f64).max(1.0)
}
