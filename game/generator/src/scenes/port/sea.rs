//! The water of the port, and the ground below it.

use crate::{
    base::{
        colliders::{body, cuboid},
        flocks, material,
        mesh::Mesh,
        nodes::{self, Place},
        output::Output,
        pattern::Random,
        surface::write_surface,
    },
    shared::{materials, models, sky::Sky},
};
use flock_demo::{Sea, WAVES};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
    },
    graph::SceneGraph,
    material::Material,
    scene::Scene,
};
use std::error::Error;

/// Paths below the data folder.
const SHADER: &str = "shaders/sea.shader";
const WATER: &str = "materials/sea_surface.material";
const PLANE: &str = "models/sea.surface";

/// The middle of the bay.
pub const BAY: Vector3<f32> = Vector3::new(0.0, 0.0, -20.0);
/// Depth of the sea, in metres.
pub const DEPTH: f32 = 6.0;
/// Half the edge of the sea, in metres.
const HALF: f32 = 420.0;
/// Cells along an edge.
const CELLS: u32 = 44;
/// Number of rocks and plants on the ground.
const GROWTH: usize = 60;

/// Writes shader, material and mesh.
pub fn write(output: &mut Output, sky: &Sky) -> Result<(), Box<dyn Error>> {
    output.write_resource(SHADER, include_bytes!("sea.shader"))?;
    material::write_material(output, WATER, surface(sky))?;
    write_surface(output, PLANE, plane())
}

/// Adds water and ground to a scene.
pub fn add(scene: &mut Scene) {
    let at = |height: f32| Place::at(BAY.x, height, BAY.z);
    nodes::translucent(scene, at(0.0).base("Sea"), PLANE, WATER);
    let ground = at(-DEPTH).base("Ground").with_cast_shadows(false);
    nodes::mesh_from(scene, ground, PLANE, materials::SAND);
    let below = at(-DEPTH - 1.0).base("Ground Body");
    body(scene, below, cuboid(Vector3::new(90.0, 1.0, 90.0)));
    grow(scene);
    let mut waves = Sea::default();
    waves.water = vec![material::reference(WATER)].into();
    flocks::add(scene, "Waves", Vector3::zeros(), waves);
}

/// Rocks and plants on the ground, which fish pass through.
fn grow(scene: &mut Scene) {
    let group = nodes::group(scene, "Growth");
    let mut random = Random::new(811);
    let kinds = [
        (models::GRASS, materials::GRASS, 1.5),
        (models::KELP, materials::KELP, 1.1),
        (models::BOULDER, materials::ROCK, 0.9),
        (models::BRAIN, materials::PINK_CORAL, 1.6),
        (models::SLAB, materials::PALE_ROCK, 1.2),
        (models::BRANCHES, materials::ORANGE_CORAL, 1.6),
    ];
    for number in 0..GROWTH {
        let (model, material, size) = kinds[number % kinds.len()];
        let (x, z) = (random.between(-22.0, 22.0), random.between(-15.0, 13.0));
        let size = size * random.between(0.7, 1.3);
        let place = Place::at(BAY.x + x, -DEPTH, BAY.z + z)
            .turned(random.between(0.0, 360.0))
            .scaled(size, size, size);
        let node = nodes::mesh_from(scene, place.base("Growth"), model, material);
        scene.graph.link_nodes(node, group);
    }
}

fn surface(sky: &Sky) -> Material {
    let properties = [
        ("waterColor", Color::opaque(4, 34, 44).into()),
        ("murk", 0.13.into()),
        ("zenithColor", sky.zenith.into()),
        ("horizonColor", sky.horizon.into()),
        ("sunColor", sky.sun.into()),
        ("sunDirection", sky.sun_direction.into()),
    ];
    let mut material = material::of_shader(SHADER, &properties);
    for (number, wave) in (1..).zip(&WAVES) {
        material.set_property(format!("wave{number}"), wave.numbers());
    }
    material
}

/// A level square, with smaller cells near the middle.
fn plane() -> Mesh {
    let even = |t: f32| {
        let side = 2.0 * t - 1.0;
        HALF * side * (0.08 + 0.92 * side.powi(4))
    };
    let place = |u: f32, v: f32| Vector3::new(even(u), 0.0, -even(v));
    let mut mesh = Mesh::default();
    mesh.patch(CELLS, CELLS, place, |u, v| {
        Vector2::new(even(u), even(v)) / 2.4
    });
    mesh
}
