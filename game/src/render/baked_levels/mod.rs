//! Computed levels of detail of a model, kept in a file.
//!
//! Simplified meshes and the pictures of an impostor depend on the model, its textures and its motion
//! or clips only. A flock computes them in the background, or takes them from a file that the editor
//! has written.
//!
//! | file | contents |
//! |---|---|
//! | `baked` | the levels as an asset |
//! | `file` | the format of its file |
//! | `inputs` | a hash of everything that the levels depend on |

mod baked;
mod file;
mod inputs;

use fyrox::asset::manager::ResourceManager;

pub use baked::{BakedLevels, BakedLevelsResource};
pub(super) use inputs::fingerprint;

/// Registers levels of detail with a project's resources. Does nothing if they are registered
/// already.
pub(crate) fn register(manager: &ResourceManager) {
    super::baked_file::register::<BakedLevels>(manager);
}
