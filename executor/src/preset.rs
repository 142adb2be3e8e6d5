//! Settings from a preset of the library or from a file.

use fyrox_flock::sim::{Preset, Settings};
use std::path::Path;

/// The text of `--help` for the option.
pub fn help() -> String {
    format!(
        "Replace the settings of all flocks of the scene, spawn region and boundary included, by those of a preset: {}, or \
         a RON file",
        names()
    )
}

/// The settings of the preset with this name or, if there is none, in the file with this path.
pub fn settings(name_or_file: &Path) -> Result<Settings, String> {
    let named = name_or_file.to_str().and_then(Preset::named);
    if let Some(preset) = named {
        return Ok(preset.settings());
    }
    if !name_or_file.exists() {
        return Err(not_found(name_or_file));
    }
    Settings::load(name_or_file).map_err(|error| format!("the preset cannot be used:\n{error}"))
}

fn not_found(name_or_file: &Path) -> String {
    format!(
        "there is neither a preset nor a file called {}. Give the path of a RON file, or one of these names: {}",
        name_or_file.display(),
        names()
    )
}

fn names() -> String {
    let names: Vec<_> = Preset::all().map(Preset::name).collect();
    names.join(", ")
}
