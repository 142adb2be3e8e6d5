//! The tables of the handbook's page of figures: the step, and what features cost.

use crate::{workload::Workload, Arguments};
use clap::Parser;
use flock_testkit::figures::{digits, machine, page, with_commas};
use rayon::ThreadPool;
use std::{error::Error, fmt::Write};

/// Rounds, in which the measured steps take turns. The least time counts.
const ROUNDS: u32 = 3;

const BOIDS: [u32; 4] = [2_000, 20_000, 100_000, 1_000_000];

/// Boid-steps of a measurement: 20 steps of 100,000 boids.
const BOID_STEPS: u32 = 2_000_000;

/// What a feature is, and the options that switch it on.
const FEATURES: [(&str, &str); 13] = [
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
    ("a predator from which boids flee", "--predators 1"),
    ("panic that never ends", "--panic"),
    ("wind with gusts and eddies", "--wind"),
    ("256 moving obstacles, each 1 m in size", "--obstacles 256"),
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

/// Measures one thread and this pool, and writes the tables into the page.
pub fn write(pool: &ThreadPool) -> Result<(), Box<dyn Error>> {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let heading = machine::heading(pool.current_num_threads());
    let pools = [&one, pool];
    let steps = format!(
        "{heading} The least of {ROUNDS} rounds.\n\n{}",
        steps(pools)?
    );
    page::FIGURES.write("bench --report", &steps)?;
    let features = features(pools)?;
    page::FIGURES.write(
        "bench --report, features",
        &format!("{heading} The least of {ROUNDS} rounds, in turn.\n\n{features}"),
    )?;
    print!("{steps}\n{features}");
    Ok(())
}

/// The workload that options choose.
fn workload(options: &str) -> Result<Workload, clap::Error> {
    let words = ["bench"].into_iter().chain(options.split_whitespace());
    Ok(Arguments::try_parse_from(words)?.workload)
}

/// Milliseconds of a step of a workload in a pool.
fn milliseconds(workload: &Workload, pool: &ThreadPool) -> Result<f64, Box<dyn Error>> {
    let threads = pool.current_num_threads();
    let steps = (BOID_STEPS / workload.boids).clamp(5, 500);
    // The error need not cross threads.
    pool.install(|| {
        let step = workload.step_milliseconds(threads, steps);
        step.map_err(|error| error.to_string())
    })
    .map_err(Into::into)
}

fn steps(pools: [&ThreadPool; 2]) -> Result<String, Box<dyn Error>> {
    let mut text = format!(
        "| boids | one thread | {} threads | million boid-steps/s |\n|---|---|---|---|\n",
        pools[1].current_num_threads()
    );
    for boids in BOIDS {
        let workload = workload(&format!("--boids {boids}"))?;
        let mut least = [f64::INFINITY; 2];
        for _ in 0..ROUNDS {
            for (least, pool) in least.iter_mut().zip(pools) {
                *least = least.min(milliseconds(&workload, pool)?);
            }
        }
        let [one, all] = least;
        let (count, rate) = (with_commas(boids as usize), f64::from(boids) / all / 1e3);
        let (one, all, rate) = (digits(one), digits(all), digits(rate));
        writeln!(text, "| {count} | {one} ms | {all} ms | {rate} |")?;
    }
    Ok(text)
}

/// Multiples of the step without the feature.
fn features(pools: [&ThreadPool; 2]) -> Result<String, Box<dyn Error>> {
    let plain = workload("")?;
    let mut text = format!(
        "| | option | one thread | {} threads |\n|---|---|---|---|\n",
        pools[1].current_num_threads()
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
