//! The handbook's code forms a game: its blocks are copied into a separate game, outside this
//! workspace, which then runs a scene of this project.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Pages of the handbook with the blocks.
const PAGES: [&str; 2] = ["docs/src/start/game.md", "docs/src/code/events.md"];
/// Path of the plugin in the handbook.
const HANDBOOK_PATH: &str = "\"../../fyrox-flock/game\"";
/// The scene that the game opens, and the number of boids of its flock.
const SCENE: (&str, usize) = ("data/school.rgs", 500);
/// The number of boids of the flock that the handbook's code adds.
const ADDED: usize = 5_000;
/// The number of boids of the flock of starlings.
const STARLINGS: usize = 3_000;

#[test]
fn the_handbook_makes_a_game() {
    let game = write_game();
    let packages = packages(&game);
    assert!(packages.contains("fyrox-flock"), "{packages:?}");
    for ours_alone in ["flock-demo", "fyrox-flock-editor"] {
        assert!(
            !packages.contains(ours_alone),
            "the game is built with {ours_alone}"
        );
    }
    let output = run(&game);
    let (printed, errors) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{printed}\n{errors}");

    let mut flocks: Vec<_> = printed.lines().filter_map(read_flock).collect();
    flocks.sort();
    let boids: Vec<_> = flocks.iter().map(|flock| flock.0).collect();
    assert_eq!(boids, [SCENE.1, STARLINGS, ADDED], "{printed}\n{errors}");
    assert!(flocks.iter().all(|flock| flock.1 > 50), "{flocks:?}");
    for count in boids {
        let bang = format!("bang: {} boids are left", count - 1);
        assert!(printed.contains(&bang), "{printed}");
    }
}

/// The two numbers in "flock: 500 boids, 119 steps".
fn read_flock(line: &str) -> Option<(usize, u64)> {
    let (boids, steps) = line.strip_prefix("flock: ")?.split_once(" boids, ")?;
    Some((
        boids.parse().ok()?,
        steps.strip_suffix(" steps")?.parse().ok()?,
    ))
}

/// Writes the game's files and returns its folder.
fn write_game() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let handbook = PAGES.map(|page| read(&package.join(page))).concat();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("user-game");
    fs::create_dir_all(folder.join("src")).unwrap();
    let write = |file: &str, text: &str| fs::write(folder.join(file), text).unwrap();
    write(
        "Cargo.toml",
        &manifest(block(&handbook, "dependencies", "toml")),
    );
    write("src/plugin.rs", block(&handbook, "plugin", "rust"));
    write("src/scene.rs", block(&handbook, "scene", "rust"));
    write("src/control.rs", block(&handbook, "control", "rust"));
    write("src/events.rs", block(&handbook, "events", "rust"));
    write("src/main.rs", include_str!("game_main.rs"));
    // The versions that the engine was already built with.
    write("Cargo.lock", &read(&workspace().join("Cargo.lock")));
    folder
}

/// The manifest of a game from Fyrox's template, with the handbook's dependencies.
fn manifest(dependencies: &str) -> String {
    assert_eq!(
        dependencies.matches(HANDBOOK_PATH).count(),
        1,
        "{dependencies}"
    );
    let here = format!("{:?}", env!("CARGO_MANIFEST_DIR"));
    format!(
        "[package]\n\
         name = \"user-game\"\n\
         version = \"0.1.0\"\n\
         edition = \"2021\"\n\
         [features]\n\
         default = [\"fyrox/default\"]\n\
         [dependencies]\n\
         fyrox = {{ version = \"1.0.1\", default-features = false }}\n\
         {}\n\
         [workspace]\n\
         {}",
        dependencies.replace(HANDBOOK_PATH, &here),
        profiles()
    )
}

/// The profiles of our workspace: with others, cargo would build the engine again.
fn profiles() -> String {
    let manifest = read(&workspace().join("Cargo.toml"));
    let start = manifest.find("[profile.").expect("profiles come last");
    manifest[start..].to_owned()
}

/// The code after the comment `<!-- test: NAME -->`.
fn block<'a>(handbook: &'a str, name: &str, language: &str) -> &'a str {
    let start = format!("<!-- test: {name} -->\n```{language}\n");
    handbook
        .split_once(&start)
        .and_then(|(_, rest)| rest.split_once("```"))
        .unwrap_or_else(|| panic!("the handbook has no block {start}"))
        .0
}

/// Names of the packages of the game.
fn packages(game: &Path) -> HashSet<String> {
    let mut command = cargo(game, "tree");
    command.args(["--prefix", "none", "--edges", "normal,build"]);
    let output = command.output().expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let tree = String::from_utf8(output.stdout).expect("names are UTF-8");
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    names.map(str::to_owned).collect()
}

/// A cargo command on the game. Nothing is downloaded: everything that the game needs was built
/// before.
fn cargo(game: &Path, name: &str) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args([name, "--offline", "--manifest-path"]);
    command.arg(game.join("Cargo.toml"));
    command
}

/// Builds the game, and runs it with our data.
fn run(game: &Path) -> Output {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut command = cargo(game, "run");
    command.arg("--target-dir").arg(target);
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    command.args(["--", "--override-scene", SCENE.0]);
    command.current_dir(workspace());
    command.output().expect("cargo runs")
}

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the package lies in the workspace")
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
