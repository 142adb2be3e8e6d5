//! The starlings: a murmuration over a town at dusk, and a falcon.

mod town;

use crate::{
    base::{camera::Camera, flocks, material, nodes, output::Output},
    shared::{
        sky::{self, Sky},
        sounds,
    },
};
use flock_demo::{Day, Glow};
use fyrox::{
    core::{algebra::Vector3, color::Color, pool::Handle},
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    events::EventSettings,
    render::BodyShape,
    scripts::{FlockPerches, FlockSound, Strength},
    sim::{
        settings::{Catch, Detail, Region},
        world::RelationKind,
        Preset, Settings,
    },
    Flock,
};
use std::error::Error;

/// Path below the data folder.
const STARLINGS: &str = "starlings.rgs";
/// The middle of the murmuration.
const ROOST: Vector3<f32> = Vector3::new(-4.0, 31.0, -10.0);

/// The captions of day, dusk, night and dawn.
const SAID: [&str; 4] = [
    "Day: the starlings feed on the ground",
    "Dusk: they gather over the roost, and the falcon hunts",
    "Night: they sleep on roofs, wires and trees",
    "Dawn: all wake and rise",
];

const DUSK: Sky = Sky {
    material: "materials/dusk_air.material",
    zenith: Color::from_rgba(58, 80, 150, 255),
    horizon: Color::from_rgba(226, 178, 160, 255),
    glow: Color::from_rgba(255, 150, 64, 255),
    cloud: Color::from_rgba(126, 104, 132, 255),
    sun_direction: Vector3::new(0.62, 0.17, -0.78),
    glow_strength: 1.25,
    disc: 5.0,
    cover: 0.55,
    haze: 0.0019,
    brightness: 0.86,
    sun: Color::from_rgba(255, 176, 104, 255),
    sun_intensity: 2.4,
    fill: Color::from_rgba(150, 168, 216, 255),
    fill_intensity: 0.55,
    ambient: Color::from_rgba(96, 92, 120, 255),
    shadows: [30.0, 80.0, 190.0],
};

/// Writes the scene.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    town::write(output)?;
    let mut scene = Scene::new();
    let camera = Camera {
        position: Vector3::new(1.2, 6.6, 46.0),
        yaw: 180.0,
        pitch: -11.0,
        field_of_view: 62.0,
        exposure: 1.5,
        speed: 12.0,
        near: 0.1,
        far: sky::FAR,
    };
    camera.add(&mut scene, STARLINGS);
    let lights = DUSK.add(output, &mut scene)?;
    let lamps = town::add(&mut scene);
    let starlings = flocks::add(&mut scene, "Starlings", ROOST, starlings());
    let falcon = flocks::add(
        &mut scene,
        "Falcon",
        ROOST + Vector3::new(30.0, 12.0, 0.0),
        falcon(),
    );
    flocks::relate(
        &mut scene,
        starlings,
        falcon,
        RelationKind::Flee,
        26.0,
        16.0,
    );
    flocks::relate(
        &mut scene,
        falcon,
        starlings,
        RelationKind::Hunt,
        40.0,
        150.0,
    );
    let feeding = vec![add_field(&mut scene, starlings)];
    let sleeping = add_perches(&mut scene, starlings);
    add_roost(&mut scene, starlings);
    let voices = FlockSound {
        call: Some(sounds::reference(sounds::STARLING)).into(),
        burst: Some(sounds::reference(sounds::WINGS)).into(),
        volume: 0.6.into(),
        range: 120.0.into(),
        rate: 5.0.into(),
        flocks: vec![starlings].into(),
        ..FlockSound::default()
    };
    flocks::add(&mut scene, "Voices of Starlings", ROOST, voices);
    let mut day = Day::default();
    day.hour = 18.1.into();
    day.said = SAID.map(str::to_string).to_vec().into();
    day.sun = lights.sun.into();
    day.sky = lights.fill.into();
    day.air = vec![material::reference(DUSK.material)].into();
    day.lamps = lamps.into();
    day.glows = town::GLOWS.map(glow).to_vec().into();
    day.feeding = feeding.into();
    day.sleeping = sleeping.into();
    day.at_dusk = vec![falcon].into();
    flocks::add(&mut scene, "Day", Vector3::zeros(), day);
    nodes::panel(&mut scene);
    nodes::write_scene(output, STARLINGS, &mut scene)
}

fn glow((path, emission): (&str, Vector3<f32>)) -> Glow {
    Glow {
        materials: vec![material::reference(path)],
        emission,
        fades: false,
    }
}

/// The flock of ten thousand starlings.
fn starlings() -> Flock {
    let mut flock = Flock::of(Preset::Starlings);
    let mut settings = flock.settings();
    settings.spawn.count = 10_000;
    settings.spawn.region = Region::Sphere {
        center: Vector3::zeros(),
        radius: 20.0,
    };
    settings.boundary = flocks::around_middle(29.0);
    settings.fear.enabled = true;
    settings.fear.radius = 16.0;
    settings.panic.enabled = true;
    settings.panic.weight = 14.0;
    // Larger than natural, so that the flock is visible on a small screen.
    settings.body.scale = 1.7;
    settings.detail = Detail {
        enabled: true,
        second: 40.0,
        fourth: 65.0,
        eighth: 130.0,
        ..Detail::default()
    };
    flock.set_settings(settings);
    flock.events = EventSettings {
        panicked: true,
        landed: true,
        took_off: true,
        caught: true,
        ..EventSettings::default()
    }
    .into();
    flock
}

/// A falcon that attacks repeatedly. Catches are only reported, so no starling is lost.
fn falcon() -> Flock {
    let mut settings: Settings = Preset::Crows.settings();
    settings.spawn.count = 1;
    settings.spawn.speed = 14.0;
    settings.spawn.region = Region::Sphere {
        center: Vector3::zeros(),
        radius: 1.0,
    };
    settings.motion.min_speed = 12.0;
    settings.motion.max_speed = 19.0;
    settings.motion.max_acceleration = 40.0;
    settings.motion.max_turn_rate = 110.0;
    settings.motion.flattening = 0.0;
    settings.boundary = flocks::around_middle(45.0);
    settings.hunting.enabled = true;
    settings.hunting.rest_time = 1.0;
    settings.hunting.shadow_time = 3.0;
    settings.hunting.shadow_distance = 25.0;
    settings.hunting.catch_distance = 0.3;
    settings.hunting.catch = Catch::Report;
    settings.hunting.handling_time = 4.0;
    let mut flock = Flock::new(settings);
    flock.shape = BodyShape::Falcon.into();
    flock
}

/// The grass between the houses, on which birds feed by day.
fn add_field(scene: &mut Scene, starlings: Handle<Node>) -> Handle<Node> {
    let grass = FlockPerches {
        half_extents: Vector3::new(60.0, 0.4, 60.0).into(),
        steepest: 20.0.into(),
        spacing: 0.7.into(),
        most: 8000.into(),
        reach: 40.0.into(),
        landings: 0.15.into(),
        shortest_stay: 6.0.into(),
        longest_stay: 30.0.into(),
        flocks: vec![starlings].into(),
        ..FlockPerches::default()
    };
    flocks::add(
        scene,
        "Grass to Feed on",
        Vector3::new(0.0, 0.1, -20.0),
        grass,
    )
}

/// Draws the birds down to the town at night, within reach of their perches.
fn add_roost(scene: &mut Scene, starlings: Handle<Node>) {
    let strength = Strength {
        weight: 12.0,
        reach: 60.0,
        ..Strength::default()
    };
    let half_extents = Vector3::new(38.0, 5.0, 45.0);
    let roost = flocks::roost(half_extents, 3.0, strength, vec![starlings]);
    flocks::add(scene, "Roost", Vector3::new(0.0, 20.0, -22.0), roost);
}

/// The roofs and trees of the town, and the wires, which birds prefer.
fn add_perches(scene: &mut Scene, starlings: Handle<Node>) -> Vec<Handle<Node>> {
    let roofs = FlockPerches {
        half_extents: Vector3::new(45.0, 11.0, 50.0).into(),
        spacing: 0.45.into(),
        most: 9000.into(),
        reach: 30.0.into(),
        landings: 0.02.into(),
        flocks: vec![starlings].into(),
        ..FlockPerches::default()
    };
    let wires = FlockPerches {
        half_extents: Vector3::new(1.8, 1.0, 56.0).into(),
        spacing: 0.28.into(),
        most: 1500.into(),
        steepest: 60.0.into(),
        head_room: 0.2.into(),
        reach: 40.0.into(),
        landings: 0.3.into(),
        shortest_stay: 30.0.into(),
        longest_stay: 60.0.into(),
        flocks: vec![starlings].into(),
        ..FlockPerches::default()
    };
    let above_street = Vector3::new(5.0, town::WIRE_HEIGHT - 0.2, 8.0);
    let sites = [
        ("Roofs", Vector3::new(0.0, 14.5, -25.0), roofs),
        ("Wires to Sit on", above_street, wires),
    ];
    let add = |(name, place, script)| flocks::add(scene, name, place, script);
    sites.map(add).to_vec()
}
