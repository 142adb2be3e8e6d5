//! Animations of a model, played by every boid at its own beat.
//!
//! The animations are baked: every vertex in some frames of each clip, one texel a vertex and frame, among which the
//! vertex shader blends. Bones would need less memory, but far more reading: 24 texels of 16 bytes for each vertex and
//! clip, where this takes 2. Drawing 1,000 bodies of 248 vertices in software OpenGL took 9% less processor time than with
//! bones, four for each vertex.
//!
//! | file | contents |
//! |---|---|
//! | `choice` | the fields of the inspector |
//! | `puppet`, `fingerprint` | a model in a pose of its animations; the number that tells whether it has changed |
//! | `baker`, `packing` | frames of a clip, and their texels |
//! | `baked`, `file`, `loader` | the frames as an asset |
//! | `playing` | what the shader needs |
//! | `clips.glsl` | the vertex of a frame |

mod baked;
mod baker;
mod choice;
mod file;
mod fingerprint;
mod loader;
mod packing;
mod playing;
mod puppet;

pub use baked::{BakedClip, BakedClips, BakedClipsResource};
pub(crate) use baker::bake;
pub use baker::{ClipError, Progress};
pub use choice::{ClipBlend, ClipChoice};
pub(crate) use loader::register;
pub(super) use playing::PlayedClips;
pub use puppet::animations_of;
