//! Measures what geometry costs: a flock in a cave of more than 200,000 triangles, in turn with the same flock in open water.
//!
//! ```text
//! cargo run --release -p flock-sim --example cave -- --boids 100000 --steps 2000
//! ```
//!
//! The hollow of the cave has as much room for each boid as the box of the open flock, so that both would find as many
//! neighbours if they spread evenly. After the measurement every move of some further steps is tested for having crossed a
//! triangle, by the flock itself and by independent code; the program fails if one did.

mod crossings;
mod figures;
mod report;
mod scene;
mod turns;

use clap::Parser;
use crossings::Crossings;
use flock_sim::Flock;
use flock_testkit::processor::{self, Processor};
use report::Report;
use scene::Scene;
use std::{error::Error, process::ExitCode};
use turns::Turns;

/// Measures a flock in a cave, in turn with the same flock in open water.
#[derive(Parser)]
struct Arguments {
    /// Number of boids in each of the two flocks.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    boids: u32,
    /// Number of steps of each flock that are measured; as many beforehand to warm up, but at most 2,000, and a twentieth
    /// afterwards to look for crossings.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Number of threads; 1 is the single-thread backend, 0 all that the machine has.
    #[arg(long, default_value_t = 0)]
    threads: usize,
    #[command(flatten)]
    processor: Processor,
    /// Largest speed in m/s; boids look ahead one second.
    #[arg(long, default_value_t = 1.2, value_parser = speed)]
    speed: f32,
    /// Seed of the cave and the flocks.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Prints one line of JSON.
    #[arg(long)]
    json: bool,
    /// Writes a table into the handbook's page of figures.
    #[arg(long)]
    report: bool,
}

/// Steps after which the boids are about as dense as they will be.
const MOST_WARM_UP: u32 = 2000;

fn main() -> ExitCode {
    match measure(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments) -> Result<(), Box<dyn Error + Send + Sync>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads)
        .build()?;
    #[cfg(feature = "gpu")]
    flock_sim::gpu::prefer(arguments.processor.adapter());
    if arguments.report && arguments.writes_no_gpu()? {
        return Ok(());
    }
    let report = pool.install(|| run(arguments))?;
    if arguments.json {
        println!("{}", report.json());
    } else {
        println!("{report}");
    }
    if report.crossings.found() > 0 {
        let found = report.crossings.found();
        return Err(format!("{found} moves crossed the geometry").into());
    }
    if arguments.report {
        arguments.write(&report)?;
    }
    Ok(())
}

fn speed(argument: &str) -> Result<f32, String> {
    match argument.parse() {
        Ok(speed) if (0.01..=200.0).contains(&speed) => Ok(speed),
        _ => Err("allowed: 0.01 to 200 m/s".to_owned()),
    }
}

fn warm(flock: &mut Flock, steps: u32) {
    (0..steps).for_each(|_| flock.step());
    flock.wait();
}

fn run(arguments: &Arguments) -> Result<Report, Box<dyn Error + Send + Sync>> {
    let scene = Scene::new(arguments)?;
    eprintln!("{scene}");
    let mut inside = scene.flock_inside()?;
    if inside.not_placed() > 0 {
        let (missing, boids) = (inside.not_placed(), arguments.boids);
        eprintln!("{missing} of {boids} boids found no place in the cave.");
    }
    let mut open = scene.flock_in_the_open(1.0)?;
    let warm_up = arguments.steps.min(MOST_WARM_UP);
    eprintln!("{warm_up} steps to warm up");
    warm(&mut inside, warm_up);
    warm(&mut open, warm_up);
    // Those in the cave keep off its walls and so have less room.
    let denser = inside.measure().mean_neighbours / open.measure().mean_neighbours.max(1.0);
    let mut open = scene.flock_in_the_open(denser)?;
    warm(&mut open, warm_up);
    let turns = Turns::measure(&mut inside, &mut open, arguments.steps);
    let crossings = Crossings::count(&mut inside, arguments.steps.div_ceil(20))?;
    Ok(Report {
        scene,
        processor: processor::name(&inside, rayon::current_num_threads())?,
        turns,
        crossings,
    })
}
