//! The garden at night: a 2D scene, seen from above. Moths swarm around lanterns, fireflies over
//! the lawns, bats hunt the moths, and ants find their way through a maze of stones.

mod ant_picture;
mod ants;
mod garden;
mod insects;
mod maps;
mod maze;
mod maze_paint;
mod names;
mod ornaments;
mod parts;
mod scenery;
mod tile;
mod tile_paint;
mod tiles;

use crate::base::{flocks, material, nodes, output::Output};
use fyrox::{
    core::{algebra::Vector3, color::Color, pool::Handle},
    graph::SceneGraph,
    scene::{node::Node, EnvironmentLightingSource, Scene},
};
use fyrox_flock::{
    events::EventSettings,
    render::{Sprite, SpriteBlend, Variety},
    scripts::{FlockTarget, Strength},
    sim::{
        influences::FallOff,
        settings::{Boundary, BoundaryMode, Catch, Plane, Region},
        world::RelationKind,
        Preset, Settings,
    },
    Flock,
};
use names::{BAT_PICTURE, FIREFLY_PICTURE, FLIGHT, SWARM};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Writes the scene and all its files.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    tiles::write(output)?;
    insects::write(output)?;
    ant_picture::write(output)?;
    ornaments::write(output)?;
    scenery::write_materials(output)?;
    let mut scene = Scene::new();
    let options = &mut scene.rendering_options;
    options.environment_lighting_source = EnvironmentLightingSource::AmbientColor;
    options.ambient_lighting_color = Color::opaque(26, 36, 76);
    options.clear_color = Some(Color::opaque(4, 6, 12));
    scene.set_skybox(None);
    scenery::add(&mut scene);
    add_flocks(&mut scene);
    nodes::panel(&mut scene);
    nodes::write_scene(output, SWARM, &mut scene)
}

fn add_flocks(scene: &mut Scene) {
    let middle = Vec3::new(0.0, 0.0, FLIGHT);
    // In the order of drawing, farthest first.
    let [moths_at, bats_at, fireflies_at] =
        [0.0, 0.05, 0.1].map(|higher| middle - Vec3::z() * higher);
    let moths = flocks::add(scene, "Moths", moths_at, moths());
    let bats = flocks::add(scene, "Bats", bats_at, bats());
    let fireflies = flocks::add(scene, "Fireflies", fireflies_at, fireflies());
    flocks::relate(scene, moths, bats, RelationKind::Flee, 12.0, 2.0);
    flocks::relate(scene, bats, moths, RelationKind::Hunt, 20.0, 12.0);
    add_targets(scene, moths);
    ants::add(scene);
    ants::keep_clear(scene, &[moths, bats, fireflies]);
}

/// The lamps attract moths near them, the lantern moths of the whole garden.
fn add_targets(scene: &mut Scene, moths: Handle<Node>) {
    let target = |weight: f32, reach: f32, slowing: f32| FlockTarget {
        slowing: slowing.into(),
        strength: Strength {
            weight,
            reach,
            fall_off: FallOff::Linear,
            ..Strength::default()
        }
        .into(),
        flocks: vec![moths].into(),
        ..FlockTarget::default()
    };
    for (number, place) in scenery::lamps().enumerate() {
        let name = format!("Lamp {number} Target");
        flocks::add(scene, &name, place, target(8.0, 5.5, 0.0));
    }
    let lantern = flocks::add(
        scene,
        "Lantern Target",
        Vec3::zeros(),
        target(12.0, 12.0, 0.0),
    );
    if let Some((parent, _)) = scene.graph.find_by_name_from_root("Lantern") {
        scene.graph.link_nodes(lantern, parent);
    }
}

/// Half extents of the garden inside its walls, as a region around its middle.
fn inside() -> Region {
    let half = Vec3::new(garden::WIDTH as f32, garden::HEIGHT as f32, 1.0) / 2.0
        - Vec3::new(1.0, 1.0, 0.0);
    let (min, max) = (-half, half);
    Region::Box { min, max }
}

/// A swarm of insects that stays in the garden.
fn settings(count: u32) -> Settings {
    let mut settings = Preset::Swarm2d.settings();
    settings.spawn.count = count;
    settings.spawn.region = inside();
    settings.spawn.speed = 1.0;
    settings.boundary = Boundary {
        shape: inside(),
        mode: BoundaryMode::SoftTurn { margin: 0.8 },
        ..Boundary::default()
    };
    settings.motion.plane = Plane::Xy;
    settings.collision.body_radius = 0.12;
    settings
}

fn sprite(texture: &str, columns: u32, width: f32) -> Sprite {
    Sprite {
        columns,
        width,
        ..Sprite::new(material::texture(texture))
    }
}

fn moths() -> Flock {
    let mut settings = settings(2600);
    settings.cohesion.weight = 0.6;
    settings.alignment.weight = 0.5;
    settings.separation.weight = 5.0;
    settings.separation.radius = 0.5;
    settings.wander.weight = 4.0;
    settings.wander.change_time = 0.6;
    settings.motion.min_speed = 0.8;
    settings.motion.max_speed = 3.2;
    settings.fear.enabled = true;
    settings.body.scale_variation = 0.35;
    settings.body.beats_per_second = 4.0;
    settings.body.beats_per_metre = 1.5;
    let mut flock = Flock::new(settings);
    flock.sprite = Sprite {
        enabled: true,
        // Wings beat faster at a higher speed.
        frames_per_second: 0.0,
        width: 0.46,
        ..Sprite::default()
    }
    .into();
    flock.variety = Variety {
        tint_from: Color::opaque(255, 236, 214),
        tint_to: Color::opaque(226, 236, 255),
        brightness: 0.25,
        ..Variety::default()
    }
    .into();
    flock.events = EventSettings {
        caught: true,
        ..EventSettings::default()
    }
    .into();
    flock
}

fn fireflies() -> Flock {
    let mut settings = settings(900);
    settings.spawn.speed = 0.6;
    settings.cohesion.weight = 0.3;
    settings.alignment.weight = 0.2;
    settings.separation.weight = 2.0;
    settings.separation.radius = 0.8;
    settings.wander.weight = 2.0;
    settings.wander.change_time = 2.0;
    settings.motion.min_speed = 0.2;
    settings.motion.max_speed = 0.9;
    settings.body.scale_variation = 0.4;
    let mut flock = Flock::new(settings);
    flock.sprite = Sprite {
        frames_per_second: 8.0,
        lit: false,
        blend: SpriteBlend::Add,
        ..sprite(FIREFLY_PICTURE, insects::FIREFLY_FRAMES, 0.5)
    }
    .into();
    flock.variety = Variety {
        tint_from: Color::opaque(255, 255, 150),
        tint_to: Color::opaque(190, 255, 170),
        glow: 1.5,
        ..Variety::default()
    }
    .into();
    flock
}

fn bats() -> Flock {
    let mut settings = settings(8);
    settings.cohesion.enabled = false;
    settings.alignment.enabled = false;
    settings.separation.radius = 3.0;
    settings.motion.min_speed = 3.5;
    settings.motion.max_speed = 6.0;
    settings.motion.max_acceleration = 18.0;
    settings.collision.body_radius = 0.3;
    settings.hunting.enabled = true;
    settings.hunting.rest_time = 1.0;
    settings.hunting.shadow_time = 1.0;
    settings.hunting.shadow_distance = 2.0;
    settings.hunting.attack_time = 4.0;
    settings.hunting.catch_distance = 0.2;
    settings.hunting.catch = Catch::Report;
    settings.hunting.handling_time = 1.0;
    settings.hunting.retreat_time = 1.0;
    settings.body.scale_variation = 0.15;
    let mut flock = Flock::new(settings);
    flock.sprite = Sprite {
        frames_per_second: 14.0,
        ..sprite(BAT_PICTURE, insects::BAT_FRAMES, 1.9)
    }
    .into();
    flock
}
