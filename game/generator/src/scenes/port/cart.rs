//! The tank on a cart, in whose frame its fish live.

use super::{
    paint::{DARK, TANK_WATER, WOOD},
    quay::{CART_TRACK, GAUGE, HEIGHT},
};
use crate::{
    base::{
        colliders::{add_collider, body, cuboid, make_kinematic},
        flocks,
        mesh::Mesh,
        nodes::{self, Place},
        output::Output,
        surface::write_surface,
    },
    shared::{materials, models},
};
use flock_demo::{Course, Mover};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    sim::{
        settings::{BoundaryMode, Region},
        Preset,
    },
    Flock,
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Paths below the data folder.
const FRAME: &str = "models/cart_frame.surface";
const WHEELS: &str = "models/cart_wheels.surface";

/// Way of the cart along X, in metres, and the time there and back, in seconds.
const WAY: [f32; 2] = [-5.5, 5.5];
const PERIOD: f32 = 15.0;
/// Half extents of the water, its middle above the track, and the thickness of the glass, in metres.
const HALF: Vec3 = Vec3::new(1.7, 0.75, 0.75);
const MIDDLE: Vec3 = Vec3::new(0.0, FLOOR + GLASS + 0.75, 0.0);
const GLASS: f32 = 0.06;
/// Height of the floor of the cart, and radius of its wheels, in metres.
const FLOOR: f32 = 0.62;
const WHEEL: f32 = 0.26;

/// Writes the meshes.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    write_surface(output, FRAME, frame())?;
    write_surface(output, WHEELS, wheels())
}

/// Adds cart, tank and fish; returns the cart.
pub fn add(scene: &mut Scene) -> Handle<Node> {
    let place = Place::at(WAY[0], HEIGHT + 0.07, CART_TRACK);
    let floor = cuboid(Vec3::new(HALF.x + 0.15, 0.07, HALF.z + 0.15));
    let cart = body(scene, place.base("Cart"), floor);
    let first = scene.graph[cart].children()[0];
    let transform = scene.graph[first].local_transform_mut();
    transform.set_position(Vec3::y() * (FLOOR - 0.07));
    make_kinematic(scene, cart);
    let way = Vec3::x() * (WAY[1] - WAY[0]);
    scene.graph[cart].add_script(Mover::new(Course::Swing, way, PERIOD));
    add_panes(scene, cart);
    let mut parts = vec![
        nodes::mesh(scene, "Cart Frame", FRAME, WOOD),
        nodes::mesh(scene, "Cart Wheels", WHEELS, DARK),
    ];
    parts.extend(furnish(scene));
    parts.push(flocks::add(scene, "Fish in the Tank", MIDDLE, fish(cart)));
    for part in parts {
        scene.graph.link_nodes(part, cart);
    }
    cart
}

/// The panes around the water, on all six sides.
fn add_panes(scene: &mut Scene, cart: Handle<Node>) {
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut half = HALF.add_scalar(GLASS);
            half[axis] = 0.5 * GLASS;
            let mut at = MIDDLE;
            at[axis] += side * (HALF[axis] + 0.5 * GLASS);
            add_collider(scene, cart, "Pane", at, cuboid(half));
        }
    }
}

/// What is seen in and around the tank.
fn furnish(scene: &mut Scene) -> Vec<Handle<Node>> {
    let bottom = MIDDLE.y - HALF.y;
    let size = HALF * 2.0;
    let sand = Place::at(0.0, bottom + 0.05, 0.0).scaled(size.x, 0.1, size.z);
    let mut parts = vec![nodes::mesh_from(
        scene,
        sand.base("Gravel"),
        models::CUBE,
        materials::SAND,
    )];
    for (x, z, size, model, material) in [
        (-1.25, -0.35, 0.75, models::GRASS, materials::GRASS),
        (-0.85, 0.3, 0.55, models::GRASS, materials::RED_GRASS),
        (0.2, -0.3, 0.28, models::BOULDER, materials::PALE_ROCK),
        (0.65, 0.2, 0.4, models::BRANCHES, materials::ORANGE_CORAL),
        (1.2, -0.25, 0.8, models::GRASS, materials::GRASS),
        (1.3, 0.35, 0.4, models::BRAIN, materials::PINK_CORAL),
    ] {
        let place = Place::at(x, bottom + 0.08, z).scaled(size, size, size);
        parts.push(nodes::mesh_from(
            scene,
            place.base("Growth"),
            model,
            material,
        ));
    }
    for (name, grow, material) in [
        ("Water", 0.0, TANK_WATER),
        ("Glass", GLASS, materials::GLASS),
    ] {
        let size = HALF.add_scalar(grow) * 2.0;
        let place = Place::at(0.0, MIDDLE.y, 0.0).scaled(size.x, size.y, size.z);
        parts.push(nodes::translucent(
            scene,
            place.base(name),
            models::CUBE,
            material,
        ));
    }
    parts
}

fn fish(cart: Handle<Node>) -> Flock {
    let mut flock = Flock::of(Preset::ReefFish);
    let mut settings = flock.settings();
    let room = HALF - Vec3::repeat(0.12);
    let region = Region::cuboid(room);
    settings.spawn.count = 50;
    settings.spawn.region = region;
    settings.boundary.shape = region;
    settings.boundary.mode = BoundaryMode::SoftTurn { margin: 0.3 };
    settings.motion.inertia = 0.6;
    settings.body.scale = 1.25;
    flock.set_settings(settings);
    flock.frame = cart.into();
    flock
}

/// The floor of the cart, and beams along the edges of the tank.
fn frame() -> Mesh {
    let mut mesh = Mesh::default();
    let out = HALF.add_scalar(GLASS);
    let floor = Vec3::new(out.x + 0.1, 0.07, out.z + 0.1);
    let middle = Vec3::y() * (FLOOR - 0.07);
    mesh.cuboid(middle - floor, middle + floor, 1.5);
    let beam = 0.05;
    let (low, high) = (MIDDLE.y - out.y, MIDDLE.y + out.y);
    for x in [-out.x, out.x] {
        for z in [-out.z, out.z] {
            let foot = Vec3::new(x, low, z);
            let half = Vec3::new(beam, 0.0, beam);
            mesh.cuboid(foot - half, foot + half + Vec3::y() * (high - low), 1.5);
        }
    }
    for y in [low, high] {
        for side in [-1.0, 1.0] {
            let along = Vec3::new(out.x + beam, beam, beam);
            let at = Vec3::new(0.0, y, side * out.z);
            mesh.cuboid(at - along, at + along, 1.5);
            let along = Vec3::new(beam, beam, out.z);
            let at = Vec3::new(side * out.x, y, 0.0);
            mesh.cuboid(at - along, at + along, 1.5);
        }
    }
    mesh
}

fn wheels() -> Mesh {
    let mut mesh = Mesh::default();
    for x in [-1.2, 1.2] {
        for side in [-0.5, 0.5] {
            let at = Vec3::new(x, WHEEL, side * GAUGE);
            let along = |t: f32| at + Vec3::z() * (0.12 * t - 0.06);
            mesh.tube(1, 16, along, |_, _| WHEEL, Vector2::new);
        }
        let axle = Vec3::new(x, WHEEL, -0.5 * GAUGE);
        mesh.pole(axle, axle + Vec3::z() * GAUGE, [0.05, 0.05], 6);
    }
    mesh
}
