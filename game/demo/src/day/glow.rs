//! Materials that glow at night, such as lamps and lit windows, or by day.

use fyrox::{
    core::{algebra::Vector3, reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    material::MaterialResource,
};

/// A material whose emission is switched with the light of the day.
#[derive(Clone, Debug, Default, PartialEq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "0b5d9c62-7e14-4f38-9a61-d82c47f05be3")]
#[visit(optional)]
pub struct Glow {
    /// The material. Default: none.
    pub material: Option<MaterialResource>,
    /// Its emission when it is on, for red, green and blue. Default: 0.
    pub emission: Vector3<f32>,
    /// It glows by day instead of at night, like a surface in the sun. Default: off.
    pub fades: bool,
}

impl Glow {
    /// Sets the emission to the share of night lights.
    pub fn set(&self, share: f32) {
        let share = if self.fades { 1.0 - share } else { share };
        if let Some(material) = &self.material {
            let mut material = material.data_ref();
            material.set_property("emissionStrength", self.emission * share);
        }
    }
}
