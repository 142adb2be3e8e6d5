//! How the boids meet the level's static geometry.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*};

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
