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
pub(crate) mod declare;
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

/// Declares the settings: `pub struct Settings("type id") { pub group: Type = default; }`.
macro_rules! settings {
    (
        $(#[$meta:meta])*
        pub struct Settings($id:literal) {
            $($(#[$group_meta:meta])* pub $group:ident: $Group:ty = $default:expr;)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        #[cfg_attr(
            feature = "reflect",
            derive(Reflect, Visit, TypeUuidProvider),
            type_uuid(id = $id),
            visit(optional)
        )]
        pub struct Settings {
            $($(#[$group_meta])* pub $group: $Group,)*
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($group: $default,)* }
            }
        }

        /// Names of the groups, in their order.
        const GROUPS: &[&str] = &[$(stringify!($group),)*];

        impl Settings {
            /// The groups, in their order.
            fn groups(&self) -> [&dyn Numbers; GROUPS.len()] {
                [$(&self.$group,)*]
            }
        }
    };
}

settings! {
    /// Settings of one flock.
    pub struct Settings("1f6ce8d2-9a5b-4a5e-8b0c-3b8b0f4a6f11") {
        /// Number of boids and their start.
        pub spawn: Spawn = Spawn::default();
        /// Steers a boid towards the mean position of its neighbours. Default: on, weight 1.2, radius
        /// 0.6.
        pub cohesion: Rule = Rule::new(1.2, 0.6);
        /// Steers a boid away from neighbours that are too close. Two boids at the very same position part
        /// in opposite directions that follow from their ids. Default: on, weight 1.8, radius 0.22.
        pub separation: Rule = Rule::new(1.8, 0.22);
        /// Steers a boid in the direction in which its neighbours move. Default: on, weight 1.5, radius
        /// 0.5.
        pub alignment: Rule = Rule::new(1.5, 0.5);
        /// Neighbours that count, and their weights.
        pub neighbours: Neighbours = Neighbours::default();
        /// Wandering: random steering. Default: off.
        pub wander: Wander = Wander::default();
        /// Steering and the limits of motion.
        pub motion: Motion = Motion::default();
        /// The volume that the boids stay in.
        pub boundary: Boundary = Boundary::default();
        /// Avoidance: boids see the level's static geometry ahead and steer clear of it.
        pub avoidance: Avoidance = Avoidance::default();
        /// Collision of the boids with the level's static geometry.
        pub collision: Collision = Collision::default();
        /// Flight from hunters. Default: off.
        pub fear: Fear = Fear::default();
        /// Panic that passes from boid to boid. Default: off.
        pub panic: Panic = Panic::default();
        /// Hunting in attacks. Default: off.
        pub hunting: Hunting = Hunting::default();
        /// Level of detail of the simulation. Default: off.
        pub detail: Detail = Detail::default();
        /// Size, turning and tail beat of the drawn bodies.
        pub body: Body = Body::default();
        /// Time step and threads.
        pub simulation: Simulation = Simulation::default();
    }
}

impl Settings {
    /// Every number that has a range, with the name of its group.
    fn numbers(&self) -> Vec<(&'static str, Number<'_>)> {
        let mut numbers = Vec::new();
        for (name, group) in GROUPS.iter().zip(self.groups()) {
            numbers.extend(group.numbers().into_iter().map(|number| (*name, number)));
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
