//! The meshes of rocks, corals, weeds and a cube, and the fish as a model.

use super::{coral, fish, materials, plants, rock::Rock};
use crate::base::{mesh::Mesh, nodes, output::Output, surface::write_surface};
use fyrox::{
    core::algebra::{Vector2, Vector3},
    scene::Scene,
};
use std::error::Error;

/// Paths below the data folder.
pub const CUBE: &str = "models/cube.surface";
pub const BOULDER: &str = "models/boulder.surface";
pub const CRAG: &str = "models/crag.surface";
pub const SLAB: &str = "models/slab.surface";
pub const PEBBLE: &str = "models/pebble.surface";
pub const GRASS: &str = "models/grass.surface";
pub const KELP: &str = "models/kelp.surface";
pub const BRANCHES: &str = "models/branch_coral.surface";
pub const BRAIN: &str = "models/brain_coral.surface";
pub const SPONGE: &str = "models/sponge.surface";
pub const FISH: &str = "models/fish.surface";
/// The fish as a model, for a flock to draw.
pub const FISH_MODEL: &str = "models/fish.rgs";

/// Radius of the smallest ball around a pebble, in metres.
pub const PEBBLE_RADIUS: f32 = 0.3;

/// Writes every mesh, then the fish's model.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let [boulder, crag, slab, pebble] = rocks();
    for (path, mesh) in [
        (CUBE, unit_cube()),
        (BOULDER, boulder.mesh()),
        (CRAG, crag.mesh()),
        (SLAB, slab.mesh()),
        (PEBBLE, pebble.mesh()),
        (GRASS, plants::grass()),
        (KELP, plants::kelp()),
        (BRANCHES, coral::branches()),
        (BRAIN, coral::brain()),
        (SPONGE, coral::sponge()),
        (FISH, fish::mesh()),
    ] {
        write_surface(output, path, mesh)?;
    }
    let mut scene = Scene::new();
    nodes::mesh(&mut scene, "Fish", FISH, materials::FISH);
    nodes::write_scene(output, FISH_MODEL, &mut scene)
}

fn rocks() -> [Rock; 4] {
    let rock = |seed, size, cuts, roughness| Rock {
        seed,
        size,
        cuts,
        roughness,
    };
    [
        rock(101, Vector3::new(0.95, 0.75, 0.85), 9, 0.20),
        rock(202, Vector3::new(0.72, 1.55, 0.66), 12, 0.24),
        rock(303, Vector3::new(1.15, 0.42, 0.80), 10, 0.18),
        rock(404, Vector3::repeat(0.26), 5, 0.10),
    ]
}

/// A cube of edge 1 around the origin: the volume of the water, and the beams of the frame.
fn unit_cube() -> Mesh {
    let mut mesh = Mesh::default();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let place = |u: f32, v: f32| {
                let mut point = Vector3::zeros();
                point[axis] = 0.5 * sign;
                point[(axis + 1) % 3] = (u - 0.5) * sign;
                point[(axis + 2) % 3] = v - 0.5;
                point
            };
            mesh.patch(1, 1, place, Vector2::new);
        }
    }
    mesh
}
