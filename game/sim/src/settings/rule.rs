//! One steering rule.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*};

/// One steering rule. What cohesion, separation and alignment are by default is said in [`Settings`](crate::Settings); of a
/// rule that is written in part only, the rest is weight 1 and radius 1.
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
    /// The acceleration that the rule asks for, in m/s². 0 to 10,000. Each rule has its own default.
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
}

impl Rule {
    /// An enabled rule with a weight in m/s² and a radius in metres.
    pub const fn new(weight: f32, radius: f32) -> Self {
        Self {
            enabled: true,
            weight,
            radius,
        }
    }

    /// Whether the rule has any effect.
    pub(crate) fn acts(&self) -> bool {
        self.enabled && self.weight > 0.0
    }
}

impl Default for Rule {
    fn default() -> Self {
        Self::new(1.0, 1.0)
    }
}
