//! What features cost.

use super::{milliseconds, workload, ROUNDS};
use crate::Result;
use flock_testkit::figures::{digits, machine};
use rayon::ThreadPool;
use std::fmt::Write;

/// What a feature is, and the options that switch it on.
const FEATURES: [(&str, &str); 16] = [
    ("a field of view of 270 degrees", "--view 270"),
    ("a periodic box", "--wrap"),
    (
        "dense clumps, 116 neighbours a boid",
        "--spread clumps --neighbours 150",
    ),
    ("only the seven nearest count", "--nearest 7"),
    (
        "256 influences; one reaches a boid on average",
        "--influences 256",
    ),
    (
        "two flocks of 50,000 that flock with each other",
        "--flocks 2",
    ),
    (
        "another flock of 10,000 that the boids fear",
        "--feared 10000",
    ),
    ("a predator from which boids flee", "--predators 1"),
    ("panic that never ends", "--panic"),
    ("wind with gusts and eddies", "--wind"),
    ("256 moving obstacles, each 1 m in size", "--obstacles 256"),
    ("a ship of 20,480 triangles that moves", "--ship"),
    (
        "a frame that moves and turns, whose motion the boids feel",
        "--voyage",
    ),
    ("256 perches", "--perches 256"),
    (
        "a level of detail, a quarter of the boids at each of its four distances",
        "--detail",
    ),
    (
        "three quarters of the boids beyond its last distance",
        "--detail eighth",
    ),
];

/// Multiples of the step without the feature.
pub fn table(pools: [&ThreadPool; 2]) -> Result<String> {
    let plain = workload("")?;
    let mut text = format!(
        "| | option | one thread | {} |\n|---|---|---|---|\n",
        machine::threads(pools[1].current_num_threads())
    );
    for (name, options) in FEATURES {
        let feature = workload(options)?;
        let mut ratios = Vec::new();
        for pool in pools {
            let (mut without, mut with) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..ROUNDS {
                without = without.min(milliseconds(&plain, pool)?);
                with = with.min(milliseconds(&feature, pool)?);
            }
            ratios.push(format!("{:.2}", with / without));
        }
        let [one, all] = &ratios[..] else { continue };
        writeln!(text, "| {name} | `{options}` | {one} | {all} |")?;
    }
    Ok(text)
}

/// Milliseconds on the graphics card, and multiples of the step without the feature.
pub fn gpu_table(pool: &ThreadPool) -> Result<String> {
    let on_gpu = |options: &str| workload(&format!("--backend gpu {options}"));
    let plain = on_gpu("")?;
    let mut text =
        String::from("| | option | a step | multiple of a plain step |\n|---|---|---|---|\n");
    for (name, options) in FEATURES {
        let feature = on_gpu(options)?;
        let (mut without, mut with) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            without = without.min(milliseconds(&plain, pool)?);
            with = with.min(milliseconds(&feature, pool)?);
        }
        let ratio = with / without;
        writeln!(
            text,
            "| {name} | `{options}` | {} ms | {ratio:.2} |",
            digits(with)
        )?;
    }
    Ok(text)
}
