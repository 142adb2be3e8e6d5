//! Frames in which boids are spawned and killed.

use crate::{workload::milliseconds, Result};
use flock_sim::{
    boids::{DeadBody, Death},
    BoidId, Flock,
};
use flock_testkit::{figures::least_and_median, processor};
use serde::Serialize;
use std::{collections::VecDeque, fmt};

/// A step.
const SECONDS: f32 = 1.0 / 60.0;

/// The median time of frames with a step, and of frames in which boids are spawned and as many
/// killed besides.
#[derive(Serialize)]
pub struct Turnover {
    boids: usize,
    processor: String,
    /// Boids that are spawned in a frame, and killed.
    turnover: u32,
    ms_per_frame: f64,
    ms_with_turnover: f64,
}

/// Measures frames with and without turnover one after the other.
pub fn measure(flock: &mut Flock, threads: usize, count: u32, frames: u32) -> Result<Turnover> {
    let mut alive: VecDeque<BoidId> = flock.boids().map(|boid| boid.id).collect();
    for _ in 0..frames.div_ceil(10) {
        frame(flock, &mut alive, count)?;
        frame(flock, &mut alive, 0)?;
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..frames {
        times[0].push(frame(flock, &mut alive, 0)?);
        times[1].push(frame(flock, &mut alive, count)?);
    }
    let [without, with] = times.map(|times| least_and_median(times)[1]);
    Ok(Turnover {
        boids: flock.len(),
        processor: processor::name(flock, threads)?,
        turnover: count,
        ms_per_frame: without,
        ms_with_turnover: with,
    })
}

/// Milliseconds of a frame in which so many boids are killed and spawned.
fn frame(flock: &mut Flock, alive: &mut VecDeque<BoidId>, count: u32) -> Result<f64> {
    let death = Death {
        vanishes_after: Some(0.0),
        ..Death::new(DeadBody::Sinks)
    };
    let mut result = Ok(());
    let time = milliseconds(|| {
        result = (0..count)
            .filter_map(|_| alive.pop_front())
            .try_for_each(|id| flock.kill(id, death).map(|_| ()))
            .and_then(|()| flock.spawn(count).map(|ids| alive.extend(ids)));
        flock.advance(SECONDS);
        flock.wait();
    });
    result?;
    Ok(time)
}

impl fmt::Display for Turnover {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let count = self.turnover;
        write!(
            f,
            "{} boids, {}: {:.3} ms a frame, {:.3} ms with {count} spawned and {count} killed",
            self.boids, self.processor, self.ms_per_frame, self.ms_with_turnover
        )
    }
}
