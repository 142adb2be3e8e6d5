//! From what the rules ask for to motion: steering and its limits.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// Steering and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "27f0a0d8-8b1c-46f4-9a4f-6a8f5f6f3a57"),
    visit(optional)
)]
pub struct Motion {
    /// What the rules together decide. Default: the acceleration.
    pub steering: Steering,
    /// Factor of what the rules together ask for. 0 to 100; default 1.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 100.0, step = 0.1)
    )]
    pub drive: f32,
    /// Smallest speed, in m/s; no more than the largest counts. 0 to 1,000; default 0.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1000.0, step = 0.1)
    )]
    pub min_speed: f32,
    /// Largest speed, in m/s. 0 to 1,000; default 1.2.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1000.0, step = 0.1)
    )]
    pub max_speed: f32,
    /// Largest acceleration that the rules together may cause, in m/s². 0 to 10,000; default 3.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)
    )]
    pub max_acceleration: f32,
    /// Whether a boid can only turn so fast. Default: off.
    pub limit_turning: bool,
    /// Fastest turn of the heading that the rules may cause, in degrees per second. 0 to 100,000; default 360.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 100000.0, step = 10.0)
    )]
    pub max_turn_rate: f32,
    /// Share of the acceleration along the flock's own Y axis that is taken away: a flock that keeps more or less level. 0 to
    /// 1; default 0.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1.0, step = 0.05)
    )]
    pub flattening: f32,
    /// Directions in which a boid may move, in the flock's own frame. Default: all.
    pub plane: Plane,
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            steering: Steering::default(),
            drive: 1.0,
            min_speed: 0.0,
            max_speed: 1.2,
            max_acceleration: 3.0,
            limit_turning: false,
            max_turn_rate: 360.0,
            flattening: 0.0,
            plane: Plane::All,
        }
    }
}

/// What the rules together decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "a6f1c7d2-3f0e-4f9a-9b5a-7d2b1c0e8f64")
)]
pub enum Steering {
    /// The acceleration: boids have inertia.
    #[default]
    Acceleration,
    /// The velocity itself: weights are speeds, in m/s. A boid for which the rules ask for nothing stands still.
    Velocity,
}

/// The directions in which a boid may move, in the flock's own frame. In a planar flock every boid stays at the height
/// that it had when the flock started, became planar or was turned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "e3b0a7b8-4f52-4d3a-a1de-64e7b5a4d1c9")
)]
pub enum Plane {
    /// Every direction: a flock in three dimensions.
    #[default]
    All,
    /// Horizontal: nothing moves along Y.
    Xz,
    /// Upright, facing Z: nothing moves along Z. The plane of 2D games.
    Xy,
    /// Upright, facing X: nothing moves along X.
    Yz,
}
