//! The volume that the boids stay in.

use super::Region;
use crate::Vec3;
use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// The volume, in the flock's own frame, that the boids stay in, and how they do. No weight scales this: the boundary has
/// authority over the wishes of the flock.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "b1f7a1d4-0c55-4d5a-8f0d-2f5c3f9c7be0"),
    visit(optional)
)]
pub struct Boundary {
    /// Whether there is a boundary at all. Default: on.
    pub enabled: bool,
    /// The volume. A box must have some width on every side. Default: a box from (-3, -1.5, -3) to (3, 1.5, 3).
    pub shape: Region,
    /// What a boid does at the boundary. Default: it reverses.
    pub response: BoundaryResponse,
}

impl Boundary {
    /// A boundary of this shape at which boids reverse.
    pub const fn new(shape: Region) -> Self {
        Self {
            enabled: true,
            shape,
            response: BoundaryResponse::Reverse,
        }
    }
}

impl Default for Boundary {
    fn default() -> Self {
        let half = Vec3::new(3.0, 1.5, 3.0);
        Self::new(Region::Box {
            min: -half,
            max: half,
        })
    }
}

/// What a boid does at the boundary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "0f5a1c86-1f57-45f3-9f0b-6c8a5a2f7f5e"),
    visit(optional)
)]
pub enum BoundaryResponse {
    /// A boid outside turns the part of its velocity that leads farther out, at once.
    #[default]
    Reverse,
    /// A boid near the boundary turns away in a smooth curve, the tighter the nearer it comes. One that gets outside all
    /// the same reverses.
    SoftTurn {
        /// Distance from the boundary, in metres, at which the turn begins. 0.001 to 10,000; default 1. In a narrow
        /// volume it is at most half of the width.
        #[serde(default = "default_margin")]
        #[cfg_attr(
            feature = "reflect",
            reflect(min_value = 0.001, max_value = 10000.0, step = 0.1),
            strum(default_with = "default_margin")
        )]
        margin: f32,
    },
    /// A boid that leaves comes in again on the opposite side. Neighbours are seen across the boundary.
    Wrap,
}

fn default_margin() -> f32 {
    1.0
}
