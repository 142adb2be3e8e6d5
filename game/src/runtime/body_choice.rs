//! Which body the fields of a flock choose.

use super::{
    background_body::{BackgroundBody, BodySource, ModelSource},
    clips::ClipSource,
    fields::FlockFields,
    version::{DataVersion, Versioned},
};
use crate::render::{
    left_out, model_name, BakedClips, BakedClipsResource, BakedLevelsResource, BodyError,
    BodyShape, ClipChoice, DrawnBody, ForwardAxis, MotionKind, Sprite, SpriteError,
};
use fyrox::resource::{model::ModelResource, texture::TextureResource};
use std::sync::Arc;

/// The fields of the script that determine the mesh and the materials of the body.
#[derive(Clone, PartialEq)]
pub(super) struct BodyChoice {
    pub shape: BodyShape,
    pub model: Option<ModelResource>,
    /// `None` until the model is loaded. It changes when a model is exported again, or when a
    /// broken one is repaired, while the game runs.
    version: Option<DataVersion>,
    /// The models of the second and the third level of detail.
    coarser: [Option<Versioned<ModelResource>>; 2],
    pub forward_axis: ForwardAxis,
    /// The kind of the motion, for the impostor of a model.
    motion: MotionKind,
    pub clips: ClipChoice,
    file: Option<BakedClipsResource>,
    /// True while the file of the clips is being loaded.
    is_file_awaited: bool,
    /// The file of the levels of detail.
    levels: Option<Versioned<BakedLevelsResource>>,
    sprite: Sprite,
    /// True once the texture of the sprite is loaded.
    is_painted: bool,
}

impl BodyChoice {
    pub fn of(fields: &FlockFields) -> Self {
        let (model, file, sprite) = (&fields.model, &fields.baked_clips, &fields.sprite);
        Self {
            shape: fields.shape,
            model: model.clone(),
            version: model.as_ref().and_then(DataVersion::of),
            coarser: [&fields.second_model, &fields.third_model].map(|coarser| {
                let is_drawn = model.is_some() && !sprite.enabled;
                let coarser = coarser.as_ref().filter(|_| is_drawn)?;
                Some(Versioned::of(coarser))
            }),
            forward_axis: fields.forward_axis,
            motion: if model.is_some() && !fields.animation.enabled {
                fields.body_motion.kind
            } else {
                MotionKind::OfBody
            },
            clips: fields.animation.clone(),
            file: file.clone(),
            is_file_awaited: file.as_ref().is_some_and(BakedClipsResource::is_loading),
            levels: fields.baked_levels.as_ref().map(Versioned::of),
            // The fields of a disabled sprite have no effect.
            sprite: if sprite.enabled {
                sprite.without_nan()
            } else {
                Sprite::default()
            },
            is_painted: sprite.texture.as_ref().is_some_and(TextureResource::is_ok),
        }
    }

    /// True while the clips of the animated model are being read from a file.
    pub fn awaits_clips_of(&self, animated: Option<&(ModelResource, ForwardAxis)>) -> bool {
        let plays = self.clips.enabled && !self.sprite.enabled && self.version.is_some();
        let own = self.model.as_ref().map(|model| (model, self.forward_axis));
        let animated = animated.map(|(model, axis)| (model, *axis));
        plays && self.is_file_awaited && animated.is_some() && own == animated
    }

    /// The inputs of baking, once all of them are loaded.
    pub fn clip_source(&self) -> Option<ClipSource> {
        let is_ready = self.clips.enabled && !self.sprite.enabled && !self.is_file_awaited;
        Some(ClipSource {
            model: self.model.clone().filter(|_| is_ready)?,
            version: self.version?,
            forward_axis: self.forward_axis,
            choice: self.clips.for_baking(),
            file: self.file.clone(),
        })
    }

    /// The inputs of a model's body, once the model is loaded.
    pub fn body_source(&self, clips: Option<Arc<BakedClips>>) -> Option<BodySource> {
        Some(BodySource::Model(ModelSource {
            model: self.model.clone()?,
            version: self.version?,
            forward_axis: self.forward_axis,
            motion: self.motion,
            coarser: match clips {
                Some(_) => Default::default(),
                None => self.coarser.clone(),
            },
            // The levels of the body at rest are not those of the body that plays clips.
            levels: self
                .levels
                .clone()
                .filter(|_| clips.is_some() == self.clips.enabled),
            clips: clips.map(|clips| (clips, self.clips.clone())),
        }))
    }

    /// Why the models of the second and the third level of detail are not drawn while clips play.
    pub fn coarser_error_with_clips(&self) -> Option<String> {
        let is_any = self.coarser.iter().any(Option::is_some);
        let message =
            "second_model and third_model are not drawn, because the model plays an animation";
        is_any.then(|| message.into())
    }

    /// The body without clips, and why models of its other levels are not drawn.
    fn body_of_model(
        &self,
        model: &ModelResource,
    ) -> Result<(DrawnBody, Option<String>), BodyError> {
        let mut body = DrawnBody::from_model(model, self.forward_axis)?;
        let mut errors = Vec::new();
        for (level, field) in [(1, "second_model"), (2, "third_model")] {
            let Some(coarser) = &self.coarser[level - 1] else {
                continue;
            };
            match body.set_coarser_model(level, &coarser.resource, self.forward_axis) {
                Ok(()) | Err(BodyError::NotLoaded) => (),
                Err(error) => {
                    let error = naming(&coarser.resource, error);
                    errors.push(format!("{field} is not drawn: {error}"));
                }
            }
        }
        let error = (!errors.is_empty()).then(|| errors.join("; "));
        Ok((body, error))
    }

    /// What the body leaves out of its model.
    pub fn left_out(&self) -> Option<String> {
        let model = self.model.as_ref().filter(|_| !self.sprite.enabled)?;
        left_out(model, self.clips.enabled)
    }

    /// The body without clips, or why it cannot be drawn. `None` while it is being loaded.
    pub fn body(&self, of_model: &mut BackgroundBody) -> Option<Result<DrawnBody, String>> {
        if self.sprite.enabled {
            *of_model = BackgroundBody::default();
            return match DrawnBody::from_sprite(&self.sprite) {
                Err(SpriteError::NotLoaded) => None,
                body => Some(body.map_err(|error| error.to_string())),
            };
        }
        let Some(model) = &self.model else {
            return Some(Ok(of_model.start_shape(self.shape)));
        };
        let body = match self.body_source(None) {
            Some(source) => of_model.start(source, || self.body_of_model(model)),
            // Not loaded, or broken.
            None => DrawnBody::from_model(model, self.forward_axis),
        };
        if body.is_err() {
            *of_model = BackgroundBody::default();
        }
        match body {
            Err(BodyError::NotLoaded) => None,
            body => Some(body.map_err(|error| naming(model, error))),
        }
    }
}

/// An error with the name of the model.
fn naming(model: &ModelResource, error: BodyError) -> String {
    match error {
        BodyError::Broken { .. } => error.to_string(),
        _ => format!("the model {} cannot be drawn: {error}", model_name(model)),
    }
}
