//! Everything that a user can tune about a flock, in the groups that the inspector, the scene files
//! and the presets share.
//!
//! Units are metres, seconds and m/s. Every field has a default; together they make a lively school
//! of small fish in a tank of a few metres. [`Settings::validate`] names every value out of range,
//! [`Settings::advice`] every one that is allowed but foolish.

pub(crate) mod advice;
mod avoidance;
mod body;
mod boundary;
mod collision;
mod declare;
mod detail;
mod fear;
mod hunting;
mod look_directions;
mod motion;
mod neighbours;
mod panic;
mod plane;
mod precision;
pub(crate) mod preset;
mod random;
mod region;
mod rule;
mod simulation;
mod spawn;
pub(crate) mod validation;
mod wander;

pub use advice::Advice;
pub use avoidance::{Avoidance, AvoidanceSteering, Growth};
pub use body::{Body, Facing};
pub use boundary::{Boundary, BoundaryMode};
pub use collision::{Collision, CollisionResponse};
pub use detail::Detail;
pub use fear::{Fear, Manoeuvre};
pub use hunting::{Catch, Hunting};
pub(crate) use look_directions::directions_within;
pub use motion::{Motion, Steering};
pub use neighbours::{AlignTo, Neighbours};
pub use panic::Panic;
pub use plane::Plane;
pub use preset::{Preset, PresetError, PresetProblem};
pub use region::Region;
pub use rule::{Normalization, Rule};
pub use simulation::{Driver, Simulation};
pub use spawn::Spawn;
pub use validation::{OutOfRange, SettingsError};
pub use wander::Wander;

use declare::*;

/// Settings of one flock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "1f6ce8d2-9a5b-4a5e-8b0c-3b8b0f4a6f11"),
    visit(optional)
)]
pub struct Settings {
    /// Number of boids and their start.
    pub spawn: Spawn,
    /// Steers a boid towards the mean position of its neighbours. Default: on, weight 1.2, radius
    /// 0.6.
    pub cohesion: Rule,
    /// Steers a boid away from neighbours that are too close. Two boids at the very same position part
    /// in opposite directions that follow from their ids. Default: on, weight 1.8, radius 0.22.
    pub separation: Rule,
    /// Steers a boid in the direction in which its neighbours move. Default: on, weight 1.5, radius
    /// 0.5.
    pub alignment: Rule,
    /// Neighbours that count, and their weights.
    pub neighbours: Neighbours,
    /// Wandering: random steering. Default: off.
    pub wander: Wander,
    /// Steering and the limits of motion.
    pub motion: Motion,
    /// The volume that the boids stay in.
    pub boundary: Boundary,
    /// Avoidance: boids see the level's static geometry ahead and steer clear of it.
    pub avoidance: Avoidance,
    /// Collision of the boids with the level's static geometry.
    pub collision: Collision,
    /// Flight from hunters. Default: off.
    pub fear: Fear,
    /// Panic that passes from boid to boid. Default: off.
    pub panic: Panic,
    /// Hunting in attacks. Default: off.
    pub hunting: Hunting,
    /// Level of detail of the simulation. Default: off.
    pub detail: Detail,
    /// Size, turning and tail beat of the drawn bodies.
    pub body: Body,
    /// Time step and threads.
    pub simulation: Simulation,
}

/// Names of the groups, in their order.
const GROUPS: [&str; 16] = [
    "spawn",
    "cohesion",
    "separation",
    "alignment",
    "neighbours",
    "wander",
    "motion",
    "boundary",
    "avoidance",
    "collision",
    "fear",
    "panic",
    "hunting",
    "detail",
    "body",
    "simulation",
];

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
            fear: Fear::default(),
            panic: Panic::default(),
            hunting: Hunting::default(),
            detail: Detail::default(),
            body: Body::default(),
            simulation: Simulation::default(),
        }
    }
}

impl Settings {
    /// Every number that has a range, with the name of its group.
    fn numbers(&self) -> Vec<(&'static str, Number<'_>)> {
        let groups: [&dyn Numbers; GROUPS.len()] = [
            &self.spawn,
            &self.cohesion,
            &self.separation,
            &self.alignment,
            &self.neighbours,
            &self.wander,
            &self.motion,
            &self.boundary,
            &self.avoidance,
            &self.collision,
            &self.fear,
            &self.panic,
            &self.hunting,
            &self.detail,
            &self.body,
            &self.simulation,
        ];
        let mut numbers = Vec::new();
        for (name, group) in GROUPS.into_iter().zip(groups) {
            numbers.extend(group.numbers().into_iter().map(|number| (name, number)));
        }
        let of_variants = [
            ("spawn", self.spawn.region.radius_of("region.radius")),
            ("boundary", self.boundary.shape.radius_of("shape.radius")),
            ("boundary", self.boundary.margin()),
        ];
        let of_variants = of_variants.into_iter();
        numbers.extend(of_variants.filter_map(|(name, number)| Some((name, number?))));
        numbers
    }
}
