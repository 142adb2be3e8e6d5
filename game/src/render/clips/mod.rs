//! Animations of a model, which every boid plays at its own beat.
//!
//! The animations are baked: each clip is stored as frames of vertices, one texel for each vertex
//! and frame, and the vertex shader interpolates the frames. Bones would need less memory, but far
//! more texture reads: 24 texels of 16 bytes for each vertex and clip, instead of 2.
//!
//! | file | contents |
//! |---|---|
//! | `choice` | the fields of the inspector |
//! | `puppet` | a model in a pose of its animations |
//! | `baker`, `packing` | frames of a clip, and their texels |
//! | `progress`, `clip_error` | progress and errors of baking |
//! | `baked`, `file` | the frames as an asset, and the format of its file |
//! | `playing` | the inputs of the shader |
//! | `clips.glsl` | the vertex of a frame |

mod baked;
mod baker;
mod choice;
mod clip_error;
mod file;
mod packing;
mod playing;
mod progress;
mod puppet;

use fyrox::asset::manager::ResourceManager;

pub use baked::{BakedClip, BakedClips, BakedClipsResource};
pub(crate) use baker::bake;
pub use choice::{ClipBlend, ClipChoice};
pub use clip_error::ClipError;
pub(super) use playing::PlayedClips;
pub use progress::Progress;
pub use puppet::animations_of;

/// Registers baked clips with a project's resources. Does nothing if they are registered already.
pub(crate) fn register(manager: &ResourceManager) {
    super::baked_file::register::<BakedClips>(manager);
}
