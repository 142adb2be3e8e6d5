//! Writes all files in `data`.

use std::{env, error::Error, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).unwrap_or_else(|| "data".into());
    flock_data::generate(Path::new(&folder))
}
