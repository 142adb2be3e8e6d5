//! A preset's text as serde reads it.

use crate::settings::{
    Avoidance, Body, Boundary, Collision, Detail, Fear, Hunting, Motion, Neighbours, Panic, Rule,
    Settings, Simulation, Spawn, Wander, WayFinding,
};
use serde::{de::IgnoredAny, Deserialize};

/// Declares the struct of a preset's text: the groups of settings, and the field `look`.
macro_rules! preset_text {
    ($($(#[$meta:meta])* $group:ident: $Group:ty = $default:expr;)*) => {
        /// A preset's text as serde reads it.
        #[derive(Deserialize)]
        #[serde(rename = "Settings", default, deny_unknown_fields)]
        pub(super) struct PresetText {
            $($group: $Group,)*
            /// How the boids are drawn. The simulation ignores this; a game reads it by itself.
            #[allow(dead_code, reason = "the field is allowed, and its value is not read")]
            look: IgnoredAny,
        }

        impl Default for PresetText {
            fn default() -> Self {
                let settings = Settings::default();
                Self {
                    $($group: settings.$group,)*
                    look: IgnoredAny,
                }
            }
        }

        impl From<PresetText> for Settings {
            fn from(text: PresetText) -> Self {
                Self { $($group: text.$group,)* }
            }
        }
    };
}

settings_groups! { preset_text! {} }
