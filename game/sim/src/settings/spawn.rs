//! How many boids there are and where they start.

use super::Region;
use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*};

/// How many boids there are and where they start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "c2a4fd4e-6b7c-4c39-8f33-7b9d1b0e5d6c"),
    visit(optional)
)]
pub struct Spawn {
    /// Number of boids. 0 to 10,000,000; default 1,000. Changed while running: boids are added at places drawn anew, or
    /// those with the highest slots are removed. A boid takes 140 bytes of memory, 12 more with a boundary that wraps round,
    /// 12 more with `neighbours.align_to: Heading`, 16 more where there is geometry that it can see and 16 more with
    /// `avoidance.ray_budget`, and at most 1 more while it is placed.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000000.0, step = 100.0)
    )]
    pub count: u32,
    /// The volume, around the flock's origin, in which boids start at random places clear of geometry.
    pub region: Region,
    /// Speed at the start, in m/s, in a random direction. 0 to 1,000; default 0.5.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1000.0, step = 0.1)
    )]
    pub speed: f32,
    /// Seed of everything random. The same seed, settings and number of steps give the same flock, bit by bit. Default 1.
    pub seed: u32,
}

impl Default for Spawn {
    fn default() -> Self {
        Self {
            count: 1000,
            region: Region::default(),
            speed: 0.5,
            seed: 1,
        }
    }
}
