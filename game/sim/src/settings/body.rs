//! Size, turning and tail beat of the drawn bodies.

use serde::{Deserialize, Serialize};

#[cfg(feature = "reflect")]
use {
    fyrox_core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    strum_macros::{AsRefStr, EnumString, VariantNames},
};

/// Size, turning and tail beat of the drawn bodies. None of this changes how the boids move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider),
    type_uuid(id = "0b9a4d0f-6f3e-4b1c-9c0a-7f2d7c1f0a35"),
    visit(optional)
)]
pub struct Body {
    /// Scale of the body model; 1 draws it as it was made. 0.0001 to 10,000; default 1.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0001, max_value = 10000.0, step = 0.1)
    )]
    pub scale: f32,
    /// How much the bodies differ in size: 0.2 draws them at 80% to 120% of the scale. 0 to 0.9; default 0.15.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 0.9, step = 0.05)
    )]
    pub scale_variation: f32,
    /// Where a drawn body turns to. Default: the way it moves.
    pub facing: Facing,
    /// Time, in seconds, in which a drawn body makes most of a turn to its new heading. 0 turns at once; 0 to 10;
    /// default 0.12.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 10.0, step = 0.01)
    )]
    pub turn_time: f32,
    /// How much bodies lean into turns: the tangent of the angle is this times the acceleration to the side in units of
    /// gravity, so that 1 leans as an aircraft does, up to 80 degrees. It takes the time of turning to lean; with 0, bodies
    /// stay upright. 0 to 2; default 0.
    #[cfg_attr(
        feature = "reflect",
        reflect(min_value = 0.0, max_value = 2.0, step = 0.1)
    )]
    pub banking: f32,
    /// Beats of the tail or the wings per second, at rest. 0 to 100; default 0.6.
    #[cfg_attr(
        feature = "reflect",
        reflect(
            display_name = "Beats at Rest",
            min_value = 0.0,
            max_value = 100.0,
            step = 0.1
        )
    )]
    pub beats_per_second: f32,
    /// Further beats for each metre travelled, so that the beat follows the speed. 0 to 1,000; default 2.5.
    #[cfg_attr(
        feature = "reflect",
        reflect(
            display_name = "Beats a Metre",
            min_value = 0.0,
            max_value = 1000.0,
            step = 0.1
        )
    )]
    pub beats_per_metre: f32,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            scale: 1.0,
            scale_variation: 0.15,
            facing: Facing::default(),
            turn_time: 0.12,
            banking: 0.0,
            beats_per_second: 0.6,
            beats_per_metre: 2.5,
        }
    }
}

/// Where a drawn body turns to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "reflect",
    derive(Reflect, Visit, TypeUuidProvider, AsRefStr, EnumString, VariantNames),
    type_uuid(id = "c93e5b1f-7d0a-4f36-8a7e-5e1d2b6f0a49")
)]
pub enum Facing {
    /// The way the boid moves.
    #[default]
    Velocity,
    /// The way its neighbours for alignment go; the way it moves if it has none.
    Alignment,
}
