//! The meshes, each a file that any number of nodes share, and the fish as a model.

use super::{
    cave, coral, fish,
    ground::Ground,
    materials,
    mesh::Mesh,
    nodes,
    output::{resource_uuid, Output},
    plants,
    rock::Rock,
    tank,
};
use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        algebra::Vector3,
        visitor::{Visit, Visitor},
    },
    scene::{
        mesh::surface::{SurfaceData, SurfaceResource},
        Scene,
    },
};
use std::error::Error;

/// Paths below the data folder.
pub const SAND: &str = "models/sand.surface";
pub const WALLS: &str = "models/walls.surface";
pub const SURFACE: &str = "models/water_surface.surface";
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
pub const CAVE: &str = "models/cave.surface";
pub const FISH: &str = "models/fish.surface";
/// The fish as a model: what a flock draws.
pub const FISH_MODEL: &str = "models/fish.rgs";

/// Radius of the smallest ball that holds a pebble, in metres.
pub const PEBBLE_RADIUS: f32 = 0.3;

/// Writes every mesh, then the fish's model.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let [boulder, crag, slab, pebble] = rocks();
    for (path, mesh) in [
        (SAND, Ground::new().mesh()),
        (WALLS, tank::walls()),
        (SURFACE, tank::surface()),
        (CUBE, tank::unit_cube()),
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
    write_data(output, CAVE, cave::surface()?)?;
    let mut scene = Scene::new();
    nodes::mesh(&mut scene, "Fish", FISH, materials::FISH);
    nodes::write_scene(output, FISH_MODEL, &mut scene)
}

/// A reference to a mesh for a node.
pub fn reference(path: &str) -> SurfaceResource {
    // Only the UUID is stored; the content stays in the mesh's own file.
    SurfaceResource::new_ok(
        resource_uuid(path),
        ResourceKind::External,
        SurfaceData::default(),
    )
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

/// Writes a mesh.
pub fn write_surface(output: &mut Output, path: &str, mesh: Mesh) -> Result<(), Box<dyn Error>> {
    write_data(output, path, mesh.into_surface()?)
}

fn write_data(
    output: &mut Output,
    path: &str,
    mut surface: SurfaceData,
) -> Result<(), Box<dyn Error>> {
    let mut visitor = Visitor::new();
    surface.visit("SurfaceData", &mut visitor)?;
    output.write_visitor(path, &visitor)
}
