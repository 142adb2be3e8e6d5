//! How the boids meet the level's static geometry.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

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
    /// Gap, in metres, that a moving body keeps from surfaces beyond its radius. 0 to 10; default 0.002.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10.0, step = 0.001)
    )]
    pub skin: f32,
    /// What a boid does that meets geometry. Default: slides along it.
    pub response: CollisionResponse,
    /// Whether every move is tested once more, by other means, for having crossed geometry; the statistics count what is
    /// found, which must be nothing. Costs time. Default: off.
    pub check_crossings: bool,
}

impl Default for Collision {
    fn default() -> Self {
        Self {
            enabled: true,
            body_radius: 0.05,
            skin: 0.002,
            response: CollisionResponse::default(),
            check_crossings: false,
        }
    }
}

/// What a boid does that meets geometry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "b7d8e2f4-1a5c-4d3b-8e9f-6c0a2b4d5e71")
)]
pub enum CollisionResponse {
    /// Undoes the move and turns back, as in the published fish school; without room for that it bounces.
    Reverse,
    /// Goes on up to the surface and is reflected, at its speed.
    Bounce,
    /// Goes on along the surface, and loses the part of its velocity that leads into it. For that step it may then be slower
    /// than `motion.min_speed`, or stand still in a corner.
    #[default]
    Slide,
}
