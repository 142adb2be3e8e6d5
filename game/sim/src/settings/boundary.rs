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
    /// A boid outside turns the part of its velocity that leads farther out, at once. In a sphere that is the part along the
    /// normal of its surface, within the plane of a planar flock, and at least half of the speed leads in then.
    #[default]
    Reverse,
    /// A boid near the boundary turns away in a smooth curve, the tighter the nearer it comes, at its speed: by at most π
    /// radians on a way as long as the margin. One that nothing else steers gets back before it is outside, unless it moves by
    /// more than a fiftieth of the margin in a step. One that gets outside all the same reverses.
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
    /// A boid that leaves comes in again on the opposite side, with its velocity: in a sphere at the opposite point, as deep
    /// inside as it was outside. Among geometry it turns back if there is no room for it on the other side. Nothing wraps
    /// round along what a planar flock does not move along; where its plane misses a sphere, there is no other side and boids
    /// reverse.
    ///
    /// Neighbours are seen across the boundary, each once: in a box as the nearest of their images; in a sphere as far beyond
    /// the opposite point of the surface as they are before it, unless they are within the radius of the rules as they are.
    Wrap,
}

fn default_margin() -> f32 {
    1.0
}
