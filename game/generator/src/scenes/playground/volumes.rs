//! Stations about volumes that attract, repel or contain boids.

use super::{
    builder::{swarm, Builder, Vec3},
    paint, shapes,
};
use crate::shared::trees;
use flock_demo::Dusk;
use fyrox::core::algebra::UnitQuaternion;
use fyrox_flock::{
    render::BodyShape,
    scripts::{EffectShape, FlockAltitudeBand, FlockVolume, Strength, VolumeRole},
};
use std::f32::consts::FRAC_PI_2;

/// Half extents of the room of a station, and the height of its middle.
const ROOM: Vec3 = Vec3::new(3.2, 2.2, 3.2);
const MIDDLE: Vec3 = Vec3::new(0.0, 3.3, 0.0);

fn strength(weight: f32, reach: f32) -> Strength {
    Strength {
        weight,
        reach,
        ..Strength::default()
    }
}

/// Rings that make a ball visible.
fn add_globe(station: &mut Builder, at: Vec3, radius: f32) {
    let paint = station.paint();
    for axis in [Vec3::x_axis(), Vec3::y_axis(), Vec3::z_axis()] {
        let turn = UnitQuaternion::from_axis_angle(&axis, FRAC_PI_2);
        station.turned_mesh("Globe", shapes::RING, &paint, (at, turn), radius);
    }
}

pub fn attract(station: &mut Builder) {
    let mut flock = swarm(BodyShape::ReefFish, 4.0, 130, ROOM, 2.4);
    flock.variety.row = 1;
    let flock = station.flock(MIDDLE, flock);
    let radius = 1.1;
    let volume = FlockVolume {
        role: VolumeRole::Attract.into(),
        shape: EffectShape::Sphere { radius }.into(),
        strength: strength(9.0, 8.0).into(),
        flocks: vec![flock].into(),
        ..FlockVolume::default()
    };
    station.script("Volume", MIDDLE, 0.0, volume);
    add_globe(station, MIDDLE, radius);
    let size = Vec3::repeat(0.16);
    station.mesh("Core", shapes::BALL, paint::LAMP, MIDDLE, size);
}

pub fn repel(station: &mut Builder) {
    let mut flock = swarm(BodyShape::ReefFish, 4.0, 130, ROOM, 2.4);
    flock.variety.row = 3;
    let flock = station.flock(MIDDLE, flock);
    let (half_height, radius) = (1.3, 0.9);
    let volume = FlockVolume {
        role: VolumeRole::Repel.into(),
        shape: EffectShape::Capsule {
            half_height,
            radius,
        }
        .into(),
        strength: strength(30.0, 1.3).into(),
        flocks: vec![flock].into(),
        ..FlockVolume::default()
    };
    station.script("Volume", MIDDLE, 0.0, volume);
    let paint = station.paint();
    for height in [-1.3, -0.65, 0.0, 0.65, 1.3] {
        let at = MIDDLE + Vec3::y() * height;
        station.mesh("Ring", shapes::RING, &paint, at, Vec3::repeat(radius));
    }
    for (height, radius) in [(1.9, 0.62), (-1.9, 0.62)] {
        let at = MIDDLE + Vec3::y() * height;
        station.mesh("Ring", shapes::RING, &paint, at, Vec3::repeat(radius));
    }
}

pub fn pen(station: &mut Builder) {
    let mut flock = swarm(BodyShape::FlatFish, 3.0, 110, ROOM, 2.2);
    flock.variety.row = 2;
    let flock = station.flock(MIDDLE, flock);
    let half_extents = shapes::CAGE_HALF;
    let volume = FlockVolume {
        role: VolumeRole::Pen.into(),
        shape: EffectShape::Box { half_extents }.into(),
        strength: strength(20.0, 0.6).into(),
        flocks: vec![flock].into(),
        ..FlockVolume::default()
    };
    station.script("Volume", MIDDLE, 0.0, volume);
    let paint = station.paint();
    station.mesh("Cage", shapes::CAGE, &paint, MIDDLE, Vec3::repeat(1.0));
}

pub fn ring_pen(station: &mut Builder) {
    let mut flock = swarm(BodyShape::ReefFish, 4.0, 150, ROOM, 2.6);
    flock.variety.row = 2;
    let flock = station.flock(MIDDLE, flock);
    let ring = station.mesh(
        "Glass",
        shapes::PEN,
        paint::GLASS,
        MIDDLE,
        Vec3::repeat(1.0),
    );
    station.make_glass(ring);
    let volume = FlockVolume {
        role: VolumeRole::Pen.into(),
        shape: EffectShape::Mesh { node: ring }.into(),
        strength: strength(20.0, 0.5).into(),
        flocks: vec![flock].into(),
        ..FlockVolume::default()
    };
    station.script("Volume", MIDDLE, 0.0, volume);
    let paint = station.paint();
    let [radius, tube] = shapes::PEN_RADII;
    for radius in [radius - tube, radius + tube] {
        station.mesh("Ring", shapes::RING, &paint, MIDDLE, Vec3::repeat(radius));
    }
}

pub fn band(station: &mut Builder) {
    let mut flock = swarm(BodyShape::Falcon, 0.85, 120, ROOM, 3.0);
    station.tint(&mut flock);
    let flock = station.flock(MIDDLE, flock);
    let (lowest, highest) = (2.9, 3.7);
    let band = FlockAltitudeBand {
        lowest: lowest.into(),
        highest: highest.into(),
        strength: strength(22.0, 0.4).into(),
        flocks: vec![flock].into(),
        ..FlockAltitudeBand::default()
    };
    station.script("Band", Vec3::zeros(), 0.0, band);
    let paint = station.paint();
    for height in [lowest, highest] {
        let at = Vec3::y() * height;
        station.mesh("Limit", shapes::RING, &paint, at, Vec3::new(3.2, 1.5, 3.2));
    }
    for side in [-1.0, 1.0] {
        let half = Vec3::new(0.06, 2.0, 0.06);
        station.solid("Pole", paint::IRON, Vec3::new(side * 3.2, 2.0, 0.0), half);
    }
}

pub fn roost(station: &mut Builder) {
    let room = Vec3::new(3.4, 2.4, 3.4);
    let mut flock = swarm(BodyShape::Starling, 2.4, 140, room, 3.4);
    let mut settings = flock.settings();
    settings.motion.min_speed = 0.05;
    flock.set_settings(settings);
    let flock = station.flock(Vec3::y() * 4.2, flock);
    let volume = FlockVolume {
        role: VolumeRole::Roost {
            slowing: 0.5,
            dusk: 0.0,
        }
        .into(),
        shape: EffectShape::Sphere { radius: 1.6 }.into(),
        strength: strength(20.0, 12.0).into(),
        flocks: vec![flock].into(),
        ..FlockVolume::default()
    };
    station.script("Volume", Vec3::y() * 4.0, 0.0, volume);
    station.add_voices(Vec3::y() * 4.2, 0.4, 11.0);
    let size = Vec3::repeat(0.62);
    station.mesh("Tree", trees::BARE, paint::BARK, Vec3::zeros(), size);
    let foot = Vec3::new(2.5, 0.0, 2.6);
    let half = Vec3::new(0.05, 0.9, 0.05);
    station.solid("Switch Post", paint::IRON, foot + Vec3::y() * 0.9, half);
    let top = foot + Vec3::y() * 1.95;
    let lantern = station.mesh("Switch", shapes::BALL, paint::LAMP, top, Vec3::repeat(0.17));
    station.scene.graph[lantern].set_cast_shadows(false);
    let dusk = Dusk::new(vec![station.sun], "make it night or day");
    station.scene.graph[lantern].add_script(dusk);
    station.lamp("Switch Light", top, [255, 206, 130], 7.0);
}
