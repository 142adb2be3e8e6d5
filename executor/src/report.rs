//! The contents of a picture as JSON: the camera, every boid, the statistics.

use crate::{arguments::Size, flocks, picture};
use fyrox::scene::Scene;
use fyrox_flock::sim::{self, files};
use serde::Serialize;
use std::path::Path;

/// The contents of a picture.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Simulated time since the scene was opened, in seconds.
    simulated_seconds: f32,
    /// Width of the picture in pixels.
    width: u32,
    /// Height of the picture in pixels.
    height: u32,
    /// The first camera's combined view and projection, row by row: world position (x, y, z, 1) to
    /// clip space.
    view_projection: [[f32; 4]; 4],
    /// The flocks, in the order of the scene's nodes.
    flocks: Vec<Flock>,
}

#[derive(Debug, Serialize)]
struct Flock {
    /// The GPU that simulates the boids. `None` on the CPU.
    adapter: Option<String>,
    statistics: Statistics,
    boids: Vec<Boid>,
}

#[derive(Debug, Serialize)]
struct Statistics {
    boids: usize,
    steps: u64,
    contacts: u64,
    contacts_per_second: f32,
    step_milliseconds: f32,
    not_placed: usize,
}

#[derive(Debug, Serialize)]
struct Boid {
    id: u32,
    /// Position of the drawn body in world space, in metres.
    position: [f32; 3],
    /// Velocity in m/s.
    velocity: [f32; 3],
    /// Scale of the body model.
    size: f32,
}

impl Report {
    /// Describes the scene as the next frame shows it.
    pub fn new(scene: &Scene, size: Size, simulated_seconds: f32) -> Self {
        let view_projection = picture::cameras(scene)
            .next()
            .map(|camera| camera.view_projection_matrix())
            .unwrap_or_default();
        Self {
            simulated_seconds,
            width: size.width,
            height: size.height,
            // The matrix is stored by columns.
            view_projection: view_projection.transpose().into(),
            flocks: flocks::simulations(scene).map(Flock::new).collect(),
        }
    }

    /// Writes the report to a file. An existing file is replaced.
    pub fn save(&self, file: &Path) -> Result<(), String> {
        let saved = files::replace(file, |out| Ok(serde_json::to_writer(out, self)?));
        saved.map_err(|error| format!("{} cannot be written: {error}", file.display()))
    }
}

impl Flock {
    fn new(flock: &sim::Flock) -> Self {
        let statistics = flock.statistics();
        let mut drawn = vec![[0.0; 4]; 2 * flock.len()];
        flock.write_instances(&mut drawn);
        let boids = flock
            .boids()
            .zip(drawn.chunks_exact(2))
            .map(|(boid, texels)| Boid {
                id: boid.id.slot(),
                position: [texels[0][0], texels[0][1], texels[0][2]],
                velocity: boid.velocity.into(),
                size: texels[0][3],
            });
        Self {
            adapter: flock.adapter().map(str::to_string),
            statistics: Statistics {
                boids: statistics.boids,
                steps: statistics.steps,
                contacts: statistics.contacts,
                contacts_per_second: statistics.contacts_per_second,
                step_milliseconds: statistics.step_milliseconds,
                not_placed: flock.not_placed(),
            },
            boids: boids.collect(),
        }
    }
}
