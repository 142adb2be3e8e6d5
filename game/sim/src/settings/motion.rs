//! Limits of speed and acceleration.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// Limits of speed and acceleration.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "27f0a0d8-8b1c-46f4-9a4f-6a8f5f6f3a57"),
    visit(optional)
)]
pub struct Motion {
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
    /// Directions in which a boid may move, in the flock's own frame. Default: all.
    pub plane: Plane,
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            max_speed: 1.2,
            max_acceleration: 3.0,
            plane: Plane::All,
        }
    }
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
