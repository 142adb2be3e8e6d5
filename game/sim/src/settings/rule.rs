//! One steering rule.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// One steering rule. What cohesion, separation and alignment are by default is said in [`Settings`](crate::Settings); of a
/// rule that is written in part only, the rest is as in [`Rule::default`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "5b8f2c6e-0d0e-4f0b-9f63-0a4de9b5b0a2"),
    visit(optional)
)]
pub struct Rule {
    /// Whether the rule acts at all. Default: on.
    pub enabled: bool,
    /// The acceleration that the rule asks for, in m/s², if its response is a direction; the factor of the mean or of the
    /// sum otherwise. 0 to 10,000. Each rule has its own default.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)
    )]
    pub weight: f32,
    /// Boids nearer than this, in metres, are neighbours for this rule. 0.001 to 10,000. Each rule has its own default.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.001, max_value = 10000.0, step = 0.05)
    )]
    pub radius: f32,
    /// What becomes of the neighbours' offsets or velocities. Default: a direction.
    pub response: Response,
    /// Full angle of the cone ahead in which a boid sees neighbours for this rule, in degrees: 270 leaves a quarter turn
    /// behind it blind. A boid at rest sees all around. 0 to 360; default 360.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 360.0, step = 5.0)
    )]
    pub field_of_view: f32,
    /// Damping of sudden turns: the share of the boid's own heading that is mixed into the mean (or the sum) before the
    /// response is formed. 0 to 1; default 0.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 1.0, step = 0.05)
    )]
    pub damping: f32,
}

/// What becomes of the neighbours' offsets (cohesion, separation) or of what they are aligned with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "4a2f5f0c-9be6-4f5e-8d0a-2f1f6f3d7c90")
)]
pub enum Response {
    /// The direction of their mean, of length 1: every boid with a neighbour steers with the full weight.
    #[default]
    Direction,
    /// Their mean: far neighbours pull harder.
    Mean,
    /// Their mean, shortened to length 1 if it is longer.
    LimitedMean,
    /// Their sum: many neighbours pull harder.
    Sum,
}

impl Rule {
    /// An enabled rule with a weight in m/s² and a radius in metres that steers by direction and looks all around.
    pub const fn new(weight: f32, radius: f32) -> Self {
        Self {
            enabled: true,
            weight,
            radius,
            response: Response::Direction,
            field_of_view: 360.0,
            damping: 0.0,
        }
    }

    /// Whether the rule has any effect.
    pub(crate) fn acts(&self) -> bool {
        self.enabled && self.weight > 0.0
    }
}

/// Weight 1 and radius 1.
impl Default for Rule {
    fn default() -> Self {
        Self::new(1.0, 1.0)
    }
}
