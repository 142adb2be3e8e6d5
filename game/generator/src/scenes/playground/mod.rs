//! The playground: a player walks and flies through stations around a plaza, each with one
//! influence.

mod builder;
mod crowds;
mod follower;
mod furnish;
mod leading;
mod moving;
mod paint;
mod player;
mod reef;
mod shapes;
mod signs;
mod sound;
mod stations;
mod volumes;

use crate::{
    base::{
        colliders::{body, mesh_body},
        nodes::{self, Place},
        output::Output,
        pattern::Random,
    },
    shared::{sky::Sky, trees},
};
use builder::{Builder, Vec3};
use fyrox::{
    core::{color::Color, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape},
        light::directional::DirectionalLight,
        node::Node,
        rigidbody::RigidBodyBuilder,
        Scene,
    },
};
use stations::STATIONS;
use std::{error::Error, f32::consts::PI};

/// Paths below the data folder.
const PLAYGROUND: &str = "playground.rgs";
const STONE: &str = "models/stone.rgs";

/// Radius of a stone, in metres.
const STONE_RADIUS: f32 = 0.14;

/// Middle of the podium on the terrace.
const PODIUM: Vec3 = Vec3::new(0.0, shapes::TERRACE, 25.2);

const AFTERNOON: Sky = Sky {
    material: "materials/plaza_air.material",
    zenith: Color::from_rgba(44, 108, 200, 255),
    horizon: Color::from_rgba(206, 222, 232, 255),
    glow: Color::from_rgba(255, 220, 164, 255),
    cloud: Color::from_rgba(226, 230, 238, 255),
    sun_direction: Vec3::new(-0.62, 0.50, 0.34),
    glow_strength: 0.7,
    disc: 5.0,
    cover: 0.4,
    haze: 0.0016,
    brightness: 1.0,
    sun: Color::from_rgba(255, 234, 200, 255),
    sun_intensity: 2.5,
    fill: Color::from_rgba(166, 198, 244, 255),
    fill_intensity: 0.5,
    ambient: Color::from_rgba(100, 110, 126, 255),
    shadows: [14.0, 34.0, 80.0],
};

/// Writes the scene and all its files.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    shapes::write(output)?;
    paint::write(output)?;
    signs::write(output)?;
    write_stone(output)?;
    let mut scene = Scene::new();
    AFTERNOON.add(output, &mut scene)?;
    add_ground(&mut scene);
    add_trees(&mut scene);
    let start = PODIUM + Vec3::new(0.0, shapes::PODIUM_HEIGHT, -2.2);
    let player = player::add(&mut scene, start, STONE);
    let sun = sun(&scene);
    for station in STATIONS.iter().enumerate() {
        let mut builder = Builder::new(&mut scene, station, player, sun);
        builder.add_common();
        furnish::furnish(&mut builder)?;
        builder.add_tuning();
    }
    nodes::panel(&mut scene);
    nodes::write_scene(output, PLAYGROUND, &mut scene)
}

/// A stone to throw: a dynamic body.
fn write_stone(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let mut scene = Scene::new();
    let base = BaseBuilder::new().with_name("Stone");
    let stone = RigidBodyBuilder::new(base)
        .with_ccd_enabled(true)
        .build_node();
    let stone = scene.graph.add_node(stone);
    let collider = ColliderBuilder::new(BaseBuilder::new().with_name("Stone Collider"))
        .with_shape(ColliderShape::ball(STONE_RADIUS))
        .with_friction(0.7)
        .with_restitution(0.35)
        .build_node();
    let collider = scene.graph.add_node(collider);
    let base = Place::at(0.0, 0.0, 0.0)
        .scaled(STONE_RADIUS, STONE_RADIUS, STONE_RADIUS)
        .base("Stone Mesh");
    let mesh = nodes::mesh_from(&mut scene, base, shapes::BALL, paint::STONE);
    for part in [collider, mesh] {
        scene.graph.link_nodes(part, stone);
    }
    // The root of an instance is the body itself.
    let root = scene.graph.get_root();
    scene.graph.change_hierarchy_root(root, stone);
    scene.graph.remove_node(root);
    nodes::write_scene(output, STONE, &mut scene)
}

fn add_ground(scene: &mut Scene) {
    for (name, surface, material) in [
        ("Plaza", shapes::PLAZA, paint::PAVING),
        ("Lawn", shapes::LAWN, paint::LAWN),
    ] {
        let mesh = nodes::mesh(scene, &format!("{name} Mesh"), surface, material);
        mesh_body(scene, Place::at(0.0, 0.0, 0.0).base(name), mesh);
    }
    let mesh = nodes::mesh(scene, "Podium Mesh", shapes::PODIUM, paint::PAVING);
    let place = Place::at(PODIUM.x, PODIUM.y, PODIUM.z);
    mesh_body(scene, place.base("Podium"), mesh);
    add_monument(scene);
}

/// A globe on a column in the middle of the plaza.
fn add_monument(scene: &mut Scene) {
    let base = Place::at(0.0, 0.6, 0.0).base("Monument");
    let monument = body(scene, base, ColliderShape::cylinder(0.7, 1.2));
    let parts = [
        (
            shapes::PAD,
            paint::IRON,
            Vec3::y() * 0.12,
            Vec3::new(1.7, 1.2, 1.7),
        ),
        (
            shapes::PAD,
            paint::PAVING,
            Vec3::y() * 0.5,
            Vec3::new(1.2, 4.0, 1.2),
        ),
        (
            shapes::BALL,
            paint::STONE,
            Vec3::y() * 1.15,
            Vec3::repeat(0.75),
        ),
        (
            shapes::RING,
            paint::IRON,
            Vec3::y() * 1.15,
            Vec3::repeat(1.05),
        ),
    ];
    for (surface, material, position, size) in parts {
        let place = Place::at(position.x, position.y - 0.3, position.z);
        let base = place.scaled(size.x, size.y, size.z).base("Monument Mesh");
        let mesh = nodes::mesh_from(scene, base, surface, material);
        scene.graph.link_nodes(mesh, monument);
    }
}

/// Trees around the terrace, outside the area of the stations.
fn add_trees(scene: &mut Scene) {
    let mut random = Random::new(77);
    let group = nodes::group(scene, "Trees");
    for number in 0..26 {
        let angle = (number as f32 + random.between(-0.3, 0.3)) / 26.0 * 2.0 * PI;
        let radius = random.between(36.0, 52.0);
        let size = random.between(1.2, 1.9);
        let (sin, cos) = angle.sin_cos();
        // No trees behind the player, where its camera starts.
        if cos > 0.8 {
            continue;
        }
        let base = Place::at(sin * radius, -0.05, cos * radius)
            .turned(random.between(0.0, 360.0))
            .scaled(size, size, size)
            .base(&format!("Tree {}", number + 1));
        let parts = [(trees::TRUNK, trees::WOOD), (trees::LEAVES, trees::LEAF)];
        let tree = nodes::mesh_of_base(scene, base, &parts);
        scene.graph.link_nodes(tree, group);
    }
}

fn sun(scene: &Scene) -> Handle<Node> {
    let mut nodes = scene.graph.pair_iter();
    let is_sun = |node: &Node| node.cast::<DirectionalLight>().is_some();
    let sun = nodes.find(|(_, node)| is_sun(node));
    sun.map_or(Handle::NONE, |(handle, _)| handle)
}
