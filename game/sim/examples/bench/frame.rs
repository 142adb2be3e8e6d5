//! What a frame of a game costs: the step, the instances, their bounds, the motions, and the upload.

use crate::{workload::milliseconds, Result};
use flock_sim::Flock;
use flock_testkit::{figures::least_and_median, processor};
use serde::Serialize;
use std::fmt;

/// Boids in a draw call of the plugin.
const CHUNK: usize = 256;

/// Reach of a body at size 1, in metres.
const RADIUS: f32 = 0.1;

/// A step and a bit, so that drawn boids lie between two states, as in a game.
const SECONDS: f32 = 1.0 / 59.0;

/// The times of the parts of a frame.
#[derive(Serialize)]
pub struct Frame {
    boids: usize,
    processor: String,
    frames: u32,
    parts: Vec<Part>,
}

#[derive(Serialize)]
struct Part {
    part: String,
    least_ms: f64,
    median_ms: f64,
}

/// Measures the parts of so many frames.
pub fn measure(flock: &mut Flock, threads: usize, frames: u32) -> Result<Frame> {
    let mut texels = vec![[0.0_f32; 4]; 2 * flock.len()];
    let (mut uploaded, mut bounds) = (texels.clone(), Vec::new());
    let mut motions = vec![[0.0; 4]; flock.len()];
    let mut times = [(); 5].map(|()| Vec::new());
    for _ in 0..frames.div_ceil(10) {
        flock.advance(SECONDS);
    }
    for _ in 0..frames {
        let [steps, texels_alone, in_chunks, of_motions, copies] = &mut times;
        steps.push(milliseconds(|| _ = flock.advance(SECONDS)));
        texels_alone.push(milliseconds(|| flock.write_instances(&mut texels)));
        let in_chunk = || flock.write_instances_in_chunks(&mut texels, CHUNK, RADIUS, &mut bounds);
        in_chunks.push(milliseconds(in_chunk));
        of_motions.push(milliseconds(|| flock.write_motions(&mut motions)));
        copies.push(milliseconds(|| uploaded.copy_from_slice(&texels)));
    }
    let megabytes = size_of_val(&*uploaded) as f64 / 1e6;
    let names = [
        "simulation".into(),
        "instances".into(),
        format!("instances with the bounds of {} chunks", bounds.len()),
        "motions".into(),
        format!("one copy of the {megabytes:.1} MB of instances, as an upload makes"),
    ];
    let parts = names.into_iter().zip(times).map(|(part, times)| {
        let [least_ms, median_ms] = least_and_median(times);
        Part {
            part,
            least_ms,
            median_ms,
        }
    });
    Ok(Frame {
        boids: flock.len(),
        processor: processor::name(flock, threads)?,
        frames,
        parts: parts.collect(),
    })
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{} boids, {}, {} frames, milliseconds:",
            self.boids, self.processor, self.frames
        )?;
        for part in &self.parts {
            write!(
                f,
                "\n{:8.3} at least, {:8.3} in the median: {}",
                part.least_ms, part.median_ms, part.part
            )?;
        }
        Ok(())
    }
}
