//! Writes everything under `data`: textures, models, materials, the scenes and the
//! school prefab.
//!
//! `cargo run -p flock-demo --bin make_data [FOLDER]` in the repository's root; without a folder,
//! into `data`. Nothing is random between runs: the same sources write the same bytes, so a
//! difference in `data` is always a change of the sources.

mod aquarium;
mod camera;
mod caustics;
mod cave;
mod colliders;
mod coral;
mod fish;
mod flocks;
mod ground;
mod growth;
mod lights;
mod materials;
mod meadow;
mod mesh;
mod models;
mod nodes;
mod output;
mod pattern;
mod plants;
mod playground;
mod reef;
mod rock;
mod school;
mod skin;
mod sky;
mod solid;
mod sounds;
mod starlings;
mod swarm;
mod table;
mod tank;
mod text;
mod textures;
mod town;

use output::Output;
use std::{env, error::Error, path::Path};

/// Writes all files into `folder`, which takes the place of the project's `data` folder.
fn generate(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut output = Output::new(folder);
    textures::write(&mut output)?;
    materials::write(&mut output)?;
    models::write(&mut output)?;
    sounds::write(&mut output)?;
    school::write(&mut output)?;
    aquarium::write(&mut output)?;
    cave::write(&mut output)?;
    sky::write_shader(&mut output)?;
    starlings::write(&mut output)?;
    meadow::write(&mut output)?;
    playground::write(&mut output)?;
    table::write(&mut output)?;
    swarm::write(&mut output)?;
    output.write_registry()?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).unwrap_or_else(|| "data".into());
    generate(Path::new(&folder))
}
