//! Imports of the generator: `base` imports no other layer, `shared` only `base`, a scene no other
//! scene, and the imports between files have no cycle.

use flock_testkit::imports::{circle, imports, sources};
use std::path::Path;

/// The layers, from the lowest to the highest.
const ROOMS: [&str; 3] = ["base", "shared", "scenes"];

/// The error of an import between layers or scenes.
fn refusal(from: &str, to: &str, line: usize) -> Option<String> {
    let names = |path: &str| -> Vec<String> { path.split("::").map(str::to_string).collect() };
    let (from_names, to_names) = (names(from), names(to));
    let rank = |names: &[String]| ROOMS.iter().position(|room| *room == names[0]);
    let is_other_scene = from_names[0] == "scenes"
        && to_names[0] == "scenes"
        && from_names.len() > 1
        && from_names.get(1) != to_names.get(1);
    (rank(&from_names).is_none() || rank(&to_names) > rank(&from_names) || is_other_scene)
        .then(|| format!("{from}, line {line}: names {to}"))
}

/// All problems of these files.
fn problems(files: &[(String, String)]) -> Vec<String> {
    let imports = imports(files);
    let all = imports
        .iter()
        .flat_map(|(from, named)| named.iter().map(move |(to, line)| (from, to, *line)));
    let mut found: Vec<String> = all
        .filter_map(|(from, to, line)| refusal(from, to, line))
        .collect();
    let circle = circle(&imports).map(|circle| format!("a circle: {}", circle.join(", ")));
    found.extend(circle);
    found
}

#[test]
fn rooms_and_scenes_are_apart_and_no_imports_make_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files: Vec<_> = ROOMS
        .iter()
        .flat_map(|room| sources(&root, room, "rs"))
        .collect();
    assert!(files.len() > 50, "{} files", files.len());
    let found = problems(&files);
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[track_caller]
fn assert_found(files: &[(&str, &str)], expected: &[&str]) {
    let own = |(file, text): &(&str, &str)| (file.to_string(), text.to_string());
    let files: Vec<_> = files.iter().map(own).collect();
    assert_eq!(problems(&files), expected);
}

#[test]
fn an_import_of_a_lower_room_or_of_another_scene_is_found() {
    assert_found(
        &[
            (
                "base/mesh.rs",
                "use crate::{shared::{sky::{self, Sky}}, base};",
            ),
            ("shared/sky.rs", "use crate::base::mesh::Mesh as Shape;"),
            ("scenes/cave/mod.rs", "fn a() { super::reef::add(); }"),
            ("scenes/reef/mod.rs", "use crate::shared::sky;"),
        ],
        &[
            "base::mesh, line 1: names shared::sky",
            "scenes::cave, line 1: names scenes::reef",
            "a circle: base::mesh, shared::sky",
        ],
    );
}

#[test]
fn a_file_that_names_the_one_that_declares_it_is_a_circle() {
    let declares = "mod tiles; use tiles::write; const A: u32 = 1;";
    assert_found(
        &[
            ("scenes/swarm/mod.rs", declares),
            ("scenes/swarm/tiles.rs", "use super::{names::B, A};"),
            (
                "scenes/swarm/names.rs",
                "pub(in crate::scenes::swarm) const B: u32 = 2; // use super::A;",
            ),
        ],
        &["a circle: scenes::swarm, scenes::swarm::tiles"],
    );
    assert_found(
        &[
            ("scenes/swarm/mod.rs", declares),
            ("scenes/swarm/tiles.rs", "use super::names::{A, B};"),
            ("scenes/swarm/names.rs", ""),
        ],
        &[],
    );
}
