//! The worst frame of a game in which geometry, number of boids and settings change, in wall time
//! and in processor time.

mod after_change;
mod change;
mod clock;
mod frames;
mod game;

use crate::{workload::Workload, Result};
use after_change::BETWEEN;
use clock::{Clock, CLOCKS};
use flock_testkit::processor;
use frames::{Figures, Frames};
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
    /// Boids that were moved out of geometry.
    rescued: u64,
    clocks: Vec<Measured>,
}

/// Figures by a clock; nothing if the platform does not have it.
#[derive(Serialize)]
struct Measured {
    clock: Clock,
    figures: Option<Figures>,
}

/// Measures so many frames.
pub fn measure(workload: &Workload, threads: usize, frames: u32) -> Result<Worst> {
    let mut game = Game::new(workload, threads)?;
    for _ in 0..WARM_UP {
        game.frame(None)?;
    }
    let mut found = CLOCKS.map(|_| Frames::default());
    for frame in 0..frames {
        let [whole, of_change] = game.frame(Frames::change(frame))?;
        for ((found, whole), of_change) in found.iter_mut().zip(whole.0).zip(of_change.0) {
            if let (Some(whole), Some(of_change)) = (whole, of_change) {
                found.add(whole, of_change);
            }
        }
    }
    let clocks = CLOCKS
        .into_iter()
        .zip(found)
        .map(|(clock, found)| Measured {
            clock,
            figures: found.figures(),
        });
    Ok(Worst {
        boids: game.flock.len(),
        triangles: game.triangles(),
        processor: processor::name(&game.flock, rayon::current_num_threads())?,
        frames,
        rescued: game.flock.statistics().rescued,
        clocks: clocks.collect(),
    })
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(
            f,
            "{} boids in a cave of {} triangles, {}, {} frames of simulation and instances in milliseconds; \
             {} moved out of geometry",
            self.boids, self.triangles, self.processor, self.frames, self.rescued
        )?;
        write!(
            f,
            "the worst of the {BETWEEN} frames from a change on, there and back: beyond the others by the least time of each \
             frame over all repetitions; beyond the median in the median of the repetitions, and at most; the change alone"
        )?;
        for Measured { clock, figures } in &self.clocks {
            match figures {
                Some(figures) => write!(f, "\n{clock}:\n{figures}")?,
                None => write!(f, "\n{clock}: not measured")?,
            }
        }
        Ok(())
    }
}
