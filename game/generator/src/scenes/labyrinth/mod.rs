//! The labyrinth: rooms on three terraces, joined by doorways and shafts, through which two swarms
//! of moths find the shortest way to a fruit that appears in one room after another.

mod building;
mod masonry;
mod moths;
mod paint;
mod plan;

use crate::{
    base::{camera::Camera, nodes, output::Output},
    shared::sky::{self, Sky},
};
use fyrox::{
    core::{algebra::Vector3, color::Color},
    scene::Scene,
};
use std::error::Error;

/// Path below the data folder.
const LABYRINTH: &str = "labyrinth.rgs";

/// High above the front, with a narrow view: so walls hide little of the rooms behind them.
const CAMERA: Camera = Camera {
    position: Vector3::new(0.0, 51.0, 52.0),
    yaw: 180.0,
    pitch: 43.0,
    field_of_view: 25.0,
    exposure: 1.5,
    speed: 14.0,
    near: 0.2,
    far: sky::FAR,
};

const EVENING: Sky = Sky {
    material: "materials/labyrinth_air.material",
    zenith: Color::from_rgba(30, 40, 92, 255),
    horizon: Color::from_rgba(90, 92, 136, 255),
    glow: Color::from_rgba(200, 150, 130, 255),
    cloud: Color::from_rgba(80, 80, 110, 255),
    sun_direction: Vector3::new(-0.6, 0.7, 0.25),
    glow_strength: 0.4,
    disc: 0.0,
    cover: 0.5,
    haze: 0.0012,
    brightness: 0.6,
    sun: Color::from_rgba(150, 170, 240, 255),
    sun_intensity: 0.7,
    fill: Color::from_rgba(120, 130, 210, 255),
    fill_intensity: 0.25,
    ambient: Color::from_rgba(58, 58, 88, 255),
    shadows: [60.0, 80.0, 120.0],
};

/// Writes the scene and all files of this scene alone.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    paint::write(output)?;
    building::write(output)?;
    moths::write(output)?;
    let mut scene = Scene::new();
    CAMERA.add(&mut scene, LABYRINTH);
    EVENING.add(output, &mut scene)?;
    building::add(&mut scene);
    moths::add(&mut scene);
    nodes::panel(&mut scene);
    nodes::write_scene(output, LABYRINTH, &mut scene)
}
