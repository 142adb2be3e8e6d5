//! The animals of the meadow, and their sounds.

use super::ground::POND_AT;
use crate::{base::flocks, shared::sounds};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    events::EventSettings,
    render::BodyShape,
    scripts::{FlockAltitudeBand, FlockSound, FlockWind, Strength},
    sim::{
        settings::{Catch, Region},
        wind::Gusts,
        world::RelationKind,
        Preset,
    },
    Flock,
};

type Vec3 = Vector3<f32>;

/// What the weather changes for the animals.
pub struct Animals {
    /// The wind before the rain.
    pub wind: Handle<Node>,
    /// Altitudes at which animals fly before the rain.
    pub low: Vec<Handle<Node>>,
}

/// Adds the animals and their sounds to a scene.
pub fn add(scene: &mut Scene) -> Animals {
    let butterflies = flocks::add(
        scene,
        "Butterflies",
        Vec3::new(-1.4, 0.95, 2.0),
        butterflies(),
    );
    let pond = Vec3::new(POND_AT[0], 1.4, POND_AT[1]);
    let gnats = flocks::add(scene, "Gnats", pond, gnats());
    let swallows = flocks::add(scene, "Swallows", pond + Vec3::y() * 3.0, swallows());
    flocks::relate(scene, gnats, swallows, RelationKind::Flee, 6.0, 1.5);
    flocks::relate(scene, swallows, gnats, RelationKind::Hunt, 30.0, 40.0);
    let hum = FlockSound {
        call: Some(sounds::reference(sounds::GNAT)).into(),
        volume: 0.5.into(),
        range: 14.0.into(),
        rate: 3.0.into(),
        flocks: vec![gnats].into(),
        ..FlockSound::default()
    };
    flocks::add(scene, "Hum of Gnats", pond, hum);
    let twitter = FlockSound {
        call: Some(sounds::reference(sounds::SWALLOW)).into(),
        volume: 0.5.into(),
        range: 40.0.into(),
        rate: 0.8.into(),
        flocks: vec![swallows].into(),
        ..FlockSound::default()
    };
    flocks::add(scene, "Voices of Swallows", pond, twitter);
    add_shelter(scene, butterflies);
    let wind = add_wind(scene, vec![gnats, swallows]);
    let low = vec![
        add_altitude(scene, "Gnats before Rain", gnats, [0.25, 1.0]),
        add_altitude(scene, "Swallows before Rain", swallows, [0.5, 2.2]),
    ];
    Animals { wind, low }
}

/// Butterflies rest among the flowers while it rains.
fn add_shelter(scene: &mut Scene, butterflies: Handle<Node>) {
    let strength = Strength {
        weight: 3.0,
        reach: 4.0,
        ..Strength::default()
    };
    let half_extents = Vec3::new(4.2, 0.12, 4.0);
    let shelter = flocks::roost(half_extents, 0.2, strength, vec![butterflies]);
    flocks::add(scene, "Shelter", Vec3::new(-1.4, 0.68, 0.6), shelter);
}

fn add_wind(scene: &mut Scene, of: Vec<Handle<Node>>) -> Handle<Node> {
    let wind = FlockWind {
        speed: 1.2.into(),
        gusts: Gusts {
            swing: 0.5,
            strength: 0.5,
            ..Gusts::default()
        }
        .into(),
        flocks: of.into(),
        ..FlockWind::default()
    };
    flocks::add(scene, "Wind before Rain", Vec3::zeros(), wind)
}

/// A band of altitude above the pond, between two heights in metres.
fn add_altitude(
    scene: &mut Scene,
    name: &str,
    flock: Handle<Node>,
    [lowest, highest]: [f32; 2],
) -> Handle<Node> {
    let band = FlockAltitudeBand {
        lowest: lowest.into(),
        highest: highest.into(),
        strength: Strength {
            weight: 80.0,
            reach: 1.5,
            ..Strength::default()
        }
        .into(),
        flocks: vec![flock].into(),
        ..FlockAltitudeBand::default()
    };
    let node = flocks::add(scene, name, Vec3::zeros(), band);
    scene.graph[node].set_enabled(false);
    node
}

fn butterflies() -> Flock {
    let mut flock = Flock::of(Preset::Butterflies);
    let mut settings = flock.settings();
    settings.spawn.count = 220;
    let (min, max) = (Vec3::new(-4.5, -0.45, -6.0), Vec3::new(4.5, 0.75, 2.6));
    settings.spawn.region = Region::Box { min, max };
    settings.boundary.shape = Region::Box { min, max };
    settings.body.scale = 1.25;
    flock.set_settings(settings);
    flock
}

fn gnats() -> Flock {
    let mut flock = Flock::of(Preset::Gnats);
    let mut settings = flock.settings();
    settings.spawn.count = 1500;
    settings.spawn.region = Region::sphere(1.4);
    settings.boundary = flocks::around_middle(2.4);
    // Few neighbours are enough, because the boundary attracts to the middle too.
    settings.cohesion.radius = 0.6;
    settings.fear.enabled = true;
    settings.body.scale = 4.5;
    flock.set_settings(settings);
    flock.events = EventSettings {
        caught: true,
        ..EventSettings::default()
    }
    .into();
    flock
}

fn swallows() -> Flock {
    let mut settings = Preset::Crows.settings();
    settings.spawn.count = 9;
    settings.spawn.region = Region::sphere(3.0);
    settings.cohesion.enabled = false;
    settings.motion.min_speed = 5.0;
    settings.motion.max_speed = 9.0;
    settings.motion.max_acceleration = 22.0;
    settings.motion.max_turn_rate = 200.0;
    settings.boundary = flocks::around_middle(11.0);
    settings.collision.body_radius = 0.1;
    settings.hunting.enabled = true;
    settings.hunting.rest_time = 0.5;
    settings.hunting.shadow_time = 1.0;
    settings.hunting.shadow_distance = 4.0;
    settings.hunting.attack_time = 4.0;
    settings.hunting.catch_distance = 0.15;
    settings.hunting.catch = Catch::Report;
    settings.hunting.handling_time = 0.5;
    settings.hunting.retreat_time = 1.0;
    let mut flock = Flock::new(settings);
    flock.shape = BodyShape::Starling.into();
    flock
}
