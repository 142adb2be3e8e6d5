//! Stations about attraction and guidance.

use super::{
    builder::{at, swarm, Builder, Vec3},
    paint, shapes,
};
use crate::base::flocks;
use flock_demo::{Course, Mover};
use fyrox::{core::algebra::UnitQuaternion, graph::SceneGraph, scene::pivot::PivotBuilder};
use fyrox_flock::{
    render::BodyShape,
    scripts::{FlockGuide, FlockLeader, FlockPath, FlockTarget, Strength},
    sim::{influences::FallOff, settings::BoundaryMode},
};
use std::f32::consts::{FRAC_PI_2, TAU};

/// A constant strength within a reach.
pub fn constant(weight: f32, reach: f32) -> Strength {
    Strength {
        weight,
        reach,
        fall_off: FallOff::Constant,
        share: 1.0,
    }
}

pub fn target(station: &mut Builder) {
    let middle = Vec3::y() * 3.4;
    let mut flock = swarm(BodyShape::Sardine, 3.0, 130, Vec3::new(3.2, 2.2, 3.2), 3.4);
    let mut settings = flock.settings();
    // The lamp attracts the boids; separation keeps them apart.
    settings.cohesion.enabled = false;
    settings.separation.weight = 8.0;
    settings.separation.radius = 0.6;
    flock.set_settings(settings);
    station.tint(&mut flock);
    let flock = station.flock(middle, flock);
    let lamp = station.mesh(
        "Lamp",
        shapes::BALL,
        paint::LAMP,
        middle,
        Vec3::repeat(0.26),
    );
    station.scene.graph[lamp].set_cast_shadows(false);
    station.moves(
        lamp,
        Mover::new(Course::Circle, Vec3::new(2.0, 0.6, 2.0), 9.0),
    );
    let target = FlockTarget {
        slowing: 0.0.into(),
        strength: constant(9.0, 30.0).into(),
        flocks: vec![flock].into(),
        ..FlockTarget::default()
    };
    station.scene.graph[lamp].add_script(target);
}

/// The butterflies have no boundary.
pub fn leader(station: &mut Builder) {
    let mut flock = swarm(BodyShape::Butterfly, 3.2, 70, Vec3::repeat(3.0), 7.0);
    let mut settings = flock.settings();
    settings.boundary = flocks::around_middle(46.0);
    settings.boundary.mode = BoundaryMode::SoftTurn { margin: 3.0 };
    settings.cohesion.weight = 0.6;
    settings.separation.radius = 0.8;
    settings.motion.min_speed = 0.8;
    settings.body.beats_per_second = 6.0;
    settings.body.beats_per_metre = 0.5;
    settings.wander.weight = 4.0;
    settings.wander.change_time = 0.5;
    flock.set_settings(settings);
    let flock = flocks::add(station.scene, "Leader Flock", Vec3::y() * 6.0, flock);
    station.flock = flock;
    let script = FlockLeader {
        follow: 0.8.into(),
        strength: constant(14.0, 200.0).into(),
        flocks: vec![flock].into(),
        ..FlockLeader::default()
    };
    // In front of the player, so that it sees the boids that follow.
    let base = at(Vec3::new(0.6, 2.3, 9.0))
        .with_name("Leader Place")
        .with_script(script);
    let node = PivotBuilder::new(base).build_node();
    let node = station.scene.graph.add_node(node);
    station.scene.graph.link_nodes(node, station.player.heading);
    // Rings that mark the station.
    for (size, height) in [(1.3, 0.4), (1.0, 1.2), (0.7, 2.0)] {
        let paint = station.paint();
        let place = Vec3::y() * height;
        station.mesh("Ring", shapes::RING, &paint, place, Vec3::repeat(size));
    }
}

pub fn guide(station: &mut Builder) {
    let half = Vec3::new(3.4, 1.3, 1.3);
    let height = 2.6;
    let mut flock = swarm(BodyShape::Falcon, 0.85, 90, half, 3.0);
    let mut settings = flock.settings();
    settings.boundary.mode = BoundaryMode::Wrap;
    // At most half of the box, which wraps.
    settings.cohesion.radius = half.y * 0.9;
    settings.alignment.radius = half.y * 0.9;
    flock.set_settings(settings);
    station.tint(&mut flock);
    let flock = station.flock(Vec3::y() * height, flock);
    let begin = Vec3::new(-0.5 * shapes::ARROW_LENGTH, height, 0.0);
    let guide = FlockGuide {
        length: shapes::ARROW_LENGTH.into(),
        strength: constant(14.0, 2.2).into(),
        flocks: vec![flock].into(),
    };
    station.script("Arrow", begin, 90.0, guide);
    let (paint, along) = (
        station.paint(),
        UnitQuaternion::from_axis_angle(&Vec3::y_axis(), FRAC_PI_2),
    );
    station.turned_mesh(
        "Arrow Mesh",
        shapes::ARROW,
        paint::LAMP,
        (begin, along),
        1.0,
    );
    let upright = UnitQuaternion::from_axis_angle(&Vec3::z_axis(), FRAC_PI_2);
    for side in [-1.0, 1.0] {
        let gate = Vec3::new(side * (half.x + 0.1), height, 0.0);
        station.turned_mesh("Gate", shapes::RING, &paint, (gate, upright), 1.9);
    }
}

/// Points of the path around the middle of the station.
fn points() -> impl Iterator<Item = Vec3> {
    (0..8).map(|number| {
        let angle = number as f32 / 8.0 * TAU;
        let (sin, cos) = angle.sin_cos();
        Vec3::new(sin * 2.5, 3.2 + 0.9 * (2.0 * angle).sin(), cos * 2.5)
    })
}

pub fn path(station: &mut Builder) {
    let mut flock = swarm(BodyShape::Falcon, 0.85, 110, Vec3::new(3.2, 2.2, 3.2), 3.6);
    station.tint(&mut flock);
    let flock = station.flock(Vec3::y() * 3.2, flock);
    let path = FlockPath {
        is_loop: true.into(),
        radius: 0.45.into(),
        look_ahead: 0.6.into(),
        strength: constant(16.0, 8.0).into(),
        flocks: vec![flock].into(),
    };
    let node = station.script("Path", Vec3::zeros(), 0.0, path);
    let paint = station.paint();
    let all: Vec<Vec3> = points().collect();
    for (index, point) in all.iter().enumerate() {
        let name = format!("Path Point {}", index + 1);
        flocks::add_point(station.scene, node, &name, *point);
        let along = all[(index + 1) % all.len()] - all[(index + all.len() - 1) % all.len()];
        let turn = UnitQuaternion::rotation_between(&Vec3::y(), &along).unwrap_or_default();
        station.turned_mesh("Path Ring", shapes::RING, &paint, (*point, turn), 0.75);
    }
}
