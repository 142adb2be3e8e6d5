//! Measures the simulation beside other neighbour searches, in turn, on the same work.
//!
//! ```text
//! cargo run --release -p flock-sim --example others
//! ```
//!
//! | file | what |
//! |---|---|
//! | `work` | what every program computes in a step |
//! | `ours` | the simulation of this crate, and the boids that all start from |
//! | `cell_lists` | the crate zelll |
//! | `kd_tree` | the crate kiddo |
//! | `hash_grid` | a hash map of cells |
//! | `all_pairs` | no search at all |
//! | `contenders` | the list of the programs |
//! | `measure` | rounds, in which all programs take turns |
//! | `table` | the results as tables and as JSON |
//! | `gpu` | the GPU that is measured |
//!
//! The boids flock for 300 steps with the default settings in a box. All programs then start from
//! these boids in every round, without the box. They build their search anew in every step, because
//! all boids move.
//!
//! The simulation of this crate does more in a step than the others. It sorts its boids, keeps the
//! previous state, and computes the poses of the bodies. The others keep their boids in the order
//! in which they were spawned; `--sorted` gives all programs boids that are sorted in space.

mod all_pairs;
mod cell_lists;
mod contenders;
mod gpu;
mod hash_grid;
mod kd_tree;
mod measure;
mod ours;
mod table;
#[cfg(test)]
mod tests;
mod work;

use clap::Parser;
use contenders::{contenders, Processor};
use flock_sim::SettingsError;
use flock_testkit::figures::{machine, page};
use std::error::Error;
use table::Results;

/// Measures the flock simulation beside other neighbour searches.
#[derive(Parser)]
struct Arguments {
    /// Numbers of boids.
    #[arg(long, value_delimiter = ',', default_value = "2000,10000,100000", value_parser = clap::value_parser!(u32).range(1..))]
    boids: Vec<u32>,
    /// Number of rounds, in which all programs take turns.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Number of steps of each program that are measured in a round.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Number of threads beside one thread; 0 is all that the machine has.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Sorts the boids along a grid before they are given to the programs.
    #[arg(long)]
    sorted: bool,
    /// Prints JSON, one line for each program and processor.
    #[arg(long)]
    json: bool,
    /// Writes the tables into the handbook's page of figures.
    #[arg(long, conflicts_with_all = ["json", "sorted"])]
    report: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads);
    let pool = pool.build()?;
    let gpu = gpu::name();
    let mut tables = heading(&arguments, pool.current_num_threads(), gpu.as_deref());
    for boids in &arguments.boids {
        let results = pool.install(|| results(&arguments, *boids, &gpu))?;
        if arguments.json {
            print!("{}", results.json());
        }
        tables = tables + "\n" + &results.table();
    }
    if arguments.report {
        page::FIGURES.write("others --report", &tables)?;
    }
    if !arguments.json {
        print!("{tables}");
    }
    Ok(())
}

/// Where and how was measured.
fn heading(arguments: &Arguments, threads: usize, gpu: Option<&str>) -> String {
    format!(
        "{} {}. Rounds: {}, steps in a round: {}.\n",
        machine::heading(threads),
        gpu.map_or("No GPU".into(), |gpu| format!("GPU: {gpu}")),
        arguments.rounds,
        arguments.steps
    )
}

fn results(
    arguments: &Arguments,
    count: u32,
    gpu: &Option<String>,
) -> Result<Results, SettingsError> {
    let mut boids = ours::prepared(count)?;
    let reach = work::Rules::new(&ours::settings(Default::default())).reach();
    if arguments.sorted {
        boids.sort(reach);
    }
    let processors = match gpu {
        Some(_) => &Processor::ALL[..],
        None => &Processor::ALL[..2],
    };
    let mut contenders = contenders(&boids, processors);
    Ok(Results {
        boids: boids.positions.len(),
        neighbours: kd_tree::neighbours_per_boid(&boids, reach),
        threads: rayon::current_num_threads(),
        gpu: gpu.clone(),
        times: measure::measure(&mut contenders, arguments.rounds, arguments.steps),
    })
}
