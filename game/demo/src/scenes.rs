//! The demo scenes.

use std::path::PathBuf;

/// Names of the demo scenes. The first one opens by default.
pub const SCENES: [&str; 9] = [
    "aquarium",
    "cave",
    "starlings",
    "meadow",
    "port",
    "swarm",
    "labyrinth",
    "playground",
    "table",
];

/// Path of a demo scene, relative to the project's folder.
pub fn scene_file(name: &str) -> PathBuf {
    format!("data/{name}.rgs").into()
}
