//! Whether any move crosses a triangle.

use flock_sim::{Boid, Flock, SettingsError, Vec3};
use flock_testkit::judge::Judge;
use rayon::prelude::*;

/// Size in metres of the cells of the search grid.
const CELL: f64 = 0.5;

/// What was found in the last steps.
pub struct Crossings {
    pub steps: u32,
    pub moves: u64,
    /// Found by the flock's own check.
    pub by_flock: u64,
    /// Found by code in double precision that shares nothing with the flock: straight lines from where each boid was to where
    /// it is.
    pub by_judge: u64,
}

impl Crossings {
    /// Makes so many steps and looks for crossings in all moves.
    pub fn count(flock: &mut Flock, steps: u32) -> Result<Self, SettingsError> {
        let mut settings = flock.settings().clone();
        settings.collision.check_crossings = true;
        flock.set_settings(settings)?;
        let judge = Judge::new(flock.geometry().triangles(), CELL);
        let mut before = Vec::new();
        note_places(flock, &mut before);
        let mut found = Self {
            steps,
            moves: 0,
            by_flock: 0,
            by_judge: 0,
        };
        let earlier = flock.statistics().crossings;
        for _ in 0..steps {
            flock.step();
            let boids: Vec<Boid> = flock.boids().collect();
            let crosses = |boid: &&Boid| {
                let from = before[boid.id.slot() as usize];
                judge.crossed(from, boid.position).is_some()
            };
            found.moves += boids.len() as u64;
            found.by_judge += boids.par_iter().filter(crosses).count() as u64;
            note_places(flock, &mut before);
        }
        found.by_flock = flock.statistics().crossings - earlier;
        Ok(found)
    }

    pub fn found(&self) -> u64 {
        self.by_flock + self.by_judge
    }
}

/// Notes where each boid is, by its slot.
fn note_places(flock: &Flock, places: &mut Vec<Vec3>) {
    for boid in flock.boids() {
        let slot = boid.id.slot() as usize;
        if places.len() <= slot {
            places.resize(slot + 1, Vec3::zeros());
        }
        places[slot] = boid.position;
    }
}
