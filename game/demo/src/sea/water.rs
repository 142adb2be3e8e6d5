//! The script of the water of a sea.

use crate::night::set_properties;
use fyrox::{
    core::{
        reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    material::MaterialResource,
    plugin::error::GameResult,
    script::{ScriptContext, ScriptTrait},
};

/// Moves the waves of a sea. It works on any node.
#[derive(Clone, Debug, Default, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "5c0e7b19-4d2f-4a83-b6f1-08e93d7a52c4")]
#[visit(optional)]
pub struct Sea {
    /// Materials with the shader `sea.shader`. Default: none.
    pub water: InheritableVariable<Vec<MaterialResource>>,

    /// Time since the start, in seconds.
    #[visit(skip)]
    #[reflect(hidden)]
    time: f32,
}

impl ScriptTrait for Sea {
    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        self.time += context.dt;
        set_properties(&self.water, &[("time", self.time.into())]);
        Ok(())
    }
}
