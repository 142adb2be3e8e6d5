//! Content of several scenes. It does not import any scene.

pub mod coral;
pub mod ground;
pub mod growth;
pub mod materials;
pub mod models;
pub mod school;
pub mod sky;
pub mod sounds;
pub mod textures;
pub mod trees;

mod caustics;
mod fish;
mod plants;
mod rock;
mod skin;

use crate::base::output::Output;
use std::error::Error;

/// Writes all shared files.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    textures::write(output)?;
    skin::write(output)?;
    caustics::write(output)?;
    materials::write(output)?;
    models::write(output)?;
    ground::write(output)?;
    trees::write(output)?;
    sounds::write(output)?;
    sky::write_shader(output)?;
    school::write(output)
}
