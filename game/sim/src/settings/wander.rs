//! Roaming at random.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*};

/// Roaming at random: each boid is drawn in a direction of its own that changes smoothly with time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "2b6f0a94-8a51-4a0e-b1d8-1f0c6f7a9d43"),
    visit(optional)
)]
pub struct Wander {
    /// Whether boids roam. Default: off.
    pub enabled: bool,
    /// The acceleration, in m/s². 0 to 10,000; default 1.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)
    )]
    pub weight: f32,
    /// Time, in seconds, in which the direction changes to a new one. 0.01 to 1,000; default 1.5.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.01, max_value = 1000.0, step = 0.1)
    )]
    pub change_time: f32,
    /// Whether only boids roam that have no neighbour for any rule. Default: off.
    pub only_alone: bool,
}

impl Wander {
    /// Whether boids roam at all.
    pub(crate) fn acts(&self) -> bool {
        self.enabled && self.weight > 0.0
    }
}

impl Default for Wander {
    fn default() -> Self {
        Self {
            enabled: false,
            weight: 1.0,
            change_time: 1.5,
            only_alone: false,
        }
    }
}
