//! The ants of the garden, which find their way through the maze to a fruit.

use super::{
    ant_picture, maze,
    names::{ANT_PICTURE, FLIGHT, FRUIT_MATERIAL, WALK},
    parts::{add_light, add_picture, LIGHTS},
};
use crate::base::{flocks, material, nodes};
use flock_demo::Tour;
use fyrox::{
    core::{algebra::Vector3, color::Color, pool::Handle},
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    render::{Sprite, Variety},
    scripts::{EffectShape, FlockTarget, FlockVolume, Strength, VolumeRole},
    sim::{
        influences::FallOff,
        settings::{Boundary, Normalization, Plane, Region, Rule, WayFinding},
        Preset,
    },
    Flock,
};

type Vec3 = Vector3<f32>;

/// Height of the fruit above the ground, towards the camera, in metres along -Z: ants walk below it.
const FRUIT: f32 = -0.22;

const CAPTION: &str = "Ants find their way to the melon. F: it lies at another place";

/// Adds the ants, the fruit and the lights of the maze.
pub fn add(scene: &mut Scene) {
    let at = maze::MIDDLE + Vec3::z() * WALK;
    let ants = flocks::add(scene, "Ants", at, ants());
    add_fruit(scene, ants);
    add_lights(scene);
}

fn ants() -> Flock {
    let mut settings = Preset::Swarm2d.settings();
    settings.spawn.count = 650;
    settings.spawn.speed = 0.5;
    settings.spawn.region = Region::cuboid(maze::half());
    settings.boundary = Boundary::new(Region::cuboid(maze::half() + Vec3::repeat(0.5)));
    settings.cohesion.enabled = false;
    // The more ants are on one side, the harder they push: a crowd spreads through passages.
    settings.separation = Rule {
        normalization: Normalization::Sum,
        ..Rule::new(9.0, 0.5)
    };
    settings.alignment = Rule::new(1.0, 0.4);
    settings.neighbours.crowding = false;
    settings.wander.weight = 2.5;
    settings.wander.change_time = 0.5;
    settings.motion.plane = Plane::Xy;
    settings.motion.min_speed = 0.15;
    settings.motion.max_speed = 2.6;
    settings.motion.max_acceleration = 30.0;
    settings.avoidance.look_ahead = 0.3;
    settings.collision.body_radius = 0.07;
    settings.way_finding = WayFinding {
        cell: 0.4,
        clearance: 0.03,
        most_cells: 60_000,
        ..WayFinding::default()
    };
    settings.body.scale_variation = 0.2;
    settings.body.beats_per_second = 0.3;
    settings.body.beats_per_metre = 2.5;
    let mut flock = Flock::new(settings);
    flock.sprite = Sprite {
        columns: ant_picture::FRAMES,
        // The legs move with the speed.
        frames_per_second: 0.0,
        width: 0.42,
        ..Sprite::new(material::texture(ANT_PICTURE))
    }
    .into();
    flock.variety = Variety {
        tint_from: Color::opaque(255, 220, 200),
        tint_to: Color::opaque(200, 170, 170),
        brightness: 0.2,
        ..Variety::default()
    }
    .into();
    flock
}

/// Adds the fruit at its first place, and the nodes at its places.
fn add_fruit(scene: &mut Scene, ants: Handle<Node>) {
    let group = nodes::group(scene, "Places of the Melon");
    let positions = maze::places().into_iter();
    let positions: Vec<Vec3> = positions.map(|place| place + Vec3::z() * WALK).collect();
    let places = positions.iter().enumerate().map(|(number, at)| {
        let place = nodes::group(scene, &format!("Place {number}"));
        scene.graph[place].local_transform_mut().set_position(*at);
        scene.graph.link_nodes(place, group);
        place
    });
    let places: Vec<Handle<Node>> = places.collect();
    let target = FlockTarget {
        slowing: 0.4.into(),
        finds_way: true.into(),
        strength: Strength {
            weight: 22.0,
            reach: 200.0,
            fall_off: FallOff::Constant,
            share: 1.0,
        }
        .into(),
        flocks: vec![ants].into(),
    };
    let melon = flocks::add(scene, "Melon", positions[0], target);
    let mut tour = Tour::default();
    tour.places = places.into();
    tour.stay = 20.0.into();
    tour.caption = CAPTION.to_string().into();
    scene.graph[melon].add_script(tour);
    let above = |z: f32| Vec3::z() * (z - WALK);
    let light = Color::opaque(255, 220, 170);
    let parts = [
        add_picture(scene, "Melon Picture", above(FRUIT), 1.3, FRUIT_MATERIAL),
        add_light(scene, "Melon Light", above(LIGHTS), 5.0, light),
    ];
    for part in parts {
        scene.graph.link_nodes(part, melon);
    }
}

/// Lights over the maze, which attract no moths. There are no more of them since the engine lights 2D
/// nodes with at most 16 lights of a scene: also those of the lamps, the lantern and the fruit.
fn add_lights(scene: &mut Scene) {
    let half = maze::half();
    let places = [[0.75, 0.4], [0.25, -0.4], [-0.25, 0.4], [-0.75, -0.4]].into_iter();
    for (number, [x, y]) in places.enumerate() {
        let aside = Vec3::new(x, y, 0.0).component_mul(&half);
        let at = maze::MIDDLE + aside + Vec3::z() * LIGHTS;
        let name = format!("Maze Light {number}");
        add_light(scene, &name, at, 6.5, Color::opaque(150, 156, 190));
    }
}

/// Lets flocks fly above the stones, and keeps them from hiding the ants.
pub fn keep_clear(scene: &mut Scene, flyers: &[Handle<Node>]) {
    for flock in flyers {
        if let Some(flock) = scene.graph[*flock].try_get_script_mut::<Flock>() {
            flock.collision_groups = maze::groups_of_flyers().into();
        }
    }
    let half_extents = maze::half() + Vec3::z();
    let volume = FlockVolume {
        role: VolumeRole::Repel.into(),
        shape: EffectShape::Box { half_extents }.into(),
        strength: Strength {
            weight: 6.0,
            reach: 1.0,
            ..Strength::default()
        }
        .into(),
        flocks: flyers.to_vec().into(),
        ..FlockVolume::default()
    };
    let at = maze::MIDDLE + Vec3::z() * FLIGHT;
    flocks::add(scene, "Air over the Maze", at, volume);
}
