//! Everything a user can tune about a flock, in the groups that the inspector, the scene files and the presets share.
//!
//! Units are metres, seconds and m/s. Every field has a default; together they make a lively school of small fish in a
//! tank of a few metres. [`Settings::validate`](crate::Settings::validate) names every value that is out of range.

use crate::Vec3;
use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// The settings of one flock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "1f6ce8d2-9a5b-4a5e-8b0c-3b8b0f4a6f11"),
    visit(optional)
)]
pub struct Settings {
    /// How many boids there are and where they start.
    pub spawn: Spawn,
    /// Draws a boid towards the mean position of its neighbours. Default: on, weight 1.2, radius 0.6.
    pub cohesion: Rule,
    /// Pushes a boid away from neighbours that are too close. Default: on, weight 1.8, radius 0.22.
    pub separation: Rule,
    /// Turns a boid to the mean velocity of its neighbours. Default: on, weight 1.5, radius 0.5.
    pub alignment: Rule,
    /// Limits of speed and acceleration.
    pub motion: Motion,
    /// The box that the boids stay in.
    pub boundary: Boundary,
    /// How the boids meet the level's static geometry.
    pub collision: Collision,
    /// Size, turning and tail beat of the drawn bodies.
    pub body: Body,
    /// Time step and threads.
    pub simulation: Simulation,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            spawn: Spawn::default(),
            cohesion: Rule::new(1.2, 0.6),
            separation: Rule::new(1.8, 0.22),
            alignment: Rule::new(1.5, 0.5),
            motion: Motion::default(),
            boundary: Boundary::default(),
            collision: Collision::default(),
            body: Body::default(),
            simulation: Simulation::default(),
        }
    }
}

/// One steering rule.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "5b8f2c6e-0d0e-4f0b-9f63-0a4de9b5b0a2"),
    visit(optional)
)]
pub struct Rule {
    /// Whether the rule acts at all.
    pub enabled: bool,
    /// The acceleration that the rule asks for, in m/s². 0 to 10,000; default 1.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)
    )]
    pub weight: f32,
    /// Boids nearer than this, in metres, are neighbours for this rule. 0.001 to 10,000; default 1.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.001, max_value = 10000.0, step = 0.05)
    )]
    pub radius: f32,
}

impl Rule {
    /// An enabled rule with a weight in m/s² and a radius in metres.
    pub const fn new(weight: f32, radius: f32) -> Self {
        Self {
            enabled: true,
            weight,
            radius,
        }
    }
}

impl Default for Rule {
    fn default() -> Self {
        Self::new(1.0, 1.0)
    }
}

/// How many boids there are and where they start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "c2a4fd4e-6b7c-4c39-8f33-7b9d1b0e5d6c"),
    visit(optional)
)]
pub struct Spawn {
    /// Number of boids. 0 to 10,000,000; default 1,000. Changed while running: boids are added at places drawn anew, or
    /// the most recently added ones are removed.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000000.0, step = 100.0)
    )]
    pub count: u32,
    /// The volume, around the flock's origin, in which boids start at random places clear of geometry.
    pub region: SpawnRegion,
    /// Speed at the start, in m/s, in a random direction. 0 to 1,000; default 0.5.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1000.0, step = 0.1)
    )]
    pub speed: f32,
    /// Seed of everything random. The same seed, settings and number of steps give the same flock, bit by bit. Default 1.
    pub seed: u32,
}

impl Default for Spawn {
    fn default() -> Self {
        Self {
            count: 1000,
            region: SpawnRegion::default(),
            speed: 0.5,
            seed: 1,
        }
    }
}

/// The volume in which boids start, in the flock's own frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "9a0f3ce7-5a5b-4cf5-b2ce-0c3c5b0c6c0e"),
    visit(optional)
)]
pub enum SpawnRegion {
    /// A ball.
    Sphere {
        /// Centre relative to the flock's origin, in metres.
        center: Vec3,
        /// Radius in metres. 0 to 100,000; default 1.
        #[cfg_attr(
            feature = "reflect",
            reflect(min_value = 0.0, max_value = 100000.0, step = 0.1)
        )]
        radius: f32,
    },
    /// A box.
    Box {
        /// Smallest corner relative to the flock's origin, in metres.
        min: Vec3,
        /// Largest corner relative to the flock's origin, in metres. No component below that of `min`.
        max: Vec3,
    },
}

impl Default for SpawnRegion {
    fn default() -> Self {
        Self::Sphere {
            center: Vec3::zeros(),
            radius: 1.0,
        }
    }
}

/// Limits of speed and acceleration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "27f0a0d8-8b1c-46f4-9a4f-6a8f5f6f3a57"),
    visit(optional)
)]
pub struct Motion {
    /// Largest speed, in m/s. 0 to 1,000; default 1.2.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1000.0, step = 0.1)
    )]
    pub max_speed: f32,
    /// Largest acceleration that the rules together may cause, in m/s². 0 to 10,000; default 3.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)
    )]
    pub max_acceleration: f32,
    /// Directions in which the rules may accelerate a boid, in the flock's own frame. Default: all.
    pub plane: Plane,
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            max_speed: 1.2,
            max_acceleration: 3.0,
            plane: Plane::All,
        }
    }
}

/// The directions in which the rules may accelerate a boid, in the flock's own frame. A planar flock also starts with
/// velocities in its plane, so that every boid stays at the height where it started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "e3b0a7b8-4f52-4d3a-a1de-64e7b5a4d1c9")
)]
pub enum Plane {
    /// Every direction: a flock in three dimensions.
    #[default]
    All,
    /// Horizontal: nothing accelerates along Y.
    Xz,
    /// Upright, facing Z: nothing accelerates along Z. The plane of 2D games.
    Xy,
    /// Upright, facing X: nothing accelerates along X.
    Yz,
}

/// The box, in the flock's own frame, that the boids stay in. It may reach farther on one side of the origin than on the
/// other. A boid outside turns the component of its velocity that leads farther out, so that it comes back; no weight
/// scales this.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "b1f7a1d4-0c55-4d5a-8f0d-2f5c3f9c7be0"),
    visit(optional)
)]
pub struct Boundary {
    /// Whether there is a box at all. Default: on.
    pub enabled: bool,
    /// Smallest corner relative to the flock's origin, in metres. Default (-3, -1.5, -3).
    pub min: Vec3,
    /// Largest corner relative to the flock's origin, in metres; every component above that of `min`. Default (3, 1.5, 3).
    pub max: Vec3,
}

impl Default for Boundary {
    fn default() -> Self {
        Self {
            enabled: true,
            min: Vec3::new(-3.0, -1.5, -3.0),
            max: Vec3::new(3.0, 1.5, 3.0),
        }
    }
}

/// How the boids meet the level's static geometry.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "6d3e1bc1-02a1-4b52-9f1c-b1a6d9a0c6de"),
    visit(optional)
)]
pub struct Collision {
    /// Whether boids stop at static geometry. Off: they pass through everything. Default: on.
    pub enabled: bool,
    /// Radius of the ball that stands for a boid's body, in metres. 0.001 to 100; default 0.05.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.001, max_value = 100.0, step = 0.01)
    )]
    pub body_radius: f32,
}

impl Default for Collision {
    fn default() -> Self {
        Self {
            enabled: true,
            body_radius: 0.05,
        }
    }
}

/// Size, turning and tail beat of the drawn bodies. None of this changes how the boids move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "0b9a4d0f-6f3e-4b1c-9c0a-7f2d7c1f0a35"),
    visit(optional)
)]
pub struct Body {
    /// Scale of the body model; 1 draws it as it was made. 0.0001 to 10,000; default 1.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0001, max_value = 10000.0, step = 0.1)
    )]
    pub scale: f32,
    /// How much the bodies differ in size: 0.2 draws them at 80% to 120% of the scale. 0 to 0.9; default 0.15.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 0.9, step = 0.05)
    )]
    pub scale_variation: f32,
    /// Time, in seconds, in which a drawn body makes most of a turn to its new heading. 0 turns at once; 0 to 10;
    /// default 0.12.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10.0, step = 0.01)
    )]
    pub turn_time: f32,
    /// Beats of the tail or the wings per second, at rest. 0 to 100; default 0.6.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 100.0, step = 0.1)
    )]
    pub beats_per_second: f32,
    /// Further beats for each metre travelled, so that the beat follows the speed. 0 to 1,000; default 2.5.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1000.0, step = 0.1)
    )]
    pub beats_per_metre: f32,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            scale: 1.0,
            scale_variation: 0.15,
            turn_time: 0.12,
            beats_per_second: 0.6,
            beats_per_metre: 2.5,
        }
    }
}

/// Time step and threads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "4c1c2e9f-7a3f-4a44-9ad2-5f6ad7d3e1b8"),
    visit(optional)
)]
pub struct Simulation {
    /// Which processors do the work. Every choice gives the same flock, bit by bit.
    pub driver: Driver,
    /// Simulated time of one step, in seconds. 0.0001 to 0.1; default 1/60.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0001, max_value = 0.1, step = 0.001, precision = 4)
    )]
    pub time_step: f32,
    /// Most steps in one frame. After a longer stall the rest of the lost time is dropped, so that a slow machine slows
    /// the flock down instead of falling ever farther behind. 1 to 100; default 4.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 1.0, max_value = 100.0, step = 1.0)
    )]
    pub max_steps_per_frame: u32,
}

impl Default for Simulation {
    fn default() -> Self {
        Self {
            driver: Driver::default(),
            time_step: 1.0 / 60.0,
            max_steps_per_frame: 4,
        }
    }
}

/// Which processors do the work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "d8f6c1d3-5dc4-4e2e-8a4b-6b6a3a7f4c21")
)]
pub enum Driver {
    /// The calling thread alone.
    SingleThread,
    /// All threads of rayon's global pool.
    #[default]
    AllThreads,
}
