//! The gulls that follow the ship and ride on it, and the fish under it.

use super::{quay, sea::BAY};
use crate::base::flocks;
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    scripts::{FlockPath, FlockPerches, FlockTarget, Strength},
    sim::{
        settings::{BoundaryMode, Region},
        Preset,
    },
    Flock,
};
use std::f32::consts::TAU;

type Vec3 = Vector3<f32>;

/// Radii of the gulls' round to the side and along the ship, in metres, and its number of points.
const RADII: [f32; 2] = [8.0, 11.0];
const POINTS: usize = 8;

/// Adds the animals around the ship.
pub fn add(scene: &mut Scene, ship: Handle<Node>) {
    let gulls = flocks::add(scene, "Gulls", BAY + Vec3::y() * 7.0, gulls());
    let fish = flocks::add(scene, "Fish in the Bay", BAY - Vec3::y() * 2.1, fish());
    add_round(scene, ship, gulls);
    add_shade(scene, ship, fish);
    let deck = perches(gulls, Vec3::new(1.8, 2.4, 5.0), 14.0);
    let deck = flocks::add(scene, "Ship to Stand on", Vec3::y() * 2.9, deck);
    scene.graph.link_nodes(deck, ship);
    let posts = perches(gulls, Vec3::new(30.0, 0.5, 0.5), 12.0);
    let edge = Vec3::new(0.0, quay::HEIGHT + 0.9, 0.55);
    flocks::add(scene, "Posts to Stand on", edge, posts);
}

/// The way of the gulls around the ship, which moves with it.
fn add_round(scene: &mut Scene, ship: Handle<Node>, gulls: Handle<Node>) {
    let round = FlockPath {
        is_loop: true.into(),
        radius: 4.0.into(),
        look_ahead: 1.0.into(),
        strength: Strength {
            weight: 7.0,
            reach: 60.0,
            ..Strength::default()
        }
        .into(),
        flocks: vec![gulls].into(),
    };
    let round = flocks::add(scene, "Round of the Gulls", Vec3::y() * 5.5, round);
    scene.graph.link_nodes(round, ship);
    for number in 0..POINTS {
        let (sin, cos) = (TAU * number as f32 / POINTS as f32).sin_cos();
        let place = Vec3::new(RADII[0] * sin, 1.5 * cos, RADII[1] * cos - 2.0);
        flocks::add_point(
            scene,
            round,
            &format!("Round of the Gulls {}", number + 1),
            place,
        );
    }
}

/// The shade of the ship, which fish like.
fn add_shade(scene: &mut Scene, ship: Handle<Node>, fish: Handle<Node>) {
    let shade = FlockTarget {
        slowing: 1.5.into(),
        strength: Strength {
            weight: 4.0,
            reach: 40.0,
            ..Strength::default()
        }
        .into(),
        flocks: vec![fish].into(),
        ..FlockTarget::default()
    };
    let shade = flocks::add(scene, "Shade of the Ship", Vec3::y() * -1.8, shade);
    scene.graph.link_nodes(shade, ship);
}

fn perches(gulls: Handle<Node>, half_extents: Vec3, reach: f32) -> FlockPerches {
    FlockPerches {
        half_extents: half_extents.into(),
        head_room: 0.6.into(),
        wing_room: 0.3.into(),
        spacing: 0.55.into(),
        most: 60.into(),
        reach: reach.into(),
        landings: 0.05.into(),
        shortest_stay: 8.0.into(),
        longest_stay: 25.0.into(),
        flocks: vec![gulls].into(),
        ..FlockPerches::default()
    }
}

fn gulls() -> Flock {
    let mut flock = Flock::of(Preset::Gulls);
    let mut settings = flock.settings();
    settings.spawn.count = 34;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-14.0, -2.0, -8.0),
        max: Vec3::new(14.0, 4.0, 8.0),
    };
    settings.boundary = flocks::around_middle(30.0);
    flock.set_settings(settings);
    flock
}

fn fish() -> Flock {
    let mut flock = Flock::of(Preset::Sardines);
    let mut settings = flock.settings();
    let half = Vec3::new(19.0, 1.5, 12.0);
    let region = Region::cuboid(half);
    settings.spawn.count = 700;
    settings.spawn.region = region;
    settings.boundary.shape = region;
    settings.boundary.mode = BoundaryMode::SoftTurn { margin: 1.2 };
    // Larger than natural, so that the school is visible from the quay.
    settings.body.scale = 2.4;
    flock.set_settings(settings);
    flock
}
