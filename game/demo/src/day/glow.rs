//! Materials that glow at night, such as lamps and lit windows, or by day.

use crate::night::set_properties;
use fyrox::{
    core::{algebra::Vector3, reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    material::MaterialResource,
};

/// Materials whose emission is switched with the light of the day.
#[derive(Clone, Debug, Default, PartialEq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "0b5d9c62-7e14-4f38-9a61-d82c47f05be3")]
#[visit(optional)]
pub struct Glow {
    /// The materials. Default: none.
    pub materials: Vec<MaterialResource>,
    /// Their emission when they are on, for red, green and blue. Default: 0.
    pub emission: Vector3<f32>,
    /// They glow by day instead of at night, like a surface in the sun. Default: off.
    pub fades: bool,
}

impl Glow {
    /// Sets the emission to the share of night lights.
    pub fn set(&self, share: f32) {
        let share = if self.fades { 1.0 - share } else { share };
        let emission = self.emission * share;
        set_properties(&self.materials, &[("emissionStrength", emission.into())]);
    }
}
