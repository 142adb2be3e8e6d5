//! Presets as assets: settings and a look in `.flock` files.

mod flock_preset;
mod loader;
mod look;

pub use flock_preset::FlockPreset;
pub(crate) use loader::register;
pub use loader::FlockPresetError;
pub use look::{PresetLook, PresetLookError};
