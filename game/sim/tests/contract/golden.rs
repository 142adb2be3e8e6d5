//! The state of every preset after [`STEPS`] steps, as recorded in `golden.txt`: always the same
//! bits, on any number of threads and on any platform.
//!
//! `FLOCK_BLESS=1 cargo test -p flock-sim --test contract golden` writes the file again. Do so only
//! if the rules, the order of sums or a preset were changed on purpose, and state it in the
//! changelog: recorded runs no longer repeat.

use flock_sim::{settings::Backend, Preset};
use flock_testkit::flocks::{in_the_open, on_threads};
use std::{env, fmt::Write, fs};

const STEPS: usize = 500;

/// Largest number of boids of a preset that are simulated, to save time.
const BOIDS: u32 = 1000;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/contract/golden.txt");

const HEADER: &str =
    "# State hash of each preset after 500 steps with at most 1,000 boids. See golden.rs.\n";

fn hash(preset: Preset, backend: Backend) -> u64 {
    let mut settings = preset.settings();
    settings.spawn.count = settings.spawn.count.min(BOIDS);
    settings.simulation.backend = backend;
    let mut flock = in_the_open(settings);
    (0..STEPS).for_each(|_| flock.step());
    flock.state_hash()
}

#[test]
fn presets_repeat_bit_by_bit_on_any_number_of_threads() {
    let mut found = HEADER.to_string();
    for preset in Preset::all() {
        let single = hash(preset, Backend::SingleThread);
        for threads in [1, 3] {
            let many = on_threads(threads, || hash(preset, Backend::AllThreads));
            assert_eq!(
                single, many,
                "{preset} on {threads} threads is another flock"
            );
        }
        writeln!(found, "{preset} {single:016x}").unwrap();
    }
    if env::var_os("FLOCK_BLESS").is_some_and(|bless| bless == "1") {
        fs::write(FILE, &found).unwrap();
    }
    let recorded = fs::read_to_string(FILE).unwrap_or_default();
    assert!(recorded == found, "{}", differences(&recorded, &found));
}

/// Message about hashes that are not as recorded, with the remedies.
fn differences(recorded: &str, found: &str) -> String {
    let is_new = |line: &&str| !recorded.lines().any(|old| old == *line);
    let lines: Vec<&str> = found.lines().filter(is_new).collect();
    format!(
        "\nNot as recorded in tests/contract/golden.txt; now it is\n\n{}\n\n\
         If the rules, the order of sums or these presets were changed on purpose, put these lines in, or run this test \
         with FLOCK_BLESS=1,\n\
         and say so in the changelog: recorded runs no longer repeat. If not, a change that should not matter does; find \
         out which.\n\
         If only this platform differs, something that platforms round differently (sin, exp, fused multiply-add) has come\n\
         into the state.\n",
        lines.join("\n")
    )
}
