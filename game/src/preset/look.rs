//! The look of a preset: the model of the bodies and how it moves.

use crate::{
    render::{BodyMotion, BodyShape, ClipChoice, ForwardAxis, Swim, Variety},
    Flock,
};
use fyrox::{
    asset::manager::ResourceManager,
    core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    resource::model::{Model, ModelResource},
};
use serde::{Deserialize, Serialize};
use std::path::{Component, PathBuf};

/// The reason why a look cannot be given to a flock, or taken from it.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PresetLookError {
    /// The model is not a file of the project.
    #[error("look.model is {}; allowed: a file below the folder of the project, such as data/carp.glb", .0.display())]
    NoFile(PathBuf),
    /// The file is not a model.
    #[error("look.model is {}, which the engine cannot load as a model", .0.display())]
    NoModel(PathBuf),
    /// The model of the flock has no file, so that a preset cannot name it.
    #[error("the flock's model is not a file of the project; choose one that is, or save without the look")]
    Unnamed,
}

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
    /// The built-in body that is drawn if there is no model. Default: a simple fish.
    pub shape: BodyShape,
    /// The file of the model, relative to the folder of the project: data/carp.glb. Empty: the
    /// built-in body of `shape`.
    pub model: PathBuf,
    /// The axis of the model that points forward. Default: +Z.
    pub forward_axis: ForwardAxis,
    /// Bending of the body as it swims.
    pub swim: Swim,
    /// Motion of fins, wings and legs.
    pub body_motion: BodyMotion,
    /// Animations of the model that the bodies play.
    pub animation: ClipChoice,
    /// Colours and patterns in which the bodies differ.
    pub variety: Variety,
}

/// A file that has a look has it switched on.
fn on() -> bool {
    true
}

impl PresetLook {
    /// The look of a flock, except for its model.
    pub(crate) fn without_model(script: &Flock) -> Self {
        Self {
            enabled: true,
            shape: *script.shape,
            model: PathBuf::new(),
            forward_axis: *script.forward_axis,
            swim: *script.swim,
            body_motion: *script.body_motion,
            animation: (*script.animation).clone(),
            variety: *script.variety,
        }
    }

    /// The look of a flock.
    ///
    /// # Errors
    /// The flock has a model that is not a file of the project.
    pub fn of(script: &Flock, resources: &ResourceManager) -> Result<Self, PresetLookError> {
        let path = |model| {
            let path = resources.resource_path(model);
            path.filter(|path| path.is_file())
                .ok_or(PresetLookError::Unnamed)
        };
        Ok(Self {
            enabled: true,
            model: script.model.as_ref().map_or(Ok(PathBuf::new()), path)?,
            ..Self::without_model(script)
        })
    }

    /// Gives a flock this look, if it is enabled. In an instance of a prefab, the fields that differ no
    /// longer follow the prefab.
    ///
    /// # Errors
    /// The model is not a file of the project, or not a model. The flock is then left as it is.
    pub fn apply(
        &self,
        script: &mut Flock,
        resources: &ResourceManager,
    ) -> Result<(), PresetLookError> {
        if self.enabled {
            script.set_look(self.model(resources)?, self);
        }
        Ok(())
    }

    fn model(&self, resources: &ResourceManager) -> Result<Option<ModelResource>, PresetLookError> {
        if self.model.as_os_str().is_empty() {
            return Ok(None);
        }
        // The engine panics for other paths.
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if !self.model.components().all(is_inside) || !self.model.is_file() {
            return Err(PresetLookError::NoFile(self.model.clone()));
        }
        let model = resources.try_request::<Model>(&self.model);
        let model = model.ok_or_else(|| PresetLookError::NoModel(self.model.clone()))?;
        Ok(Some(model))
    }

    pub(super) fn is_off(&self) -> bool {
        !self.enabled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::{asset::io::FsResourceIo, core::task::TaskPool};
    use std::{path::Path, sync::Arc};

    #[test]
    fn models_that_are_none_are_refused() {
        let resources = ResourceManager::new(Arc::new(FsResourceIo), Arc::new(TaskPool::new()));
        let no_file = |path: &Path| PresetLookError::NoFile(path.to_owned());
        let no_model = |path: &Path| PresetLookError::NoModel(path.to_owned());
        for (path, expected) in [
            ("data/none.glb", no_file as fn(&Path) -> PresetLookError),
            ("/tmp/x.glb", no_file),
            ("../x.glb", no_file),
            ("Cargo.toml", no_model),
        ] {
            let look = PresetLook {
                enabled: true,
                model: path.into(),
                ..PresetLook::default()
            };
            let mut script = Flock::default();
            let error = look.apply(&mut script, &resources).unwrap_err();
            assert_eq!(error, expected(Path::new(path)));
            assert!(script.model.is_none());
        }
    }
}
