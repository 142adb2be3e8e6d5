//! The fish of the aquarium.

use super::tank;
use crate::{
    base::flocks,
    shared::{school, sounds},
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    render::BodyShape,
    scripts::{FlockSound, Strength},
    sim::{
        settings::{Boundary, BoundaryMode, Region, Rule, Wander},
        world::RelationKind,
        Preset, Settings,
    },
    Flock,
};

/// Distance of the boundary from the glass, in metres.
const MARGIN: f32 = 0.15;
/// Margin of the soft turn inside the boundary, in metres. Fish that only reverse at the glass pile
/// up there.
const TURN: f32 = 0.5;

/// The fish of the tank.
pub struct Fish {
    pub school: Handle<Node>,
    /// All flocks, with the school.
    pub all: Vec<Handle<Node>>,
}

/// Adds a school, reef fish, flat fish and the sharks from which they flee.
pub fn add(scene: &mut Scene) -> Fish {
    let school = add_school(scene);
    let reef_fish = add_species(scene, "Reef Fish", reef_fish());
    let flat_fish = add_species(scene, "Flat Fish", flat_fish());
    let sharks = add_species(scene, "Sharks", sharks());
    for prey in [school, reef_fish, flat_fish] {
        flocks::relate(scene, prey, sharks, RelationKind::Flee, 9.0, 0.85);
    }
    let tails = FlockSound {
        call: Some(sounds::reference(sounds::SWISH)).into(),
        volume: 0.3.into(),
        range: 8.0.into(),
        rate: 1.5.into(),
        pitch_spread: 0.3.into(),
        flocks: vec![school].into(),
        ..FlockSound::default()
    };
    let middle = Vector3::y() * tank::HALF_SIZE.y;
    flocks::add(scene, "Sound of Tails", middle, tails);
    add_roosts(scene, vec![reef_fish, flat_fish], vec![school]);
    Fish {
        school,
        all: vec![school, reef_fish, flat_fish, sharks],
    }
}

/// Places where fish sleep: reef fish between the rocks, the school above the sand.
fn add_roosts(scene: &mut Scene, of_reef: Vec<Handle<Node>>, of_school: Vec<Handle<Node>>) {
    for (name, place, half_extents, of) in [
        (
            "Sleep between Rocks",
            Vector3::new(0.6, 0.55, -0.2),
            Vector3::new(2.8, 0.45, 1.5),
            of_reef,
        ),
        (
            "Sleep above Sand",
            Vector3::new(0.0, 1.3, -0.4),
            Vector3::new(3.5, 0.8, 1.3),
            of_school,
        ),
    ] {
        let strength = Strength {
            weight: 2.5,
            reach: 6.0,
            ..Strength::default()
        };
        let roost = flocks::roost(half_extents, 0.3, strength, of);
        flocks::add(scene, name, place, roost);
    }
}

/// Small fish in loose groups above the rocks.
fn reef_fish() -> Flock {
    let mut flock = Flock::of(Preset::ReefFish);
    let mut settings = flock.settings();
    settings.spawn.count = 140;
    settings.spawn.region = Region::Box {
        min: Vector3::new(-1.5, -0.9, -1.6),
        max: Vector3::new(3.0, -0.15, 1.2),
    };
    settings.boundary = in_tank(-0.1, 1.9);
    flock.set_settings(settings);
    flock
}

/// A few high fish that glide between the others.
fn flat_fish() -> Flock {
    let mut flock = Flock::of(Preset::ReefFish);
    let mut settings = flock.settings();
    settings.spawn.count = 26;
    settings.spawn.region = Region::Box {
        min: Vector3::new(-1.5, -0.4, -1.2),
        max: Vector3::new(2.5, 0.8, 1.2),
    };
    settings.boundary = in_tank(1.0, 1.9);
    settings.cohesion.radius = 1.5;
    settings.separation.radius = 0.5;
    settings.motion.max_speed = 0.4;
    settings.collision.body_radius = 0.08;
    flock.set_settings(settings);
    flock.shape = BodyShape::FlatFish.into();
    flock
}

/// Two young sharks.
fn sharks() -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 2;
    settings.spawn.speed = 0.6;
    settings.spawn.region = Region::Box {
        min: Vector3::new(-1.0, 0.1, -0.6),
        max: Vector3::new(1.5, 0.7, 0.8),
    };
    settings.cohesion.enabled = false;
    settings.alignment.enabled = false;
    settings.separation = Rule::new(1.0, 2.0);
    settings.wander = Wander {
        enabled: true,
        weight: 0.35,
        change_time: 4.0,
        ..Wander::default()
    };
    settings.motion.min_speed = 0.45;
    settings.motion.max_speed = 0.75;
    settings.motion.max_acceleration = 0.9;
    settings.motion.flattening = 0.7;
    settings.boundary = in_tank(1.4, 1.3);
    settings.boundary.mode = BoundaryMode::SoftTurn { margin: 0.9 };
    settings.avoidance.look_ahead = 2.5;
    settings.collision.body_radius = 0.14;
    settings.body.scale = 0.55;
    settings.body.turn_time = 0.5;
    let mut flock = Flock::new(settings);
    flock.shape = BodyShape::Shark.into();
    flock
}

/// The inside of the tank, up to a height above its middle and a distance towards the front, in
/// metres.
pub fn in_tank(top: f32, front: f32) -> Boundary {
    let mut max = tank::HALF_SIZE - Vector3::repeat(MARGIN);
    let min = -max;
    (max.y, max.z) = (top, front);
    Boundary {
        shape: Region::Box { min, max },
        mode: BoundaryMode::SoftTurn { margin: TURN },
        ..Boundary::default()
    }
}

fn add_species(scene: &mut Scene, name: &str, flock: Flock) -> Handle<Node> {
    let middle = Vector3::y() * tank::HALF_SIZE.y;
    flocks::add(scene, name, middle, flock)
}

/// Adds 1,600 fish to the aquarium.
fn add_school(scene: &mut Scene) -> Handle<Node> {
    let half = tank::HALF_SIZE;
    let mut settings = Settings::default();
    settings.spawn.count = 1600;
    // Above the rocks, beside the crag on the left.
    settings.spawn.region = Region::Box {
        min: Vector3::new(-1.9, 0.95, -1.9),
        max: Vector3::new(3.2, 1.6, 1.5),
    };
    settings.collision.body_radius = 0.06;
    // Looser than the default, so that single fish are visible instead of a solid ball.
    settings.cohesion = Rule::new(0.9, 0.7);
    settings.separation = Rule::new(2.2, 0.27);
    settings.alignment = Rule::new(1.3, 0.55);
    let mut max = half - Vector3::repeat(MARGIN);
    let min = -max;
    // Farther from the front glass, where the nearest fish would hide the others.
    max.z = 1.6;
    settings.boundary = Boundary {
        shape: Region::Box { min, max },
        mode: BoundaryMode::SoftTurn { margin: TURN },
        ..Boundary::default()
    };
    settings.fear.enabled = true;
    school::add(scene, Vector3::new(0.0, half.y, 0.0), settings)
}
