//! The errors of sprites.

use fyrox::{
    asset::state::ResourceState,
    resource::texture::{TextureKind, TextureResource},
};
use std::ops::RangeInclusive;

/// Why a sprite cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpriteError {
    /// The texture is still loading. Try again later.
    #[error("the texture of the sprite is not loaded yet")]
    NotLoaded,
    /// The texture could not be loaded.
    #[error("sprite.texture {path} could not be loaded ({reason}); choose another image")]
    Broken {
        /// Path of the file; empty if the resource registry does not know it.
        path: String,
        /// The error of the loader.
        reason: String,
    },
    /// The texture is not a picture with a width and a height.
    #[error("sprite.texture is a cube map, a line or a volume; choose an image with a width and a height")]
    NoPicture,
    /// A number is out of its range.
    #[error("sprite.{field} is {value}; allowed: {min} to {max}")]
    OutOfRange {
        /// Name of the field.
        field: &'static str,
        /// The value of the field.
        value: f64,
        /// The smallest allowed value.
        min: f64,
        /// The largest allowed value.
        max: f64,
    },
}

/// Checks that a number is in its range.
pub(super) fn check(
    field: &'static str,
    value: f64,
    range: RangeInclusive<f64>,
) -> Result<(), SpriteError> {
    if range.contains(&value) {
        Ok(())
    } else {
        Err(SpriteError::OutOfRange {
            field,
            value,
            min: *range.start(),
            max: *range.end(),
        })
    }
}

/// Width and height of a texture, in pixels.
pub(super) fn size(texture: &TextureResource) -> Result<[u32; 2], SpriteError> {
    if let ResourceState::LoadError { path, error } = &texture.header().state {
        return Err(SpriteError::Broken {
            path: path.display().to_string(),
            reason: error.to_string(),
        });
    }
    let state = texture.state();
    let kind = state.data_ref().ok_or(SpriteError::NotLoaded)?.kind();
    match kind {
        TextureKind::Rectangle { width, height } => Ok([width, height]),
        _ => Err(SpriteError::NoPicture),
    }
}
