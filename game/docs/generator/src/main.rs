//! Writes the pages of the handbook that are made from the sources.

use std::{error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let workspace = flock_handbook::workspace();
    for page in flock_handbook::pages(&workspace)? {
        fs::write(workspace.join(page.path()), page.text)?;
    }
    Ok(())
}
