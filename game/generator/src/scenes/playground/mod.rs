//! The playground: a player walks and flies through stations around a plaza, each with one
//! influence.

mod builder;
mod crowds;
mod furnish;
mod leading;
mod moving;
mod paint;
mod shapes;
mod signs;
mod stations;
mod volumes;

use crate::{
    base::{
        colliders::{body, mesh_body},
        nodes::{self, Place},
        output::{resource_uuid, Output},
        pattern::Random,
    },
    shared::{
        sky::{self, Sky},
        trees,
    },
};
use builder::{at, Builder, Vec3};
use flock_demo::Player;
use fyrox::{
    asset::untyped::ResourceKind,
    core::{color::Color, pool::Handle},
    graph::SceneGraph,
    resource::model::{Model, ModelResource},
    scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, Exposure, PerspectiveProjection, Projection},
        collider::{ColliderBuilder, ColliderShape},
        light::directional::DirectionalLight,
        node::Node,
        pivot::PivotBuilder,
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

/// Middle of the podium on the terrace, the player's initial position.
const PODIUM: Vec3 = Vec3::new(0.0, shapes::TERRACE, 25.2);
/// Half the length of the straight part of the player's capsule, and its radius, in metres.
const CAPSULE: [f32; 2] = [0.55, 0.35];
/// Height of its eyes above its middle, in metres.
const EYES: f32 = 0.75;
/// Initial angle of the player's view, in radians below the horizon.
const LOOKS: f32 = 0.09;

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
    let heading = add_player(&mut scene);
    let sun = sun(&scene);
    for station in STATIONS.iter().enumerate() {
        let mut builder = Builder::new(&mut scene, station, heading, sun);
        builder.add_common();
        furnish::furnish(&mut builder)?;
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

/// Adds the player. Returns its node that rotates with the view about the vertical axis.
fn add_player(scene: &mut Scene) -> Handle<Node> {
    let [half, radius] = CAPSULE;
    let feet = PODIUM + Vec3::y() * shapes::PODIUM_HEIGHT;
    let middle = feet + Vec3::new(0.0, half + radius + 0.02, -2.2);
    let camera = CameraBuilder::new(at(Vec3::y() * EYES).with_name("Camera"))
        // `CameraBuilder::with_fov` and its companions have no effect in Fyrox 1.0.1.
        .with_projection(Projection::Perspective(PerspectiveProjection {
            fov: 50.0_f32.to_radians(),
            z_near: 0.08,
            z_far: sky::FAR,
        }))
        .with_exposure(Exposure::Manual(1.4))
        .build_node();
    let camera = scene.graph.add_node(camera);
    let heading = PivotBuilder::new(BaseBuilder::new().with_name("Player Heading")).build_node();
    let heading = scene.graph.add_node(heading);
    let collider = ColliderBuilder::new(BaseBuilder::new().with_name("Player Collider"))
        .with_shape(ColliderShape::capsule_y(half, radius))
        .with_friction(0.0)
        .build_node();
    let collider = scene.graph.add_node(collider);
    let stone = ModelResource::new_ok(
        resource_uuid(STONE),
        ResourceKind::External,
        Model::default(),
    );
    let mut player = Player::default();
    player.camera = camera.into();
    player.heading = heading.into();
    player.stone = Some(stone).into();
    player.yaw = PI.into();
    player.pitch = LOOKS.into();
    let body = RigidBodyBuilder::new(at(middle).with_name("Player").with_script(player))
        .with_locked_rotations(true)
        .with_can_sleep(false)
        .build_node();
    let body = scene.graph.add_node(body);
    for part in [camera, heading, collider] {
        scene.graph.link_nodes(part, body);
    }
    heading
}

fn sun(scene: &Scene) -> Handle<Node> {
    let mut nodes = scene.graph.pair_iter();
    let is_sun = |node: &Node| node.cast::<DirectionalLight>().is_some();
    let sun = nodes.find(|(_, node)| is_sun(node));
    sun.map_or(Handle::NONE, |(handle, _)| handle)
}
