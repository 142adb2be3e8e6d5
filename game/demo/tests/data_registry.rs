//! Starting the engine changes no file in `data`.

use fyrox::engine::executor::Executor;
use fyrox_flock::FlockPlugin;
use std::{fs, path::Path};

/// Names of all files in `data`, and the content of the registry.
fn state_of_data() -> (Vec<String>, String) {
    let mut names = Vec::new();
    for folder in [
        "data",
        "data/materials",
        "data/models",
        "data/shaders",
        "data/textures",
    ] {
        for entry in fs::read_dir(folder).expect("the folder exists") {
            let path = entry.expect("the folder can be read").path();
            names.push(path.display().to_string());
        }
    }
    names.sort();
    let registry = fs::read_to_string("data/resources.registry").expect("there is a registry");
    (names, registry)
}

#[test]
fn starting_the_engine_changes_no_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(root).expect("the repository's root exists");
    let before = state_of_data();
    let mut executor = Executor::new(None);
    // Its loaders read baked clips. Without a loader, the engine forgets a file.
    executor.add_plugin(FlockPlugin);
    executor.resource_manager.update_or_load_registry();
    assert_eq!(state_of_data(), before);
}
