//! What the renderer draws: two texels a boid.

use crate::{
    boids::Boids,
    driver::{run, Part},
    pose, Body, Driver,
};

/// Texels of one boid.
const TEXELS: usize = 2;

/// Writes the boids as they are `blend` of the way from the previous to the current state, as far as `out` reaches.
pub(crate) fn write(
    out: &mut [[f32; 4]],
    previous: &Boids,
    current: &Boids,
    blend: f32,
    body: &Body,
    driver: Driver,
) {
    let boids = current.len().min(out.len() / TEXELS);
    // Parts begin at even indices, so none begins in the middle of a boid.
    run(driver, Part::whole(&mut out[..boids * TEXELS]), |part| {
        let first = part.first / TEXELS;
        for (offset, texels) in part.items.chunks_exact_mut(TEXELS).enumerate() {
            let index = first + offset;
            let position = previous
                .position(index)
                .lerp(&current.position(index), blend);
            let pose = pose::between(&previous.pose(index), &current.pose(index), blend);
            let size = body.scale * (1.0 + body.scale_variation * pose.variation);
            texels[0] = [position.x, position.y, position.z, size];
            // The reader recovers w as a root, which is never negative; q and -q are the same orientation.
            let q = pose.orientation.coords;
            let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
            texels[1] = [sign * q.x, sign * q.y, sign * q.z, pose.phase];
        }
    });
}
