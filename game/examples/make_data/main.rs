//! Writes everything under `data/`: textures, models, materials, the aquarium, the cave and the school prefab.
//!
//! `cargo run -p fyrox-flock --example make_data` in the repository's root. Nothing here is random between runs: the
//! same sources write the same bytes, so that a difference in `data/` is always a change that somebody made.

mod aquarium;
mod arch;
mod camera;
mod caustics;
mod cave;
mod colliders;
mod coral;
mod fish;
mod ground;
mod lights;
mod materials;
mod mesh;
mod models;
mod nodes;
mod output;
mod pattern;
mod plants;
mod reef;
mod rock;
mod rock_face;
mod school;
mod skin;
mod tank;
mod textures;

use output::Output;
use std::{error::Error, path::Path};

/// Writes all files into `folder`, which stands for the project's `data` folder.
pub fn generate(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut output = Output::new(folder);
    textures::write(&mut output)?;
    materials::write(&mut output)?;
    models::write(&mut output)?;
    school::write(&mut output)?;
    aquarium::write(&mut output)?;
    cave::write(&mut output)?;
    output.write_registry()?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    generate(Path::new("data"))
}
