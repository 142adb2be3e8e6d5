//! Everything that a user can tune about a flock, in groups. The inspector, the scene files and the
//! presets all use these groups.
//!
//! Units are metres, seconds and m/s. Every field has a default; the defaults together make a
//! lively school of small fish in a tank of a few metres. [`Settings::validate`] names every value
//! that is out of range, [`Settings::advice`] every value that is allowed but makes no sense.

#[macro_use]
mod groups;

pub(crate) mod advice;
mod avoidance;
mod body;
mod boundary;
mod collision;
pub(crate) mod declare;
mod detail;
mod fear;
mod hunting;
pub(crate) mod input;
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
mod way_finding;

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
pub use simulation::{Backend, Simulation};
pub use spawn::Spawn;
pub use validation::{OutOfRange, SettingsError};
pub use wander::Wander;
pub use way_finding::WayFinding;

use declare::*;

/// Declares the struct [`Settings`] with one field for each group.
///
/// Syntax: `pub struct Settings("type id");`, then the groups.
macro_rules! settings {
    (
        $(#[$meta:meta])*
        pub struct Settings($id:literal);
        $($(#[$group_meta:meta])* $group:ident: $Group:ty = $default:expr;)*
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

        /// Names of the groups, in the order of the fields.
        const GROUPS: &[&str] = &[$(stringify!($group),)*];

        impl Settings {
            /// The groups, in the order of the fields.
            fn groups(&self) -> [&dyn Numbers; GROUPS.len()] {
                [$(&self.$group,)*]
            }
        }
    };
}

settings_groups! { settings! {
    /// All settings of one flock.
    pub struct Settings("1f6ce8d2-9a5b-4a5e-8b0c-3b8b0f4a6f11");
} }

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
