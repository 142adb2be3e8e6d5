//! The scenes, each in its own folder. No scene imports another one.

mod aquarium;
mod cave;
mod labyrinth;
mod meadow;
mod playground;
mod port;
mod starlings;
mod swarm;
mod table;

use crate::base::output::Output;
use std::error::Error;

/// Writes all scenes.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    aquarium::write(output)?;
    cave::write(output)?;
    starlings::write(output)?;
    meadow::write(output)?;
    playground::write(output)?;
    port::write(output)?;
    table::write(output)?;
    swarm::write(output)?;
    labyrinth::write(output)
}
