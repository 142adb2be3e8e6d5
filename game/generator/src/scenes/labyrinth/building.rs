//! The building: its surfaces as geometry for the moths, its lanterns, and the garden around it.

use super::{
    masonry::{self, Face},
    paint, plan,
};
use crate::{
    base::{
        colliders,
        mesh::Mesh,
        nodes::{self, Place},
        output::Output,
        pattern::Random,
        surface::write_surface,
    },
    shared::trees,
};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
    },
    graph::SceneGraph,
    scene::{
        collider::{ColliderShape, GeometrySource},
        light::{point::PointLightBuilder, BaseLightBuilder},
        Scene,
    },
};
use std::error::Error;

type Vec3 = Vector3<f32>;

const SURFACES: [(Face, &str); 5] = [
    (Face::Floor, "models/labyrinth_floors.surface"),
    (Face::Cap, "models/labyrinth_caps.surface"),
    (Face::Wall, "models/labyrinth_walls.surface"),
    (Face::Glass, "models/labyrinth_panes.surface"),
    (Face::Roof, "models/labyrinth_roof.surface"),
];
const LANTERNS: &str = "models/labyrinth_lanterns.surface";
const LAWN: &str = "models/labyrinth_lawn.surface";

/// Depth of the lawn below the lowest floor, and half of its edge, in metres.
const LAWN_DEPTH: f32 = 0.5;
const LAWN_HALF: f32 = 120.0;

/// Column and row of the rooms with a lantern on the post at their left front corner.
const LIT: [[usize; 2]; 22] = [
    [0, 0],
    [2, 0],
    [4, 0],
    [7, 0],
    [0, 1],
    [2, 1],
    [4, 1],
    [6, 1],
    [2, 2],
    [4, 2],
    [6, 2],
    [1, 3],
    [3, 3],
    [5, 3],
    [7, 3],
    [0, 4],
    [2, 4],
    [4, 4],
    [6, 4],
    [3, 5],
    [5, 5],
    [7, 5],
];

/// Writes the meshes.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    for (face, path) in SURFACES {
        write_surface(output, path, masonry::mesh(face))?;
    }
    let mut lanterns = Mesh::default();
    for [column, row] in LIT {
        let foot = plan::post(column, row);
        let tip = foot + Vec3::y() * 0.7;
        lanterns.pole(foot, tip, [0.24, 0.12], 5);
    }
    write_surface(output, LANTERNS, lanterns)?;
    write_surface(output, LAWN, lawn())
}

fn lawn() -> Mesh {
    let mut mesh = Mesh::default();
    let place = |u: f32, v: f32| {
        let at = |share: f32| (2.0 * share - 1.0) * LAWN_HALF;
        Vec3::new(at(u), -LAWN_DEPTH, -at(v))
    };
    mesh.patch(1, 1, place, |u, v| Vector2::new(u, v) * (LAWN_HALF / 2.0));
    mesh
}

/// Adds the building and the garden.
pub fn add(scene: &mut Scene) {
    let [floors, caps, walls, panes, roof] = SURFACES.map(|(_, path)| path);
    let stone = [
        (floors, paint::FLOOR),
        (caps, paint::CAP),
        (walls, paint::WALL),
    ];
    let stone = nodes::mesh_of(scene, "Stone", &stone);
    let origin = || Place::at(0.0, 0.0, 0.0);
    let panes = nodes::translucent(scene, origin().base("Panes"), panes, paint::GLASS);
    let roof = nodes::translucent(scene, origin().base("Roof"), roof, paint::GLASS);
    scene.graph[roof].set_visibility(false);
    let solids = [stone, panes, roof];
    let shape = ColliderShape::trimesh(solids.map(GeometrySource).to_vec());
    let body = colliders::body(scene, origin().base("Labyrinth"), shape);
    for solid in solids {
        scene.graph.link_nodes(solid, body);
    }
    nodes::mesh(scene, "Lanterns", LANTERNS, paint::LANTERN);
    nodes::mesh(scene, "Lawn", LAWN, paint::LAWN);
    add_lights(scene);
    add_trees(scene);
}

fn add_lights(scene: &mut Scene) {
    let lights = nodes::group(scene, "Lights");
    for (number, [column, row]) in (1..).zip(LIT) {
        let at = plan::post(column, row) + Vec3::y() * 0.7;
        let base = Place::at(at.x, at.y, at.z)
            .base(&format!("Light {number}"))
            .with_cast_shadows(false);
        let light = BaseLightBuilder::new(base)
            .with_color(Color::opaque(255, 178, 106))
            .with_scatter_enabled(false)
            .with_intensity(3.6);
        let light = PointLightBuilder::new(light).with_radius(9.0).build_node();
        let light = scene.graph.add_node(light);
        scene.graph.link_nodes(light, lights);
    }
}

/// Trees behind the building and at its sides.
fn add_trees(scene: &mut Scene) {
    let group = nodes::group(scene, "Trees");
    let mut random = Random::new(93);
    for (number, (x, z)) in (1..).zip([
        (-26.0, -9.0),
        (-31.0, -18.0),
        (-22.0, -21.0),
        (-12.0, -24.0),
        (-3.0, -22.0),
        (8.0, -25.0),
        (17.0, -21.0),
        (25.0, -17.0),
        (30.0, -7.0),
        (-29.0, 3.0),
    ]) {
        let size = random.between(1.0, 1.5);
        let base = Place::at(x, -LAWN_DEPTH, z)
            .turned(random.between(0.0, 360.0))
            .scaled(size, size, size)
            .base(&format!("Tree {number}"));
        let surfaces = [(trees::TRUNK, trees::WOOD), (trees::LEAVES, trees::LEAF)];
        let tree = nodes::mesh_of_base(scene, base, &surfaces);
        scene.graph.link_nodes(tree, group);
    }
}
