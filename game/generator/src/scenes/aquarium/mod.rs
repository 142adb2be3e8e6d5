//! The aquarium scene: camera and tank; lights, reef and fish are in their own files.

mod fish;
mod ground;
mod lights;
mod reef;
mod tank;

use crate::{
    base::{
        camera::Camera,
        colliders::{body, cuboid, mesh_body},
        nodes::{self, Place},
        output::Output,
        surface::write_surface,
    },
    shared::{materials, models},
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        mesh::{Mesh, RenderPath},
        node::Node,
        Scene,
    },
};
use std::error::Error;

/// Paths below the data folder.
const AQUARIUM: &str = "aquarium.rgs";
const SAND: &str = "models/sand.surface";
const WALLS: &str = "models/walls.surface";
const SURFACE: &str = "models/water_surface.surface";
/// Thickness of the glass and of the tank's bottom, in metres.
const GLASS: f32 = 0.2;
/// Thickness of the beams of the frame, in metres.
const BEAM: f32 = 0.16;
/// Height of the cabinet below the tank, in metres: it hides the foot of the reef.
const CABINET: f32 = 2.8;

/// Writes the scene and all files of this scene alone.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_surface(output, SAND, ground::Ground::new().mesh())?;
    write_surface(output, WALLS, tank::walls())?;
    write_surface(output, SURFACE, tank::surface())?;
    let mut scene = Scene::new();
    add_camera(&mut scene);
    let lights = lights::add(&mut scene);
    gather(&mut scene, "Lights", lights);
    let tank = tank_parts(&mut scene);
    gather(&mut scene, "Tank", tank);
    let reef = reef::add(&mut scene)?;
    gather(&mut scene, "Reef", reef);
    fish::add(&mut scene);
    nodes::panel(&mut scene);
    nodes::write_scene(output, AQUARIUM, &mut scene)
}

/// Adds a node and makes other nodes its children.
fn gather(scene: &mut Scene, name: &str, children: Vec<Handle<Node>>) {
    let parent = nodes::group(scene, name);
    for child in children {
        scene.graph.link_nodes(child, parent);
    }
}

/// The visitor's camera, a step in front of the glass.
fn add_camera(scene: &mut Scene) {
    let camera = Camera {
        position: Vector3::new(0.0, 1.75, 4.7),
        yaw: 180.0,
        pitch: 4.0,
        field_of_view: 50.0,
        exposure: 1.4,
        speed: 2.5,
        near: 0.05,
        far: 60.0,
    };
    camera.add(scene, AQUARIUM);
}

fn tank_parts(scene: &mut Scene) -> Vec<Handle<Node>> {
    let sand = nodes::mesh(scene, "Sand", SAND, materials::SAND);
    let mut parts = vec![mesh_body(
        scene,
        Place::at(0.0, 0.0, 0.0).base("Ground"),
        sand,
    )];
    parts.extend(panes(scene));
    parts.extend(frame(scene));
    parts.push(cabinet(scene));
    // Walls and surface are visible only: light passes through them.
    for (name, mesh, material) in [
        ("Walls", WALLS, materials::WALL),
        ("Water Surface", SURFACE, materials::SURFACE),
    ] {
        let base = BaseBuilder::new().with_name(name).with_cast_shadows(false);
        parts.push(nodes::mesh_from(scene, base, mesh, material));
    }
    parts.push(water(scene));
    parts
}

/// Invisible boxes around the water: bottom, glass on all sides, and the surface.
fn panes(scene: &mut Scene) -> Vec<Handle<Node>> {
    let half = tank::HALF_SIZE;
    let middle = Vector3::new(0.0, half.y, 0.0);
    let names = [
        ["Left Pane", "Right Pane"],
        ["Bottom", "Surface"],
        ["Back Pane", "Front Pane"],
    ];
    let mut panes = Vec::new();
    for (axis, pair) in names.into_iter().enumerate() {
        for (name, sign) in pair.into_iter().zip([-1.0, 1.0]) {
            let mut center = middle;
            center[axis] += sign * (half[axis] + GLASS * 0.5);
            // The boxes overlap at the edges, so that there is no gap in the corners.
            let mut size = half + Vector3::repeat(GLASS);
            size[axis] = GLASS * 0.5;
            let place = Place::at(center.x, center.y, center.z);
            panes.push(body(scene, place.base(name), cuboid(size)));
        }
    }
    panes
}

/// Dark beams around the front glass.
fn frame(scene: &mut Scene) -> Vec<Handle<Node>> {
    let half = tank::HALF_SIZE;
    let z = half.z + BEAM * 0.5;
    let (x, y) = (half.x + BEAM * 0.5, tank::HEIGHT + BEAM * 0.5);
    let (width, height) = (2.0 * x + BEAM, tank::HEIGHT);
    [
        (
            "Frame Bottom",
            Place::at(0.0, -BEAM * 0.5, z).scaled(width, BEAM, BEAM),
        ),
        ("Frame Top", Place::at(0.0, y, z).scaled(width, BEAM, BEAM)),
        (
            "Frame Left",
            Place::at(-x, half.y, z).scaled(BEAM, height, BEAM),
        ),
        (
            "Frame Right",
            Place::at(x, half.y, z).scaled(BEAM, height, BEAM),
        ),
    ]
    .into_iter()
    .map(|(name, place)| {
        nodes::mesh_from(
            scene,
            place.base(name).with_cast_shadows(false),
            models::CUBE,
            materials::FRAME,
        )
    })
    .collect()
}

/// The cabinet below the tank.
fn cabinet(scene: &mut Scene) -> Handle<Node> {
    let size = (tank::HALF_SIZE + Vector3::repeat(0.6 * BEAM)) * 2.0;
    let place = Place::at(0.0, -0.5 * CABINET - 0.02, 0.0).scaled(size.x, CABINET, size.z);
    let base = place.base("Cabinet").with_cast_shadows(false);
    nodes::mesh_from(scene, base, models::CUBE, materials::FRAME)
}

/// The haze and the light beams: one cube over the whole tank.
fn water(scene: &mut Scene) -> Handle<Node> {
    let half = tank::HALF_SIZE;
    let place = Place::at(0.0, half.y, 0.0).scaled(2.0 * half.x, 2.0 * half.y, 2.0 * half.z);
    let base = place.base("Water").with_cast_shadows(false);
    let water = nodes::mesh_from(scene, base, models::CUBE, materials::WATER);
    if let Some(mesh) = scene.graph[water].cast_mut::<Mesh>() {
        mesh.set_render_path(RenderPath::Forward);
    }
    water
}
