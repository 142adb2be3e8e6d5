//! Settings from a preset: one that comes with the flock, or a file.

use fyrox_flock::sim::{Preset, Settings};
use std::path::Path;

/// What `--help` says about the option.
pub fn help() -> String {
    format!(
        "Replace the settings of all flocks of the scene by those of a preset: {}, or a RON file",
        names()
    )
}

/// The settings of the preset of this name or, if there is none, in this file.
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
