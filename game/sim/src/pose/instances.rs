//! The instances that the renderer reads: two texels a boid.

use super::interpolation::between;
use crate::{
    boundary::Containment,
    settings::Settings,
    state::{
        boids::Boids,
        threads::{run, Part},
    },
};

/// Texels of one boid.
const TEXELS: usize = 2;

/// Writes the boids as they are `blend` of the way from the previous to the current state, as far
/// as `out` reaches. The way leads through a boundary that wraps round where that is shorter, not
/// back through the whole flock.
pub(crate) fn write(
    out: &mut [[f32; 4]],
    previous: &Boids,
    current: &Boids,
    blend: f32,
    settings: &Settings,
    containment: Option<&Containment>,
) {
    let body = &settings.body;
    let driver = settings.simulation.driver;
    let boids = current.len().min(out.len() / TEXELS);
    // Parts begin at even indices, so none begins in the middle of a boid.
    run(driver, Part::whole(&mut out[..boids * TEXELS]), |part| {
        let first = part.first / TEXELS;
        for (offset, texels) in part.items.chunks_exact_mut(TEXELS).enumerate() {
            let index = first + offset;
            let (before, after) = (previous.position(index), current.position(index));
            let position = match containment {
                Some(containment) => containment.between(before, after, blend),
                None => before.lerp(&after, blend),
            };
            let pose = between(&previous.pose(index), &current.pose(index), blend);
            let size = body.scale * (1.0 + body.scale_variation * pose.variation);
            texels[0] = [position.x, position.y, position.z, size];
            // The reader recovers w as a root, which is never negative; q and -q are the same
            // orientation.
            let q = pose.orientation.coords;
            let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
            texels[1] = [sign * q.x, sign * q.y, sign * q.z, pose.phase];
        }
    });
}
