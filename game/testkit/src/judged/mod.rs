//! Random cases of which every move is judged: scenes of all kinds with any features, and the
//! trials of this package with other seeds.
//!
//! | file | what |
//! |---|---|
//! | `draw` | values drawn at random, the same for the same seed |
//! | `feature` | what a scene may have besides boids and a level |
//! | `level` | random levels of each kind |
//! | `settings` | the settings of a scene |
//! | `inputs` | what a game adds to the flocks of a scene, and changes in each step |
//! | `steered` | ways to goals that move, and formations |
//! | `scene` | a scene: a world of flocks in a level |
//! | `moves` | judges the moves of a step |
//! | `trials` | the trials with moving obstacles, with other seeds |

mod draw;
mod feature;
mod inputs;
mod level;
mod moves;
mod scene;
mod settings;
mod steered;
#[cfg(test)]
mod tests;
mod trials;

pub use feature::{Feature, Features};

use crate::{crossing::Level, fuzz::caught};
use draw::Draw;
use flock_sim::settings::Backend;

/// A kind of cases.
pub struct Kind {
    pub name: &'static str,
    /// For the handbook.
    pub what: &'static str,
    cases: Cases,
}

enum Cases {
    /// A scene in a level.
    In(fn(&mut Draw) -> Level),
    /// A trial, with the features that it always has.
    Trial(fn(&mut Draw, &Case) -> Counts, &'static [Feature]),
}

const fn scenes(name: &'static str, what: &'static str, level: fn(&mut Draw) -> Level) -> Kind {
    Kind {
        name,
        what,
        cases: Cases::In(level),
    }
}

const fn trial(
    name: &'static str,
    what: &'static str,
    run: fn(&mut Draw, &Case) -> Counts,
    features: &'static [Feature],
) -> Kind {
    Kind {
        name,
        what,
        cases: Cases::Trial(run, features),
    }
}

/// All kinds of cases.
pub const ALL: &[Kind] = &[
    scenes("cave", "hollows in rock", level::cave),
    scenes("boulders", "rocks in free space", level::boulders),
    scenes(
        "maze",
        "walls without thickness, some with slits",
        level::maze,
    ),
    scenes("hills", "open ground", level::hills),
    scenes(
        "colliders",
        "each shape of colliders, on a floor",
        level::colliders,
    ),
    scenes(
        "rocks",
        "rocks, thin boxes, sheets and an arch",
        level::rocks,
    ),
    scenes(
        "labyrinth",
        "a smooth surface of many triangles",
        level::labyrinth,
    ),
    scenes("heap", "triangles that run through each other", level::heap),
    scenes(
        "room",
        "the inside of a ball or a box, with bodies up to its size",
        level::room,
    ),
    scenes("open", "no static geometry", level::open),
    trial(
        "everything",
        "three flocks in a storm with all features at once",
        trials::everything,
        trials::EVERYTHING,
    ),
    trial(
        "obstacles",
        "moving obstacles of all shapes, up to 100 m/s",
        trials::obstacles,
        &[Feature::MovingObstacles],
    ),
    trial(
        "passages",
        "moving obstacles at a periodic boundary",
        trials::passages,
        &[Feature::MovingObstacles, Feature::Periodic],
    ),
];

/// What a case counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub boids: usize,
    /// Moves that were judged.
    pub moves: usize,
    /// Moves that met a surface or an obstacle.
    pub contacts: u64,
}

/// One case.
pub struct Case {
    pub backend: Backend,
    /// About the number of moves to judge.
    pub most_moves: u32,
    pub features: Features,
    /// What a fault is reported with.
    pub text: String,
    pub counts: Counts,
}

impl Kind {
    /// # Errors
    /// If there is no kind with this name; the error has the names.
    pub fn named(name: &str) -> Result<&'static Self, String> {
        let found = ALL.iter().find(|kind| kind.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = ALL.iter().map(|kind| kind.name).collect();
            format!("no kind {name}; allowed: {}", names.join(", "))
        })
    }

    /// Runs the case of a seed on a backend and judges about so many moves. The same arguments give
    /// the same case.
    ///
    /// # Errors
    /// At the first move that breaks a rule of the judge, and at a panic.
    pub fn run(&self, seed: u64, backend: Backend, most_moves: u32) -> Result<Case, String> {
        let mut case = Case {
            backend,
            most_moves,
            features: Features::default(),
            text: String::new(),
            counts: Counts::default(),
        };
        let run = caught(|| self.run_in(seed, &mut case));
        match run {
            Ok(()) => Ok(case),
            Err(message) => Err(format!("{}: {message}", case.text)),
        }
    }

    fn run_in(&self, seed: u64, case: &mut Case) {
        let mut draw = Draw::new(seed);
        match self.cases {
            Cases::In(level) => {
                let level = level(&mut draw);
                scene::run(&level, draw, case);
            }
            Cases::Trial(run, features) => {
                case.text = self.what.to_owned();
                case.features = Features::of(features);
                case.counts = run(&mut draw, case);
            }
        }
    }
}
