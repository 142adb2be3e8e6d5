//! How many boids there are and where they start.

use crate::Vec3;
use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// How many boids there are and where they start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "c2a4fd4e-6b7c-4c39-8f33-7b9d1b0e5d6c"),
    visit(optional)
)]
pub struct Spawn {
    /// Number of boids. 0 to 10,000,000; default 1,000. Changed while running: boids are added at places drawn anew, or
    /// the most recently added ones are removed. A boid takes 132 bytes of memory, and 5 more while it is placed.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000000.0, step = 100.0)
    )]
    pub count: u32,
    /// The volume, around the flock's origin, in which boids start at random places clear of geometry.
    pub region: SpawnRegion,
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
            region: SpawnRegion::default(),
            speed: 0.5,
            seed: 1,
        }
    }
}

/// The volume in which boids start, in the flock's own frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "9a0f3ce7-5a5b-4cf5-b2ce-0c3c5b0c6c0e"),
    visit(optional)
)]
pub enum SpawnRegion {
    /// A ball.
    Sphere {
        /// Centre relative to the flock's origin, in metres. Each component -10,000 to 10,000.
        center: Vec3,
        /// Radius in metres. 0 to 10,000; default 1.
        #[cfg_attr(
            feature = "reflect",
            reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)
        )]
        radius: f32,
    },
    /// A box.
    Box {
        /// Smallest corner relative to the flock's origin, in metres. Each component -10,000 to 10,000.
        min: Vec3,
        /// Largest corner relative to the flock's origin, in metres. Each component -10,000 to 10,000, none below that of `min`.
        max: Vec3,
    },
}

impl Default for SpawnRegion {
    fn default() -> Self {
        Self::Sphere {
            center: Vec3::zeros(),
            radius: 1.0,
        }
    }
}
