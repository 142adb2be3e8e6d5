//! Everything a user can tune about a flock, in the groups that the inspector, the scene files and the presets share.
//!
//! Units are metres, seconds and m/s. Every field has a default; together they make a lively school of small fish in a
//! tank of a few metres. [`Settings::validate`](crate::Settings::validate) names every value that is out of range.

mod avoidance;
mod body;
mod boundary;
mod collision;
mod motion;
mod neighbours;
mod region;
mod rule;
mod simulation;
mod spawn;
mod wander;

pub use avoidance::{Avoidance, AvoidanceResponse, Growth};
pub use body::{Body, Facing};
pub use boundary::{Boundary, BoundaryResponse};
pub use collision::{Collision, CollisionResponse};
pub use motion::{Motion, Plane, Steering};
pub use neighbours::{AlignTo, Neighbours};
pub use region::Region;
pub use rule::{Response, Rule};
pub use simulation::{Driver, Simulation};
pub use spawn::Spawn;
pub use wander::Wander;

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*};

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
    /// Turns a boid to where its neighbours go. Default: on, weight 1.5, radius 0.5.
    pub alignment: Rule,
    /// Which neighbours count, and for how much.
    pub neighbours: Neighbours,
    /// Roaming at random. Default: off.
    pub wander: Wander,
    /// Steering and its limits.
    pub motion: Motion,
    /// The volume that the boids stay in.
    pub boundary: Boundary,
    /// How boids see the level's static geometry ahead and steer clear of it.
    pub avoidance: Avoidance,
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
            neighbours: Neighbours::default(),
            wander: Wander::default(),
            motion: Motion::default(),
            boundary: Boundary::default(),
            avoidance: Avoidance::default(),
            collision: Collision::default(),
            body: Body::default(),
            simulation: Simulation::default(),
        }
    }
}
