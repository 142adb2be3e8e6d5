//! Frames in which boids are spawned and killed.

use crate::workload::milliseconds;
use flock_sim::{
    boids::{DeadBody, Death},
    BoidId, Flock, SettingsError,
};
use std::collections::VecDeque;

/// A step.
const SECONDS: f32 = 1.0 / 60.0;

/// Prints the median time of frames with a step, and of frames in which so many boids are spawned
/// and as many killed besides, one after the other.
pub fn print(flock: &mut Flock, count: u32, frames: u32) -> Result<(), SettingsError> {
    let mut alive: VecDeque<BoidId> = flock.boids().map(|boid| boid.id).collect();
    let death = Death {
        vanishes_after: Some(0.0),
        ..Death::new(DeadBody::Sinks)
    };
    let mut frame = |flock: &mut Flock, count: u32| -> Result<f64, SettingsError> {
        let mut result = Ok(());
        let time = milliseconds(|| {
            result = (0..count)
                .filter_map(|_| alive.pop_front())
                .try_for_each(|id| flock.kill(id, death).map(|_| ()))
                .and_then(|()| flock.spawn(count).map(|ids| alive.extend(ids)));
            flock.advance(SECONDS);
            flock.wait();
        });
        result.map(|()| time)
    };
    for _ in 0..frames.div_ceil(10) {
        frame(flock, count)?;
        frame(flock, 0)?;
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..frames {
        times[0].push(frame(flock, 0)?);
        times[1].push(frame(flock, count)?);
    }
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    });
    println!(
        "{} boids: {:.3} ms a frame, {:.3} ms with {count} spawned and {count} killed",
        flock.len(),
        medians[0],
        medians[1]
    );
    Ok(())
}
