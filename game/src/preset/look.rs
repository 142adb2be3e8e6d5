//! The look of a preset: the model of the bodies and how it moves.

use crate::render::{BodyMotion, BodyShape, ClipChoice, ForwardAxis, Sprite, Swim, Variety};
use fyrox::{
    asset::manager::ResourceManager,
    core::{reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    resource::{
        model::{Model, ModelResource},
        texture::{Texture, TextureResource},
    },
};
use serde::{Deserialize, Serialize};
use std::path::{Component, Path, PathBuf};

/// Why a look cannot be applied to a flock, or read from it.
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
    /// The texture of the sprite is not an image of the project.
    #[error("look.sprite_texture is {}; allowed: an image below the folder of the project, such as data/moth.png", .0.display())]
    NoImage(PathBuf),
    /// The texture of the flock's sprite has no file, so that a preset cannot name it.
    #[error("the texture of the flock's sprite is not a file of the project; choose one that is, or save without the look")]
    UnnamedTexture,
}

/// The look of the boids of a preset.
#[derive(
    Clone, Debug, Default, PartialEq, Reflect, Visit, TypeUuidProvider, Serialize, Deserialize,
)]
#[type_uuid(id = "b4f6a3c9-1d2e-4b8a-9d5f-6a0c3e7f8b12")]
#[visit(optional)]
#[serde(default, deny_unknown_fields)]
pub struct PresetLook {
    /// The preset sets the look of the boids. Default: off.
    #[serde(skip, default = "on")]
    pub enabled: bool,
    /// The built-in body that is drawn without a model. Default: a simple fish.
    pub shape: BodyShape,
    /// The file of the model, relative to the project folder: data/carp.glb. Empty: the built-in
    /// body of `shape`.
    pub model: PathBuf,
    /// The axis of the model that points forward. Default: +Z.
    pub forward_axis: ForwardAxis,
    /// Bending of the swimming body.
    pub swim: Swim,
    /// Motion of fins, wings and legs.
    pub body_motion: BodyMotion,
    /// Animations of the model that the bodies play.
    pub animation: ClipChoice,
    /// Differences between the bodies in colour and pattern.
    pub variety: Variety,
    /// The sprite that is drawn instead of a body. A file stores all its fields except for the
    /// texture, which is `sprite_texture`. Not a field of the inspector. Default: off.
    #[serde(skip_serializing_if = "Sprite::is_off")]
    #[reflect(hidden)]
    pub sprite: Sprite,
    /// The file of the sprite's texture, relative to the project folder: data/moth.png.
    #[serde(skip_serializing_if = "is_empty")]
    #[reflect(hidden)]
    pub sprite_texture: PathBuf,
}

fn is_empty(path: &Path) -> bool {
    path.as_os_str().is_empty()
}

/// A look that is given in a file is enabled by default.
fn on() -> bool {
    true
}

impl PresetLook {
    /// The model; `None` if the look names none.
    pub(crate) fn model(
        &self,
        resources: &ResourceManager,
    ) -> Result<Option<ModelResource>, PresetLookError> {
        if is_empty(&self.model) {
            return Ok(None);
        }
        if !is_file_inside(&self.model) {
            return Err(PresetLookError::NoFile(self.model.clone()));
        }
        let model = resources.try_request::<Model>(&self.model);
        let model = model.ok_or_else(|| PresetLookError::NoModel(self.model.clone()))?;
        Ok(Some(model))
    }

    /// The texture of the sprite; `None` if the look names none.
    pub(crate) fn texture(
        &self,
        resources: &ResourceManager,
    ) -> Result<Option<TextureResource>, PresetLookError> {
        if is_empty(&self.sprite_texture) {
            return Ok(None);
        }
        let path = Some(&self.sprite_texture).filter(|path| is_file_inside(path));
        let texture = path.and_then(|path| resources.try_request::<Texture>(path));
        let no_image = || PresetLookError::NoImage(self.sprite_texture.clone());
        texture.map(Some).ok_or_else(no_image)
    }

    pub(super) fn is_off(&self) -> bool {
        !self.enabled
    }
}

/// False for paths on which the engine would panic.
fn is_file_inside(path: &Path) -> bool {
    let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    path.components().all(is_inside) && path.is_file()
}
