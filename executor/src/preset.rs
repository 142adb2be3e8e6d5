//! A built-in preset, or one from a file.

use fyrox_flock::{
    sim::{Preset, Settings},
    FlockPreset,
};
use std::path::Path;

/// The text of `--help` for the option.
pub fn help() -> String {
    format!(
        "Give the largest flock of the scene a preset: its settings, spawn region and boundary included, and its body if \
         it has one: {}, or a RON file with settings",
        names()
    )
}

/// The preset with this name or, if there is none, the settings in the file with this path.
pub fn preset(name_or_file: &Path) -> Result<FlockPreset, String> {
    let named = name_or_file.to_str().and_then(Preset::named);
    if let Some(preset) = named {
        return Ok(FlockPreset::of(preset));
    }
    if !name_or_file.exists() {
        return Err(not_found(name_or_file));
    }
    let settings = Settings::load(name_or_file);
    let settings = settings.map_err(|error| format!("the preset cannot be used:\n{error}"))?;
    Ok(settings.into())
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
