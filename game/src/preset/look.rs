//! The look of a preset: the model of the bodies and how it moves.

use crate::{
    render::{ForwardAxis, Swim},
    Flock,
};
use fyrox::{
    asset::manager::ResourceManager,
    core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    resource::model::Model,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How the boids of a preset are drawn.
#[derive(
    Clone, Debug, Default, PartialEq, Reflect, Visit, TypeUuidProvider, Serialize, Deserialize,
)]
#[type_uuid(id = "b4f6a3c9-1d2e-4b8a-9d5f-6a0c3e7f8b12")]
#[visit(optional)]
#[serde(default, deny_unknown_fields)]
pub struct PresetLook {
    /// The preset says how the boids are drawn. Default: off.
    #[serde(skip, default = "on")]
    pub enabled: bool,
    /// The file of the model, relative to the folder of the project: data/carp.glb. Empty: the
    /// built-in fish.
    pub model: PathBuf,
    /// The axis of the model that points forward. Default: +Z.
    pub forward_axis: ForwardAxis,
    /// Bending of the body as it swims.
    pub swim: Swim,
}

/// A file that has a look has it switched on.
fn on() -> bool {
    true
}

impl PresetLook {
    /// The look of a flock. The file of its model is known to the project's resources.
    pub fn of(script: &Flock, resources: &ResourceManager) -> Self {
        let model = script.model.as_ref();
        Self {
            enabled: true,
            model: model
                .and_then(|model| resources.resource_path(model))
                .unwrap_or_default(),
            forward_axis: *script.forward_axis,
            swim: *script.swim,
        }
    }

    /// Gives a flock this look, if it is enabled. In an instance of a prefab, the fields that differ no
    /// longer follow the prefab.
    pub fn apply(&self, script: &mut Flock, resources: &ResourceManager) {
        if !self.enabled {
            return;
        }
        let has_model = !self.model.as_os_str().is_empty();
        script.set_look(
            has_model.then(|| resources.request::<Model>(&self.model)),
            self.forward_axis,
            self.swim,
        );
    }

    pub(super) fn is_off(&self) -> bool {
        !self.enabled
    }
}
