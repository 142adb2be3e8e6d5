//! Compares the state of every preset on this platform with the recorded one, and that of flocks in
//! a level on one thread with that on all threads; fails if any differs.
//!
//! `cargo run -p flock-testkit --example golden_hashes`; on the web, which shows no text, by
//! `executor/web.sh --long`.

use flock_sim::{settings::Backend, Flock, Geometry, Placement, Preset, Settings};
use flock_testkit::{flocks::in_the_open, scenes::exact_scene};
use std::{process::ExitCode, sync::Arc};

/// Recorded by the test `golden` of flock-sim, with these numbers of steps and boids.
const RECORDED: &str = include_str!("../../sim/tests/contract/golden.txt");
const STEPS: usize = 500;
const BOIDS: u32 = 1000;

const BACKENDS: [Backend; 2] = [Backend::SingleThread, Backend::AllThreads];

fn hash(mut flock: Flock) -> u64 {
    (0..STEPS).for_each(|_| flock.step());
    flock.state_hash()
}

fn preset_hash(preset: Preset, backend: Backend) -> u64 {
    let mut settings = preset.settings();
    settings.spawn.count = settings.spawn.count.min(BOIDS);
    settings.simulation.backend = backend;
    hash(in_the_open(settings))
}

fn level_hash(backend: Backend) -> u64 {
    let mut settings = Settings::default();
    settings.spawn.count = BOIDS;
    settings.simulation.backend = backend;
    let (level, _) = Geometry::new(&exact_scene());
    level.prepare();
    hash(Flock::new(settings, Placement::default(), Arc::new(level)).expect("defaults are valid"))
}

fn main() -> ExitCode {
    let mut differing = 0;
    for preset in Preset::all() {
        for backend in BACKENDS {
            let line = format!("{preset} {:016x}", preset_hash(preset, backend));
            let is_recorded = RECORDED.lines().any(|recorded| recorded == line);
            differing += u8::from(!is_recorded);
            println!(
                "{line}{}",
                if is_recorded { "" } else { ": not as recorded" }
            );
        }
    }
    let [single, all] = BACKENDS.map(level_hash);
    differing += u8::from(single != all);
    println!("in a level {single:016x}, on all threads {all:016x}");
    ExitCode::from(differing)
}
