//! What boids make of their neighbours besides cohesion, separation and alignment themselves.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// Which neighbours count, and for how much.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "e8a3d1f5-6a0f-4a55-9c53-9d3d0a1b6e27"),
    visit(optional)
)]
pub struct Neighbours {
    /// What a boid is aligned with. Default: the velocities of its neighbours.
    pub align_to: AlignTo,
    /// Whether only the nearest boids count, however far the rules reach; each rule still has its own radius and field of
    /// view. Starlings heed their six or seven nearest. Default: off.
    pub nearest_only: bool,
    /// How many of the nearest boids count. Of boids equally far away those with the lower slots do. 1 to 32; default 7.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 1.0, max_value = 32.0, step = 1.0)
    )]
    pub nearest: u32,
    /// Whether boids that are too close count for more in separation. Default: off.
    pub too_close: bool,
    /// Boids nearer than this, in metres, are too close; no farther than separation reaches. 0.001 to 10,000; default 0.1.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.001, max_value = 10000.0, step = 0.05)
    )]
    pub too_close_radius: f32,
    /// For how many neighbours more each of them counts. 0 to 1,000; default 12.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1000.0, step = 1.0)
    )]
    pub too_close_weight: f32,
    /// Whether a crowd turns cohesion around. Default: off.
    pub crowding: bool,
    /// With more neighbours for cohesion than this a boid is in a crowd. 0 to 10,000; default 10.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000.0, step = 1.0)
    )]
    pub crowd: u32,
    /// Factor of cohesion in a crowd; below 0 the crowd repels. -100 to 1; default -0.25.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = -100.0, max_value = 1.0, step = 0.05)
    )]
    pub crowd_factor: f32,
}

impl Default for Neighbours {
    fn default() -> Self {
        Self {
            align_to: AlignTo::default(),
            nearest_only: false,
            nearest: 7,
            too_close: false,
            too_close_radius: 0.1,
            too_close_weight: 12.0,
            crowding: false,
            crowd: 10,
            crowd_factor: -0.25,
        }
    }
}

/// What a boid is aligned with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "6d0b1f2e-4c53-49d7-8a4e-0b9a7f3c1e58")
)]
pub enum AlignTo {
    /// The velocities of its neighbours: fast ones count for more.
    #[default]
    Velocity,
    /// Their headings, whatever their speeds.
    Heading,
    /// The differences of their velocities from its own: it stops steering once it flies as they do.
    VelocityDifference,
}
