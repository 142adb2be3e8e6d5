//! Generates all files in `data`: textures, models, materials, sounds, the scenes and the school
//! prefab.
//!
//! `cargo run -p flock-data [FOLDER]` in the root of the repository; the default folder is `data`.
//! The output is deterministic: the same sources write the same bytes, so a change in `data` always
//! comes from a change of the sources.
//!
//! | folder | contents | may import |
//! |---|---|---|
//! | `base` | building blocks of all scenes: files and their ids, noise, images, text, meshes, materials, nodes, bodies, flocks | |
//! | `shared` | content of several scenes: sky, ground, trees, rocks, corals, water, the school, sounds | `base` |
//! | `scenes` | a folder for each scene: its `write` writes the scene and all files of this scene alone | `base`, `shared` |
//!
//! A test checks these imports, and that the imports between files have no cycle.
//!
//! To add a scene:
//!
//! 1. `scenes/NAME/mod.rs` with `pub fn write(output: &mut Output)`, which builds a
//!    [`Scene`](fyrox::scene::Scene) and ends with `nodes::panel` and `nodes::write_scene`. A path
//!    below `data` is a constant of the file that writes it. Content of two scenes moves to
//!    `shared`.
//! 2. Its two lines in `scenes/mod.rs`.
//! 3. Run the generator, look at the scene, and commit the changes in `data`.

mod base;
mod scenes;
mod shared;

use base::output::Output;
use std::{error::Error, path::Path};

/// Writes all files into `folder`, which stands for the project's `data` folder. It lies below the
/// working directory, where the engine reads models.
///
/// # Errors
/// If a file cannot be written, or a part of a scene cannot be created.
pub fn generate(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut output = Output::new(folder);
    shared::write(&mut output)?;
    scenes::write(&mut output)?;
    output.write_registry()
}
