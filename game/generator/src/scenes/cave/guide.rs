//! A fish with a lamp that guides the school, and the visitor, through both halls.

use super::rock::{terrain, HALL};
use crate::base::{camera::Camera, flocks};
use flock_demo::Choice;
use fyrox::{
    core::{algebra::Vector3, color::Color, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        light::{point::PointLightBuilder, BaseLightBuilder},
        node::Node,
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    render::{BodyShape, Variety},
    scripts::{FlockLeader, FlockPath, Strength},
    sim::settings::{Boundary, Region, Wander},
    Flock,
};

type Vec3 = Vector3<f32>;

/// A round through both halls: by the upper passage to the far hall, and back by the lower one.
const ROUND: [Vec3; 13] = [
    Vec3::new(-7.5, 0.8, 6.5),
    Vec3::new(-5.0, 1.3, 3.5),
    Vec3::new(-3.4, 1.5, 1.0),
    Vec3::new(-2.3, 1.5, -2.0),
    Vec3::new(-2.0, 1.5, -4.0),
    Vec3::new(-2.0, 1.2, -6.8),
    Vec3::new(-1.0, -0.4, -7.0),
    Vec3::new(-0.8, -1.3, -5.0),
    Vec3::new(0.0, -1.4, -2.5),
    Vec3::new(0.0, -1.4, 0.0),
    Vec3::new(-2.5, -1.4, 2.6),
    Vec3::new(-6.0, -1.0, 4.5),
    Vec3::new(-8.0, -0.2, 6.0),
];

/// Adds the guide, whom a part of the school follows, and a second camera behind it.
pub fn add(scene: &mut Scene, school: Handle<Node>, camera: Handle<Node>, optics: &Camera) {
    let guide = flocks::add(scene, "Guide", HALL, flock());
    add_path(scene, guide);
    let place = flocks::add_follower(scene, "Place of the Guide", HALL, guide, Vec3::zeros());
    let leader = FlockLeader {
        follow: 0.8.into(),
        strength: Strength {
            weight: 4.5,
            reach: 8.0,
            share: 0.25,
            ..Strength::default()
        }
        .into(),
        flocks: vec![school].into(),
        ..FlockLeader::default()
    };
    let leader = flocks::add(scene, "Guide Leads", Vec3::zeros(), leader);
    let lamp = add_lamp(scene);
    for node in [leader, lamp] {
        scene.graph.link_nodes(node, place);
    }
    let behind = optics.add_second(scene, "Camera of the Guide");
    let back = Vec3::new(0.0, 0.35, -1.5);
    let seat = flocks::add_follower(scene, "Seat behind the Guide", HALL, guide, back);
    scene.graph.link_nodes(behind, seat);
    let mut choice = Choice::default();
    choice.nodes = vec![camera, behind].into();
    choice.caption = "F: swim with the guide, or fly".to_string().into();
    flocks::add(scene, "Cameras", Vec3::zeros(), choice);
}

fn add_path(scene: &mut Scene, guide: Handle<Node>) {
    let path = FlockPath {
        is_loop: true.into(),
        radius: 0.3.into(),
        look_ahead: 0.8.into(),
        strength: Strength {
            weight: 6.0,
            reach: 12.0,
            ..Strength::default()
        }
        .into(),
        flocks: vec![guide].into(),
    };
    let path = flocks::add(scene, "Way of the Guide", Vec3::zeros(), path);
    for (number, point) in (1..).zip(ROUND) {
        flocks::add_point(scene, path, &format!("Way Point {number}"), point);
    }
}

fn add_lamp(scene: &mut Scene) -> Handle<Node> {
    let transform = TransformBuilder::new().with_local_position(Vec3::new(0.0, 0.25, 0.35));
    let base = BaseBuilder::new()
        .with_name("Lamp of the Guide")
        .with_cast_shadows(false)
        .with_local_transform(transform.build());
    let light = BaseLightBuilder::new(base)
        .with_color(Color::opaque(255, 226, 150))
        .with_scatter_enabled(false)
        .with_intensity(2.4);
    let light = PointLightBuilder::new(light).with_radius(5.0).build_node();
    scene.graph.add_node(light)
}

/// A flock of one.
fn flock() -> Flock {
    let mut settings = flocks::single();
    settings.spawn.speed = 0.9;
    settings.spawn.region = Region::sphere(0.5);
    settings.wander = Wander {
        enabled: true,
        weight: 0.2,
        ..Wander::default()
    };
    settings.motion.min_speed = 0.9;
    settings.motion.max_speed = 1.2;
    settings.motion.max_acceleration = 2.5;
    settings.motion.flattening = 0.4;
    let half = terrain().size / 2.0;
    settings.boundary = Boundary::new(Region::Box {
        min: -half - HALL,
        max: half - HALL,
    });
    settings.collision.body_radius = 0.15;
    settings.body.scale = 2.2;
    settings.body.turn_time = 0.6;
    let mut flock = Flock::new(settings);
    flock.shape = BodyShape::ReefFish.into();
    flock.variety = Variety {
        glow: 0.5,
        ..Variety::default()
    }
    .into();
    flock
}
