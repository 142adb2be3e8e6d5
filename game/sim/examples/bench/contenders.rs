//! The same workload with the neighbours found by another crate: the cell lists of zelll.
//!
//! Its cells are built anew in each step, as moving boids demand; the neighbours of every boid are looked up in them, on as
//! many threads as ours uses, the same three rules applied, and the boids moved.

use crate::workload::{measure, Workload, RADIUS, SPEED};
use flock_sim::{Flock, SettingsError, Vec3};
use rayon::prelude::*;
use std::time::Instant;
use zelll::CellGrid;

/// Time step of the simulation, in seconds.
const DT: f32 = 1.0 / 60.0;

/// Rounds in which the two take turns.
const ROUNDS: u32 = 5;

/// Prints the time of a step of both, and its ratio.
pub fn compare(workload: &Workload, threads: usize, steps: u32) -> Result<(), SettingsError> {
    let mut ours = workload.flock(threads)?;
    let mut theirs = Plain::new(&ours);
    let steps = steps.div_ceil(ROUNDS);
    let (mut our_best, mut their_best) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        our_best = our_best.min(measure(&mut ours, steps) / f64::from(steps));
        let start = Instant::now();
        (0..steps).for_each(|_| theirs.step());
        their_best = their_best.min(start.elapsed().as_secs_f64() / f64::from(steps));
    }
    let boids = ours.len();
    println!("{boids} boids, {threads} threads, the best of {ROUNDS} rounds in turn:");
    for (name, seconds) in [("flock-sim", our_best), ("zelll", their_best)] {
        println!(
            "{name:>10}: {:8.2} ms per step, {:6.2} million boid-steps/s, {:5.1} times ours",
            seconds * 1e3,
            boids as f64 / seconds / 1e6,
            seconds / our_best
        );
    }
    let difference = difference_after_a_step(workload, threads)?;
    println!("After one step, 99 of 100 velocities differ by less than {difference:.1e} m/s.");
    Ok(())
}

/// How far the velocities differ after one step, so that it is the same work that is compared. Whether a boid is just
/// within reach is a matter of rounding for a few.
fn difference_after_a_step(workload: &Workload, threads: usize) -> Result<f32, SettingsError> {
    let mut ours = workload.flock(threads)?;
    let mut theirs = Plain::new(&ours);
    let ids: Vec<_> = ours.boids().map(|boid| boid.id).collect();
    ours.step();
    theirs.step();
    let both = ids.iter().zip(&theirs.velocities);
    let mut differences: Vec<f32> = both
        .filter_map(|(id, velocity)| Some((ours.boid(*id)?.velocity - velocity).norm()))
        .collect();
    differences.sort_by(f32::total_cmp);
    Ok(differences[differences.len() * 99 / 100])
}

/// Boids whose neighbours the other crate finds.
struct Plain {
    positions: Vec<[f32; 3]>,
    velocities: Vec<Vec3>,
}

/// What the rules sum up.
#[derive(Clone, Copy, Default)]
struct Sums {
    cohesion: Vec3,
    separation: Vec3,
    alignment: Vec3,
}

impl Plain {
    fn new(flock: &Flock) -> Self {
        Self {
            positions: flock.boids().map(|boid| boid.position.into()).collect(),
            velocities: flock.boids().map(|boid| boid.velocity).collect(),
        }
    }

    fn step(&mut self) {
        let cells = CellGrid::new(self.positions.iter().copied().enumerate(), RADIUS);
        let next = (0..self.positions.len()).into_par_iter().map(|boid| {
            let mut sums = Sums::default();
            let near = cells.query_neighbors(self.positions[boid]);
            for (other, _) in near.into_iter().flatten() {
                self.add(&mut sums, boid, *other);
            }
            self.steer(boid, &sums)
        });
        self.velocities = next.collect();
        for (position, velocity) in self.positions.iter_mut().zip(&self.velocities) {
            *position = (Vec3::from(*position) + velocity * DT).into();
        }
    }

    fn add(&self, sums: &mut Sums, boid: usize, other: usize) {
        let offset = Vec3::from(self.positions[other]) - Vec3::from(self.positions[boid]);
        let distance_squared = offset.norm_squared();
        if other == boid || distance_squared >= RADIUS * RADIUS {
            return;
        }
        sums.cohesion += offset;
        sums.alignment += self.velocities[other];
        if distance_squared < RADIUS * RADIUS / 4.0 {
            sums.separation -= offset;
        }
    }

    /// The next velocity of a boid, as in the workload: all weights 1, accelerations up to 3 m/s².
    fn steer(&self, boid: usize, sums: &Sums) -> Vec3 {
        let direction = |sum: Vec3| sum.try_normalize(0.0).unwrap_or_default();
        let wish =
            direction(sums.cohesion) + direction(sums.separation) + direction(sums.alignment);
        let velocity = self.velocities[boid] + wish.cap_magnitude(3.0) * DT;
        velocity.cap_magnitude(SPEED)
    }
}
