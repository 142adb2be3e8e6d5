//! The errors of clips.

use crate::render::body_error::BodyError;
use thiserror::Error;

/// Why a model cannot play its animations in a flock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClipError {
    /// The model has no drawable body, or is still loading.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// The model has no animation. Export it with animations, or switch `animation.enabled` off.
    #[error(
        "the model {model} has no animation; export it with one, or switch animation.enabled off"
    )]
    NoAnimation {
        /// Name of the model.
        model: String,
    },
    /// The model has no animation of this name. Choose one of its animations.
    #[error("the model {model} has no animation named \"{clip}\"; it has: {}", .clips.join(", "))]
    NoClip {
        /// Name of the model.
        model: String,
        /// The requested name of an animation.
        clip: String,
        /// The names of the model's animations.
        clips: Vec<String>,
    },
    /// The animation moves no vertex: the meshes have no skeleton, or the animation moves other
    /// nodes, or so little that the importer of glTF files leaves it out. Export the meshes with
    /// their skeleton, and a small model in a larger unit.
    #[error(
        "the animation \"{clip}\" of the model {model} moves none of its vertices, or so little that the engine does not read it; export the meshes with their skeleton, and a small model in centimetres with body.scale 0.01"
    )]
    Still {
        /// Name of the model.
        model: String,
        /// Name of the animation.
        clip: String,
    },
    /// The animation starts after its end, or at NaN or infinity. Export it again.
    #[error(
        "the animation \"{clip}\" of the model {model} has no valid begin and end; export it again"
    )]
    InvalidTimes {
        /// Name of the model.
        model: String,
        /// Name of the animation.
        clip: String,
    },
    /// The model has too many vertices for its animations to be baked. Export it with fewer.
    #[error("the model {model} has {vertices} vertices, and animations can be baked for at most {most}; export it with fewer")]
    TooLarge {
        /// Name of the model.
        model: String,
        /// The number of its vertices.
        vertices: usize,
        /// The largest number of vertices for the chosen clips.
        most: usize,
    },
    /// Baking was cancelled, because the clips are no longer wanted.
    #[error("the animations were not baked to the end, since nobody waits for them any more")]
    Stopped,
    /// Baking failed because of a defect in this library.
    #[error("the animations could not be baked because of a defect of this library")]
    Panicked,
}
