//! Materials that glow at night: lamps and lit windows.

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
    /// Its emission at night, for red, green and blue. Default: 0.
    pub emission: Vector3<f32>,
}

impl Glow {
    /// Sets the emission to a share of that at night.
    pub fn set(&self, share: f32) {
        if let Some(material) = &self.material {
            let mut material = material.data_ref();
            material.set_property("emissionStrength", self.emission * share);
        }
    }
}
