//! The box that the boids stay in.

use crate::Vec3;
use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*};

/// The box, in the flock's own frame, that the boids stay in. It may reach farther on one side of the origin than on the
/// other. A boid outside turns the component of its velocity that leads farther out, so that it comes back; no weight
/// scales this.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "b1f7a1d4-0c55-4d5a-8f0d-2f5c3f9c7be0"),
    visit(optional)
)]
pub struct Boundary {
    /// Whether there is a box at all. Default: on.
    pub enabled: bool,
    /// Smallest corner relative to the flock's origin, in metres. Each component -10,000 to 10,000; default (-3, -1.5, -3).
    pub min: Vec3,
    /// Largest corner relative to the flock's origin, in metres. Each component -10,000 to 10,000 and above that of `min`; default (3, 1.5, 3).
    pub max: Vec3,
}

impl Default for Boundary {
    fn default() -> Self {
        Self {
            enabled: true,
            min: Vec3::new(-3.0, -1.5, -3.0),
            max: Vec3::new(3.0, 1.5, 3.0),
        }
    }
}
