//! Makes everything below `data`: textures, models, materials, sounds, the scenes and the school prefab.
//!
//! `cargo run -p flock-data [FOLDER]` in the repository's root; without a folder, into `data`. Nothing is random
//! between runs: the same sources write the same bytes, so a difference in `data` is always a change of the sources.
//!
//! | folder | what lies there | may name |
//! |---|---|---|
//! | `base` | what every scene is made with: files and their identities, noise, pictures, words, meshes, materials, nodes, bodies, flocks | |
//! | `shared` | what several scenes show: sky, ground, trees, rocks, corals, water, the school, sounds | `base` |
//! | `scenes` | a folder for each scene: its `write` writes the scene with all that only it needs | `base`, `shared` |
//!
//! A test keeps it so, and finds circles of imports between files.
//!
//! To add a scene:
//!
//! 1. `scenes/NAME/mod.rs` with `pub fn write(output: &mut Output)`, which builds a [`Scene`](fyrox::scene::Scene)
//!    and ends with `nodes::panel` and `nodes::write_scene`. A path below `data` is a constant of the file that
//!    writes it. What a second scene shows as well moves to `shared`.
//! 2. Its two lines in `scenes/mod.rs`.
//! 3. Run the generator, look at the scene, and commit what changed in `data`.

mod base;
mod scenes;
mod shared;

use base::output::Output;
use std::{error::Error, path::Path};

/// Writes all files into `folder`, which takes the place of the project's `data` folder.
///
/// # Errors
/// If a file cannot be written, or a part of a scene cannot be made.
pub fn generate(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut output = Output::new(folder);
    shared::write(&mut output)?;
    scenes::write(&mut output)?;
    output.write_registry()
}
