//! The targets of the simulation.

mod geometry;
mod inputs;
mod life;
mod logs;
mod presets;
mod script;
mod settings;
mod snapshots;
mod terrain;
mod worlds;

use super::Target;

/// All targets, by their names.
pub const ALL: &[Target] = &[
    presets::TARGET,
    settings::TARGET,
    inputs::TARGET,
    logs::TARGET,
    snapshots::TARGET,
    worlds::SNAPSHOTS,
    worlds::LOGS,
    geometry::TARGET,
    terrain::TARGET,
];

/// Checks an input of the target with this name.
///
/// # Panics
/// If the property of the target does not hold, or if there is no such target.
pub fn check(name: &str, input: &[u8]) {
    let target = ALL.iter().find(|target| target.name == name);
    (target.expect("a target has this name").check)(input);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::Outcome;
    use std::{collections::BTreeSet, fs, path::Path};

    /// The programs of cargo-fuzz are not compiled by the tests.
    #[test]
    fn every_target_has_a_program_of_cargo_fuzz() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sim/fuzz");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for target in ALL {
            let file = format!("fuzz_targets/{}.rs", target.name);
            assert!(manifest.contains(&file), "{file} is not in the manifest");
            let program = fs::read_to_string(folder.join(&file)).unwrap();
            let call = format!("check(\"{}\", input)", target.name);
            assert!(program.contains(&call), "{file} does not call {call}");
        }
        let names: BTreeSet<&str> = ALL.iter().map(|target| target.name).collect();
        assert_eq!(names.len(), ALL.len());
        let files = fs::read_dir(folder.join("fuzz_targets")).unwrap();
        assert_eq!(files.count(), ALL.len());
    }

    #[test]
    fn every_input_of_a_corpus_is_accepted() {
        for target in ALL {
            for (index, input) in (target.corpus)().iter().enumerate() {
                let outcome = (target.check)(input);
                assert_eq!(outcome, Outcome::Accepted, "{}: {index}", target.name);
            }
        }
    }
}
