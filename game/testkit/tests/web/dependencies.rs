//! The crates that the packages use on the web, as cargo finds them.

use std::{path::Path, process::Command};

const TARGET: &str = "wasm32-unknown-unknown";

/// Beginnings of the names of crates that need what the web lacks: a graphics driver, threads, a
/// file system, sockets, signals.
const DENIED: [&str; 16] = [
    "wgpu",
    "naga",
    "pollster",
    "ash",
    "metal",
    "windows",
    "rustix",
    "nix",
    "mio",
    "tokio",
    "async_std",
    "socket2",
    "inotify",
    "signal_hook",
    "ctrlc",
    "num_cpus",
];

/// Crates that do not work there without a feature: `instant` imports a function that nobody
/// exports, `getrandom` does not compile.
const NEEDED: [(&str, &[&str]); 2] = [
    ("instant", &["wasm-bindgen", "stdweb"]),
    ("getrandom", &["js", "wasm_js"]),
];

/// A crate and its features.
struct Dependency {
    name: String,
    features: Vec<String>,
}

impl Dependency {
    fn is(&self, start: &str) -> bool {
        let rest = self.name.strip_prefix(start);
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    }
}

/// The crates that the target uses of a package with these features and no others. Crates that only
/// run while it is built are left out.
fn dependencies(package: &str, features: &str) -> Vec<Dependency> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["tree", "--locked", "--package", package])
        .args(["--no-default-features", "--features", features])
        .args(["--target", TARGET, "--edges", "normal,no-proc-macro"])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{lib} {f}"])
        .output()
        .expect("cargo can be started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo tree: {errors}");
    let text = String::from_utf8(output.stdout).expect("names are text");
    let mut lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    lines.sort_unstable();
    lines.dedup();
    let dependency = |line: &&str| {
        let (name, features) = line.split_once(' ').unwrap_or((line, ""));
        let features = features.split(',').map(str::to_string).collect();
        let name = name.to_string();
        Dependency { name, features }
    };
    lines.iter().map(dependency).collect()
}

/// The crates of a package that do not work on the web.
fn problems(package: &str, features: &str) -> Vec<String> {
    let found = dependencies(package, features);
    assert!(
        found.iter().any(|it| it.name == "rayon"),
        "cargo tree names {} crates of {package}, and not rayon",
        found.len()
    );
    let mut problems = Vec::new();
    for it in &found {
        if DENIED.iter().any(|start| it.is(start)) {
            problems.push(format!("{} needs what the web lacks", it.name));
        }
        let needed = NEEDED.iter().find(|(name, _)| it.name == *name);
        let has = |feature: &&str| it.features.iter().any(|has| has == feature);
        if let Some((_, any)) = needed.filter(|(_, any)| !any.iter().any(has)) {
            problems.push(format!("{} has none of the features {any:?}", it.name));
        }
    }
    problems
}

#[test]
fn no_crate_of_the_packages_needs_what_the_web_lacks() {
    for (package, features) in [
        ("flock-terrain", ""),
        ("flock-sim", ""),
        ("flock-sim", "reflect"),
        ("fyrox-flock", ""),
        ("fyrox-flock", "fyrox/default"),
    ] {
        assert_eq!(
            problems(package, features),
            [""; 0],
            "{package}: {features}"
        );
    }
}

#[test]
fn the_simulation_alone_uses_no_crate_of_the_engine() {
    let found = dependencies("flock-sim", "");
    let engine = found.iter().find(|it| it.name.starts_with("fyrox"));
    assert!(engine.is_none(), "{}", engine.unwrap().name);
}

#[test]
fn the_crates_of_the_feature_gpu_are_found() {
    let found = problems("flock-sim", "gpu");
    assert!(found.iter().any(|it| it.starts_with("wgpu ")), "{found:?}");
}
