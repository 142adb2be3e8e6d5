//! What the real renderer draws, in pictures that a window's OpenGL context makes. The program has no
//! test harness, because a window can only be opened on the main thread.
//!
//! `cargo test -p fyrox-flock --test on_screen -- NAME` runs the tests whose names contain NAME. With
//! the environment variable `FLOCK_KEEP_PICTURES`, new pictures replace the kept ones: look at them
//! before you commit them.
//!
//! | file | contents |
//! |---|---|
//! | `studio` | draws the scenes of the tests |
//! | `stage` | parts of the scenes |
//! | `bodies` | all bodies at all levels of detail, beside a kept picture |
//! | `poses` | meshes beside impostors, in each state |
//! | `surfaces` | glint, translucency, emission, fading |
//! | `cameras` | several cameras, render targets, reflections, 2D |
//! | `lights` | shadows of each kind of light, at each level of detail |
//! | `frames` | boids in the frame of a node |

mod bodies;
mod cameras;
mod frames;
mod lights;
mod poses;
#[path = "../../examples/contact_sheet/sheet.rs"]
mod sheet;
mod stage;
mod studio;
mod surfaces;

use std::{env, process::ExitCode};
use studio::Test;

fn main() -> ExitCode {
    // The engine reads files only below the current folder.
    let folder = tempfile::tempdir().expect("a folder for files");
    env::set_current_dir(folder.path()).expect("the folder exists");
    let wanted: Vec<_> = env::args().skip(1).collect();
    let mut tests = [
        bodies::TESTS,
        poses::TESTS,
        surfaces::TESTS,
        cameras::TESTS,
        lights::TESTS,
        frames::TESTS,
    ]
    .concat();
    let names = wanted.iter().filter(|it| !it.starts_with('-'));
    let names: Vec<_> = names.collect();
    tests.retain(|test: &Test| names.is_empty() || names.iter().any(|it| test.name.contains(*it)));
    studio::run(tests)
}
