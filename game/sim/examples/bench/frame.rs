//! What a frame of a game costs: the step, the instances, their bounds, and the upload.

use crate::workload::milliseconds;
use flock_sim::Flock;

/// Boids in a draw call of the plugin.
const CHUNK: usize = 256;

/// Reach of a body at size 1, in metres.
const RADIUS: f32 = 0.1;

/// A step and a bit, so that drawn boids lie between two states, as in a game.
const SECONDS: f32 = 1.0 / 59.0;

/// Prints the times of the parts of a frame, in milliseconds: the least one and the median.
pub fn print(flock: &mut Flock, threads: usize, frames: u32) {
    let mut texels = vec![[0.0_f32; 4]; 2 * flock.len()];
    let (mut uploaded, mut bounds) = (texels.clone(), Vec::new());
    let mut parts = [(); 4].map(|()| Vec::new());
    for _ in 0..frames.div_ceil(10) {
        flock.advance(SECONDS);
    }
    for _ in 0..frames {
        let [steps, texels_alone, in_chunks, copies] = &mut parts;
        steps.push(milliseconds(|| _ = flock.advance(SECONDS)));
        texels_alone.push(milliseconds(|| flock.write_instances(&mut texels)));
        let in_chunk = || flock.write_instances_in_chunks(&mut texels, CHUNK, RADIUS, &mut bounds);
        in_chunks.push(milliseconds(in_chunk));
        copies.push(milliseconds(|| uploaded.copy_from_slice(&texels)));
    }
    println!(
        "{} boids, {threads} threads, {frames} frames, milliseconds:",
        flock.len()
    );
    let megabytes = size_of_val(&*uploaded) as f64 / 1e6;
    let names = [
        "simulation".into(),
        "instances".into(),
        format!("instances with the bounds of {} chunks", bounds.len()),
        format!("one copy of their {megabytes:.1} MB, as an upload makes"),
    ];
    for (name, mut times) in names.into_iter().zip(parts) {
        times.sort_by(f64::total_cmp);
        let (least, median) = (times[0], times[times.len() / 2]);
        println!("{least:8.3} at least, {median:8.3} in the median: {name}");
    }
}
