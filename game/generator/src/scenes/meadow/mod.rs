//! The meadow: butterflies over flowers, gnats above a pond, swallows that hunt them,
//! storks, and cranes in a V.

mod animals;
mod cranes;
mod ground;
mod parts;
mod plants;
mod scenery;
mod stork;
mod storks;

use crate::{
    base::{camera::Camera, flocks, material, nodes, output::Output},
    shared::sky::{self, Sky},
};
use flock_demo::Weather;
use fyrox::{
    core::{algebra::Vector3, color::Color},
    scene::Scene,
};
use std::error::Error;

type Vec3 = Vector3<f32>;

/// Path below the data folder.
const MEADOW: &str = "meadow.rgs";

/// The captions by fair weather, before the rain, in the rain and after it.
const SAID: [&str; 4] = [
    "Fair: butterflies fly, and swallows hunt high",
    "Clouds gather: gnats and swallows fly low",
    "Rain: butterflies shelter among the flowers",
    "It clears up",
];

const DAY: Sky = Sky {
    material: "materials/day_air.material",
    zenith: Color::from_rgba(58, 122, 214, 255),
    horizon: Color::from_rgba(196, 220, 236, 255),
    glow: Color::from_rgba(255, 226, 176, 255),
    cloud: Color::from_rgba(214, 222, 232, 255),
    sun_direction: Vector3::new(-0.72, 0.55, 0.42),
    glow_strength: 0.75,
    disc: 5.0,
    cover: 0.42,
    haze: 0.0026,
    brightness: 1.0,
    sun: Color::from_rgba(255, 240, 208, 255),
    sun_intensity: 2.6,
    fill: Color::from_rgba(170, 200, 240, 255),
    fill_intensity: 0.5,
    ambient: Color::from_rgba(104, 118, 124, 255),
    shadows: [8.0, 25.0, 80.0],
};

/// Writes the scene and all its files.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    parts::write(output)?;
    stork::write(output)?;
    let mut scene = Scene::new();
    let camera = Camera {
        position: Vec3::new(-1.2, 1.25, 6.0),
        yaw: 170.0,
        pitch: 1.0,
        field_of_view: 55.0,
        exposure: 1.4,
        speed: 5.0,
        near: 0.15,
        far: sky::FAR,
    };
    camera.add(&mut scene, MEADOW);
    let lights = DAY.add(output, &mut scene)?;
    scenery::add(&mut scene);
    let animals = animals::add(&mut scene);
    storks::add(&mut scene);
    cranes::add(&mut scene);
    let mut weather = Weather::default();
    weather.said = SAID.map(str::to_string).to_vec().into();
    weather.air = vec![material::reference(DAY.material)].into();
    weather.lights = vec![lights.sun, lights.fill].into();
    weather.wind = animals.wind.into();
    weather.before_rain = animals.low.into();
    flocks::add(&mut scene, "Weather", Vec3::zeros(), weather);
    nodes::panel(&mut scene);
    nodes::write_scene(output, MEADOW, &mut scene)
}
