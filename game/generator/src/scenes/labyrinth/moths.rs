//! Two swarms of moths, and the fruit to which they find the way.

use super::{paint, plan};
use crate::base::{
    flocks,
    mesh::Mesh,
    nodes::{self, Place},
    output::Output,
    surface::write_surface,
};
use flock_demo::Tour;
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        light::{point::PointLightBuilder, BaseLightBuilder},
        node::Node,
        Scene,
    },
};
use fyrox_flock::{
    render::{BodyShape, Variety},
    scripts::{FlockTarget, Strength},
    sim::{
        influences::FallOff,
        settings::{Boundary, Region, Rule, WayFinding},
        Preset,
    },
    Flock,
};
use std::{error::Error, f32::consts::TAU};

type Vec3 = Vector3<f32>;

const BALL: &str = "models/labyrinth_fruit.surface";

/// Height above the floor to which the moths fly, in metres.
const HEIGHT: f32 = 1.0;

/// Height above that at which the fruit hangs, over the roof, in metres.
const HANGS: f32 = 1.9;

/// Column and row of the rooms in which the fruit appears, each far from the one before.
const PLACES: [[usize; 2]; 6] = [[1, 5], [5, 0], [4, 3], [0, 0], [6, 5], [0, 2]];

/// Half extents of a hall of two rooms, in metres.
const HALL: Vec3 = Vec3::new(5.0, 0.8, 1.9);

const CAPTION: &str = "Two swarms find their way to the fruit. F: it appears in another room";

/// Writes the mesh of the fruit.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let mut ball = Mesh::default();
    let place = |u: f32, v: f32| {
        let (sin, cos) = (-u * TAU).sin_cos();
        let (ring, height) = (v * TAU / 2.0).sin_cos();
        Vec3::new(cos * ring, -height, sin * ring) * 0.6
    };
    ball.patch(12, 8, place, Vector2::new);
    write_surface(output, BALL, ball)
}

/// Adds the swarms and the fruit.
pub fn add(scene: &mut Scene) {
    let swarms = [
        ("Amber Moths", [0, 0], 1, [255, 170, 60]),
        ("Blue Moths", [5, 5], 2, [90, 190, 255]),
    ];
    let swarms = swarms.map(|(name, [column, row], pattern, tint)| {
        let between = plan::room(column, row).lerp(&plan::room(column + 1, row), 0.5);
        let at = between + Vec3::y() * HEIGHT;
        flocks::add(scene, name, at, swarm(at, pattern, tint))
    });
    add_fruit(scene, swarms.to_vec());
}

fn swarm(at: Vec3, pattern: u32, [r, g, b]: [u8; 3]) -> Flock {
    let mut settings = Preset::Butterflies.settings();
    settings.spawn.count = 1300;
    settings.spawn.speed = 1.0;
    settings.spawn.seed = pattern;
    settings.spawn.region = Region::cuboid(HALL);
    settings.cohesion = Rule::new(1.0, 1.2);
    settings.separation = Rule::new(14.0, 0.5);
    settings.alignment = Rule::new(4.0, 0.9);
    settings.wander.weight = 3.0;
    settings.motion.min_speed = 1.2;
    settings.motion.max_speed = 5.0;
    settings.motion.max_acceleration = 30.0;
    settings.avoidance.weight = 40.0;
    settings.avoidance.look_ahead = 0.4;
    settings.collision.body_radius = 0.12;
    settings.way_finding = WayFinding {
        // As coarse as the doorways permit, so that a search takes less than the delay.
        cell: 1.2,
        clearance: 0.1,
        most_cells: 60_000,
        ..WayFinding::default()
    };
    // The walls hold the moths; the boundary is around the whole building.
    let half = Vec3::new(22.0, 12.0, 17.0);
    settings.boundary = Boundary::new(Region::Box {
        min: -half - at,
        max: half - at,
    });
    settings.body.scale = 5.0;
    let mut flock = Flock::new(settings);
    flock.shape = BodyShape::Butterfly.into();
    flock.variety = Variety {
        tint_from: Color::opaque(r, g, b),
        tint_to: Color::WHITE,
        row: pattern,
        glow: 0.6,
        ..Variety::default()
    }
    .into();
    flock
}

/// Adds the fruit above its first room, and the nodes at its places.
fn add_fruit(scene: &mut Scene, swarms: Vec<Handle<Node>>) {
    let group = nodes::group(scene, "Places of the Fruit");
    let places = PLACES.map(|[column, row]| {
        let place = nodes::group(scene, &format!("Place {column} {row}"));
        let at = plan::room(column, row) + Vec3::y() * HEIGHT;
        scene.graph[place].local_transform_mut().set_position(at);
        scene.graph.link_nodes(place, group);
        place
    });
    let target = FlockTarget {
        slowing: 1.5.into(),
        finds_way: true.into(),
        strength: Strength {
            weight: 22.0,
            reach: 500.0,
            fall_off: FallOff::Constant,
            share: 1.0,
        }
        .into(),
        flocks: swarms.into(),
    };
    let [column, row] = PLACES[0];
    let at = plan::room(column, row) + Vec3::y() * HEIGHT;
    let fruit = flocks::add(scene, "Fruit", at, target);
    let mut tour = Tour::default();
    tour.places = places.to_vec().into();
    tour.stay = 20.0.into();
    tour.caption = CAPTION.to_string().into();
    scene.graph[fruit].add_script(tour);
    let base = Place::at(0.0, HANGS, 0.0)
        .base("Ball")
        .with_cast_shadows(false);
    let ball = nodes::mesh_from(scene, base, BALL, paint::FRUIT);
    let light = add_light(scene);
    for part in [ball, light] {
        scene.graph.link_nodes(part, fruit);
    }
}

fn add_light(scene: &mut Scene) -> Handle<Node> {
    let base = Place::at(0.0, HANGS, 0.0)
        .base("Light of the Fruit")
        .with_cast_shadows(false);
    let light = BaseLightBuilder::new(base)
        .with_color(Color::opaque(255, 232, 170))
        .with_scatter_enabled(false)
        .with_intensity(9.0);
    let light = PointLightBuilder::new(light).with_radius(11.0).build_node();
    scene.graph.add_node(light)
}
