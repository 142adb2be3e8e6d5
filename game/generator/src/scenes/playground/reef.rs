//! The station about a reef from noise.

use super::{
    builder::{swarm, Builder, Vec3},
    shapes,
};
use crate::{
    base::{material, pattern::Random},
    shared::{materials as m, models},
};
use flock_demo::Regrow;
use fyrox::core::algebra::UnitQuaternion;
use fyrox_flock::{render::BodyShape, scripts::FlockReef, sim::settings::Region};
use std::f32::consts::TAU;

/// Bounds of the rock, whose lower half is below the ground.
const SIZE: Vec3 = Vec3::new(6.0, 7.6, 6.0);

/// Half extents of the room of the fish, and the height of its middle.
const ROOM: Vec3 = Vec3::new(3.4, 2.0, 3.4);
const MIDDLE: Vec3 = Vec3::new(0.0, 2.5, 0.0);

/// Radii of the bed of corals around the rock, and their number.
const BED: [f32; 2] = [2.75, 3.3];
const CORALS: usize = 26;

const KINDS: [(&str, &str); 7] = [
    (models::BRAIN, m::PINK_CORAL),
    (models::GRASS, m::GRASS),
    (models::BRANCHES, m::ORANGE_CORAL),
    (models::SPONGE, m::VIOLET_SPONGE),
    (models::GRASS, m::RED_GRASS),
    (models::BRANCHES, m::PINK_CORAL),
    (models::BRAIN, m::ORANGE_CORAL),
];

pub fn reef(station: &mut Builder) {
    let mut flock = swarm(BodyShape::ReefFish, 4.0, 150, ROOM, 2.2);
    let mut settings = flock.settings();
    // Above the rock.
    settings.spawn.region = Region::Box {
        min: Vec3::new(-2.8, 0.4, -2.8),
        max: Vec3::new(2.8, 1.7, 2.8),
    };
    flock.set_settings(settings);
    station.flock(MIDDLE, flock);
    let rock = FlockReef {
        size: SIZE.into(),
        cube: 0.12.into(),
        scale: 2.0.into(),
        threshold: 0.44.into(),
        margin: 2.4.into(),
        largest_only: true.into(),
        seed: 1.into(),
        texture_size: 1.6.into(),
        material: material::reference(m::PALE_ROCK).into(),
        ..FlockReef::default()
    };
    let rock = station.script("Rock", Vec3::y() * 0.1, 0.0, rock);
    let mut regrow = Regrow::default();
    regrow.prompt = "grow another reef (keep off the sand)".to_string().into();
    station.scene.graph[rock].add_script(regrow);
    add_bed(station);
}

/// Sand, and corals around the rock.
fn add_bed(station: &mut Builder) {
    let size = Vec3::new(3.4, 1.0, 3.4);
    station.mesh("Sand", shapes::PAD, m::SAND, Vec3::y() * 0.13, size);
    let mut random = Random::new(20);
    for number in 0..CORALS {
        let angle = (number as f32 + random.between(-0.3, 0.3)) / CORALS as f32 * TAU;
        let (sin, cos) = angle.sin_cos();
        let radius = random.between(BED[0], BED[1]);
        let at = Vec3::new(sin * radius, 0.08, cos * radius);
        let (model, material) = KINDS[number % KINDS.len()];
        let turn = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), random.between(0.0, TAU));
        let size = random.between(0.6, 1.0);
        station.turned_mesh("Coral", model, material, (at, turn), size);
    }
}
