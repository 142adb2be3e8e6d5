//! The worst frame of a game in which geometry, number of boids and settings change.

mod after_change;
mod change;
mod game;

use crate::{workload::Workload, Result};
use after_change::{AfterChange, Cost, BETWEEN};
use change::CHANGES;
use flock_testkit::processor;
use game::Game;
use serde::Serialize;
use std::fmt;

/// Frames of which the first ones are not measured.
const WARM_UP: u32 = 200;

/// The frames of a game.
#[derive(Serialize)]
pub struct Worst {
    boids: usize,
    triangles: usize,
    processor: String,
    frames: u32,
    median_ms: f64,
    worst_ms: f64,
    /// Boids that were moved out of geometry.
    rescued: u64,
    changes: Vec<Changed>,
}

/// What a change costs, there and back; nothing if there were too few frames.
#[derive(Serialize)]
struct Changed {
    change: String,
    there: Option<Cost>,
    back: Option<Cost>,
}

/// Measures so many frames.
pub fn measure(workload: &Workload, threads: usize, frames: u32) -> Result<Worst> {
    let mut game = Game::new(workload, threads)?;
    for _ in 0..WARM_UP {
        game.frame(None)?;
    }
    let mut times = Vec::new();
    let mut found = CHANGES.map(|_| [(); 2].map(|()| AfterChange::default()));
    for frame in 0..frames {
        let (turn, since) = ((frame / BETWEEN) as usize, (frame % BETWEEN) as usize);
        let (which, back) = (turn % CHANGES.len(), turn / CHANGES.len() % 2);
        let change = (since == 0).then_some(CHANGES[which]);
        let [milliseconds, of_change] = game.frame(change)?;
        times.push(milliseconds);
        found[which][back].add(since, milliseconds, of_change);
    }
    times.sort_by(f64::total_cmp);
    let (median_ms, worst_ms) = (times[times.len() / 2], times[times.len() - 1]);
    let changes = CHANGES.into_iter().zip(found).map(|(change, both)| {
        let [there, back] = both.map(|it| it.cost(median_ms));
        Changed {
            change: change.to_string(),
            there,
            back,
        }
    });
    Ok(Worst {
        boids: game.flock.len(),
        triangles: game.triangles(),
        processor: processor::name(&game.flock, rayon::current_num_threads())?,
        frames,
        median_ms,
        worst_ms,
        rescued: game.flock.statistics().rescued,
        changes: changes.collect(),
    })
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(
            f,
            "{} boids in a cave of {} triangles, {}, {} frames of simulation and instances in milliseconds:",
            self.boids, self.triangles, self.processor, self.frames
        )?;
        writeln!(
            f,
            "{:8.2} in the median, {:.2} the worst; {} moved out of geometry",
            self.median_ms, self.worst_ms, self.rescued
        )?;
        write!(
            f,
            "the worst of the {BETWEEN} frames from a change on, there and back: beyond the others by the least time of each \
             frame over all repetitions; beyond the median in the median of the repetitions, and at most; the change alone"
        )?;
        for Changed {
            change,
            there,
            back,
        } in &self.changes
        {
            let [there, back] = [there, back].map(|cost| match cost {
                Some(cost) => cost.to_string(),
                None => format!("{:35}", "too few frames"),
            });
            write!(f, "\n{there}   {back}   {change}")?;
        }
        Ok(())
    }
}
