//! The look of a flock from a preset, and of a preset from a flock.

use crate::{
    flock::assign,
    presets::{PresetLook, PresetLookError},
    render::Sprite,
    Flock, FlockPreset,
};
use flock_sim::Preset;
use fyrox::{asset::manager::ResourceManager, resource::model::ModelResource};
use std::path::PathBuf;

impl Flock {
    /// A flock with the settings of a preset, drawn with its built-in body.
    ///
    /// ```
    /// use fyrox_flock::{render::BodyShape, sim::Preset, Flock};
    ///
    /// let flock = Flock::of(Preset::Starlings);
    /// assert_eq!(flock.settings(), Preset::Starlings.settings());
    /// assert_eq!(*flock.shape, BodyShape::Starling);
    /// ```
    pub fn of(preset: Preset) -> Self {
        let preset = FlockPreset::of(preset);
        let mut flock = Self::new(preset.settings());
        flock.set_look(None, &preset.look);
        flock
    }

    /// Replaces the look of the boids and their model; `None` selects the built-in body of the
    /// look. Another model removes the baked clips and levels, and the models of the other levels of detail. In
    /// an instance of a prefab, the fields that change no longer inherit from the prefab.
    pub fn set_look(&mut self, model: Option<ModelResource>, look: &PresetLook) {
        if *self.model != model {
            assign(&mut self.baked_clips, None);
            assign(&mut self.baked_levels, None);
            assign(&mut self.second_model, None);
            assign(&mut self.third_model, None);
        }
        assign(&mut self.model, model);
        if look.sprite.enabled {
            assign(&mut self.sprite, look.sprite.clone());
        } else if self.sprite.enabled {
            self.sprite.get_value_mut_and_mark_modified().enabled = false;
        }
        assign(&mut self.shape, look.shape);
        assign(&mut self.forward_axis, look.forward_axis);
        assign(&mut self.swim, look.swim);
        assign(&mut self.body_motion, look.body_motion);
        assign(&mut self.animation, look.animation.clone());
        assign(&mut self.variety, look.variety);
    }

    /// True if the boids of both scripts look the same.
    pub fn looks_like(&self, other: &Self) -> bool {
        let look = PresetLook::without_model;
        *self.model == *other.model && look(self) == look(other)
    }
}

impl PresetLook {
    /// The look of a flock, except for its model.
    fn without_model(script: &Flock) -> Self {
        Self {
            enabled: true,
            shape: *script.shape,
            model: PathBuf::new(),
            forward_axis: *script.forward_axis,
            swim: *script.swim,
            body_motion: *script.body_motion,
            animation: (*script.animation).clone(),
            variety: *script.variety,
            sprite: if script.sprite.enabled {
                (*script.sprite).clone()
            } else {
                // The fields of a disabled sprite have no effect.
                Sprite::default()
            },
            sprite_texture: PathBuf::new(),
        }
    }

    /// The look of a flock.
    ///
    /// # Errors
    /// The flock has a model, or a sprite with a texture, that is not a file of the project.
    pub fn of(script: &Flock, resources: &ResourceManager) -> Result<Self, PresetLookError> {
        let model = script.model.as_ref().map(|it| resources.resource_path(it));
        let look = Self::without_model(script);
        let texture = look.sprite.texture.as_ref();
        let texture = texture.map(|it| resources.resource_path(it));
        Ok(Self {
            model: file_of(model).ok_or(PresetLookError::Unnamed)?,
            sprite_texture: file_of(texture).ok_or(PresetLookError::UnnamedTexture)?,
            ..look
        })
    }

    /// Applies this look to a flock, if the look is enabled. In an instance of a prefab, the fields
    /// that change no longer inherit from the prefab.
    ///
    /// # Errors
    /// The model is not a file of the project, or not a model, or the sprite's texture is not an
    /// image. The flock is then unchanged.
    pub fn apply(
        &self,
        script: &mut Flock,
        resources: &ResourceManager,
    ) -> Result<(), PresetLookError> {
        if self.enabled {
            let mut look = self.clone();
            look.sprite.texture = self.texture(resources)?.or(look.sprite.texture);
            script.set_look(self.model(resources)?, &look);
        }
        Ok(())
    }
}

/// The file of a resource; empty for no resource, `None` for a resource without a file.
fn file_of(path: Option<Option<PathBuf>>) -> Option<PathBuf> {
    match path {
        Some(path) => path.filter(|path| path.is_file()),
        None => Some(PathBuf::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::{
        asset::io::FsResourceIo,
        core::task::TaskPool,
        resource::texture::{Texture, TextureResource},
    };
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

    #[test]
    fn textures_that_are_none_are_refused() {
        let resources = ResourceManager::new(Arc::new(FsResourceIo), Arc::new(TaskPool::new()));
        for path in ["data/none.png", "/tmp/x.png", "../x.png", "Cargo.toml"] {
            let look = PresetLook {
                enabled: true,
                sprite: Sprite {
                    enabled: true,
                    ..Sprite::default()
                },
                sprite_texture: path.into(),
                ..PresetLook::default()
            };
            let mut script = Flock::default();
            let error = look.apply(&mut script, &resources).unwrap_err();
            assert_eq!(error, PresetLookError::NoImage(path.into()));
            assert!(!script.sprite.enabled);
        }
    }

    #[test]
    fn a_sprite_without_a_file_cannot_be_saved() {
        let resources = ResourceManager::new(Arc::new(FsResourceIo), Arc::new(TaskPool::new()));
        let texture = TextureResource::new_embedded(Texture::default());
        let mut script = Flock {
            sprite: Sprite::new(texture).into(),
            ..Flock::default()
        };
        let error = PresetLook::of(&script, &resources).unwrap_err();
        assert_eq!(error, PresetLookError::UnnamedTexture);
        // A disabled sprite is not saved.
        script.sprite.enabled = false;
        let look = PresetLook::of(&script, &resources).unwrap();
        assert_eq!(look.sprite, Sprite::default());
    }
}
