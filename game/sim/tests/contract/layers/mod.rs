//! The layers of the crate: imports go upwards in [`LAYERS`] only. The sources are read, without their
//! tests.

mod paths;
mod platform_maths;
mod rooms;

use flock_testkit::{
    imports,
    tokens::{tokens, without_tests, Token},
};
use paths::{named_paths, Root};
use std::path::Path;

/// The layers, from the one that names no other to the one that may name all.
const LAYERS: [&str; 18] = [
    "files",
    "math",
    "settings",
    "state",
    "geometry",
    "ways",
    "formations",
    "boundary",
    "neighbours",
    "obstacles",
    "perches",
    "steering",
    "motion",
    "pose",
    "step",
    "gpu",
    "flock",
    "world",
];

/// Layers that may name fewer than those above them, and the ones that they may name.
const STRICTER: [(&str, &[&str]); 3] = [
    ("geometry", &["math"]),
    ("ways", &["geometry", "math"]),
    ("formations", &["geometry", "math", "settings"]),
];

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|other| *other == layer)
}

/// The reason why one layer must not name another, if it must not.
fn refusal(from: &str, to: &str) -> Option<String> {
    if from == to {
        return None;
    }
    if let Some((_, allowed)) = STRICTER.iter().find(|(layer, _)| *layer == from) {
        return (!allowed.contains(&to))
            .then(|| format!("{from} names {to}; allowed: {}", allowed.join(", ")));
    }
    (rank(to) > rank(from)).then(|| format!("{from} names {to}, which lies below it"))
}

/// The modules around a file, from its path below src, such as ["geometry", "bvh"].
fn modules(file: &str) -> Vec<&str> {
    let file = file.strip_suffix(".rs").unwrap_or(file);
    let file = file.strip_suffix("/mod").unwrap_or(file);
    file.split('/').collect()
}

/// The problems of one file, each with file and line.
fn problems(file: &str, text: &str, root: &Root) -> Vec<String> {
    let modules = modules(file);
    let layer = modules[0];
    if rank(layer).is_none() {
        return vec![format!(
            "{file}: in no layer; allowed: {}",
            LAYERS.join(", ")
        )];
    }
    let tokens = without_tests(tokens(text));
    let problem = |path: paths::Named| {
        let Token { text: name, line } = &path.names[0];
        match root.layer_of(name) {
            Some(named) => {
                let reason = refusal(layer, &named)?;
                Some(format!("{file}:{line}: {reason} (crate::{name})"))
            }
            None => Some(format!("{file}:{line}: crate::{name} names no layer")),
        }
    };
    let named = named_paths(&tokens, &modules).into_iter();
    let mut found: Vec<String> = named.filter_map(problem).collect();
    found.dedup();
    found
}

/// The paths and texts of all source files below a folder but those of tests, which are named
/// `tests`, `..._tests` or `test_...`.
fn sources(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let is_test = |part: &str| {
        let stem = part.split('.').next().unwrap();
        stem.ends_with("tests") || stem.starts_with("test_")
    };
    let mut found = imports::sources(folder, "", extension);
    found.retain(|(file, _)| !file.split('/').any(is_test));
    found.sort();
    found
}

fn source_folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}

#[test]
fn imports_go_upwards_only() {
    let files = sources(source_folder(), "rs");
    let is_root = |(file, _): &&(String, String)| file == "lib.rs";
    let (_, lib) = files.iter().find(is_root).unwrap();
    let root = Root::new(&without_tests(tokens(lib)));
    let others = files.iter().filter(|file| !is_root(file));
    let found: Vec<String> = others
        .flat_map(|(file, text)| problems(file, text, &root))
        .collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// The names of the entry points of a shader.
fn entry_points(text: &str) -> Vec<String> {
    let tokens = tokens(text);
    let starts = tokens.windows(2).enumerate().filter(|(_, pair)| {
        pair[0].is("@")
            && ["compute", "vertex", "fragment"]
                .iter()
                .any(|stage| pair[1].is(stage))
    });
    starts
        .map(|(start, _)| {
            let mut rest = tokens[start..].iter().skip_while(|token| !token.is("fn"));
            rest.nth(1).map_or(String::new(), |name| name.text.clone())
        })
        .collect()
}

#[test]
fn every_pass_is_one_entry_point_with_the_name_of_its_file() {
    let passes = sources(&source_folder().join("gpu/passes"), "wgsl");
    assert!(!passes.is_empty(), "no passes");
    let wrong = passes.iter().filter_map(|(file, text)| {
        let (name, found) = (file.strip_suffix(".wgsl").unwrap(), entry_points(text));
        (found != [name]).then(|| format!("gpu/passes/{file}: its entry points are {found:?}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

mod the_parser {
    use super::*;

    const LIB: &str = "
        mod flock; mod geometry; pub mod gpu;
        pub use flock::{snapshot::Snapshot, Flock};
        pub use geometry::Geometry as Shape;
        /// A position.
        pub type Vec3 = nalgebra::Vector3<f32>;
        #[cfg(test)]
        mod cases;
    ";

    fn found(file: &str, text: &str) -> Vec<String> {
        problems(file, text, &Root::new(&without_tests(tokens(LIB))))
    }

    #[track_caller]
    fn assert_refused(file: &str, text: &str, expected: &str) {
        assert_eq!(found(file, text), [expected]);
    }

    #[test]
    fn an_import_turned_round_is_found_with_file_and_line() {
        assert_refused(
            "steering/rules.rs",
            "use std::sync::Arc;\n\nuse crate::motion::travel::Move;\n",
            "steering/rules.rs:3: steering names motion, which lies below it (crate::motion)",
        );
        let upwards = "use crate::{math::Lanes, steering::rules, settings::{Rule, Settings}};";
        assert_eq!(found("steering/rules.rs", upwards), [""; 0]);
        assert_eq!(found("flock/mod.rs", "use crate::gpu::Adapter;"), [""; 0]);
    }

    #[test]
    fn nested_imports_are_found_on_their_own_lines() {
        let text = "use crate::{\n    math::{self, vector},\n    pose::{\n        facing,\n    },\n    state,\n};";
        assert_refused(
            "boundary/mod.rs",
            text,
            "boundary/mod.rs:3: boundary names pose, which lies below it (crate::pose)",
        );
    }

    #[test]
    fn paths_in_code_are_found() {
        let text = "fn new() -> Vec3 {\n    crate::step::run::<4>(crate::math::zero())\n}";
        assert_refused(
            "state/boids.rs",
            text,
            "state/boids.rs:2: state names step, which lies below it (crate::step)",
        );
    }

    #[test]
    fn paths_through_super_are_found() {
        let inside = "use super::sums;\nuse super::super::math;";
        assert_eq!(found("neighbours/k_nearest.rs", inside), [""; 0]);
        assert_refused(
            "neighbours/k_nearest.rs",
            "mod inner {\n    use super::super::super::step::Step;\n}",
            "neighbours/k_nearest.rs:2: neighbours names step, which lies below it (crate::step)",
        );
        assert_refused(
            "neighbours/grid/mod.rs",
            "use super::{super::step::Step, sums};",
            "neighbours/grid/mod.rs:1: neighbours names step, which lies below it (crate::step)",
        );
    }

    #[test]
    fn names_of_the_root_belong_to_the_layer_that_they_come_from() {
        assert_refused(
            "step/mod.rs",
            "use crate::{Shape, Vec3, Snapshot};",
            "step/mod.rs:1: step names flock, which lies below it (crate::Snapshot)",
        );
        assert_refused(
            "step/mod.rs",
            "use crate::Unknown;",
            "step/mod.rs:1: crate::Unknown names no layer",
        );
    }

    #[test]
    fn geometry_names_math_only_and_only_the_flock_names_the_gpu() {
        assert_eq!(
            found("geometry/bvh/mod.rs", "use crate::math::Aabb;"),
            [""; 0]
        );
        assert_refused(
            "geometry/sweep.rs",
            "use crate::settings::Plane;",
            "geometry/sweep.rs:1: geometry names settings; allowed: math (crate::settings)",
        );
        for file in ["step/mod.rs", "pose/mod.rs", "settings/mod.rs"] {
            assert_eq!(found(file, "use crate::gpu::Device;").len(), 1);
        }
        assert_eq!(found("gpu/mod.rs", "use crate::flock::Flock;").len(), 1);
    }

    #[test]
    fn files_in_no_layer_are_named() {
        assert_refused(
            "helpers.rs",
            "",
            &format!("helpers.rs: in no layer; allowed: {}", LAYERS.join(", ")),
        );
    }

    #[test]
    fn tests_comments_and_strings_do_not_count() {
        let text = r##"
            // use crate::flock::Flock;
            /* use crate::flock::Flock; /* nested */ use crate::flock; */
            /// See [`crate::flock::Flock`].
            const TEXT: &str = "crate::flock \" crate::flock";
            const RAW: &str = r#"crate::flock" crate::flock"#;
            fn letter<'a>(_: &'a str) -> [char; 2] { ['"', '\''] }
            #[cfg(test)]
            use crate::flock::Flock;
            #[cfg(test)]
            #[path = "tests/more.rs"]
            mod more;
            #[cfg(all(test, feature = "gpu"))]
            mod tests { fn a() { { crate::flock::Flock; } } }
            #[cfg(test)]
            impl Default for A { fn default() -> Self { crate::flock::a() } }
        "##;
        assert_eq!(found("math/vector.rs", text), [""; 0]);
        let behind = format!("{text}\n#[cfg(not(test))]\nuse crate::flock::Flock;");
        assert_eq!(found("math/vector.rs", &behind).len(), 1);
    }

    #[test]
    fn entry_points_are_found() {
        let text =
            "// @compute fn no() {}\n@compute @workgroup_size(64)\nfn sort() { helper(); }\n\
                    fn helper() {}\n@compute @workgroup_size(1) fn scan() {}";
        assert_eq!(entry_points(text), ["sort", "scan"]);
        assert!(entry_points("fn helper() {}").is_empty());
    }
}
