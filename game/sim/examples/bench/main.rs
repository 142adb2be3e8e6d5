//! Measures the simulation.
//!
//! The usual workload is a uniform cube of boids, as many neighbours each as asked for within the radius of cohesion and
//! alignment, half that radius for separation, no geometry, the cube as boundary:
//!
//! ```text
//! cargo run --release -p flock-sim --example bench -- --boids 100000 --neighbours 30 --threads 2
//! ```
//!
//! `--backend gpu` measures a graphics card: the steps one after the other, without anything of
//! them being drawn.
//!
//! `--frame` measures what a frame of a game costs besides the step, and `--worst` its worst frame, while geometry, number
//! of boids and settings change, in a cave of 200,000 triangles.
//!
//! `--limits` measures the bandwidth of the memory and the arithmetic of the cores, and what share of them each part of
//! a step uses.
//!
//! `--obstacles` adds bodies that move, up to 256, which push the boids.
//!
//! `--predators` adds predators that swim through the cube, and `--panic` waves of panic, all the
//! time.
//!
//! `--flocks` divides the boids into flocks that flock with each other, and `--feared` adds a flock that they fear.
//!
//! `--detail` lets three quarters of the boids steer less often, with `--detail eighth` all of these every eighth step, and `--perches` adds places to land.
//!
//! `--turnover` measures frames in which so many boids are spawned and as many killed, in turn with frames without.
//!
//! `--report` writes tables of all that into the handbook's page of figures. Give it all threads: `--threads 0 --report`.
//!
//! `--table` measures the published fish school instead and prints the published figures beside ours.

mod bodies;
mod features;
mod figures;
mod frame;
mod limits;
mod predators;
mod published;
mod report;
mod step_time;
mod turnover;
mod workload;
mod worlds;
mod worst;

use clap::Parser;
use flock_testkit::processor;
use workload::Workload;

/// Measures the flock simulation.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    workload: Workload,
    /// Number of threads; 1 is the single-thread backend, 0 all that the machine has.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Number of steps that are measured.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Prints one line of JSON.
    #[arg(long)]
    json: bool,
    /// Measures the parts of a frame: the step, the instances with the bounds of their chunks, and a copy of them for the
    /// upload.
    #[arg(long, conflicts_with_all = ["json", "table"])]
    frame: bool,
    /// Measures frames in which so many boids are spawned and as many killed, in turn with frames without.
    #[arg(long, value_name = "BOIDS", conflicts_with_all = ["json", "table", "frame", "worst"])]
    turnover: Option<u32>,
    /// Prints what share of the machine's memory bandwidth and arithmetic each part of a step uses.
    #[arg(long, conflicts_with_all = ["json", "table", "frame", "worst", "backend"])]
    limits: bool,
    /// Prints the worst of so many frames, in which geometry, number of boids and settings change.
    #[arg(long, value_name = "FRAMES", num_args = 0..=1, default_missing_value = "10000", conflicts_with_all = ["json", "table", "frame", "spread", "view", "nearest", "wrap"])]
    worst: Option<u32>,
    /// Measures the published fish school with 100 to 20,000 boids, on one thread and on all, beside the published figures.
    #[arg(long, conflicts_with_all = ["json"])]
    table: bool,
    /// Measures the step and what features cost, and writes the tables into the handbook's page of figures.
    #[arg(long, conflicts_with_all = ["json", "table", "frame", "turnover", "limits", "worst", "steps"])]
    report: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    arguments.workload.check()?;
    #[cfg(feature = "gpu")]
    flock_sim::gpu::prefer(arguments.workload.processor.adapter());
    if arguments.table {
        return published::print_table(arguments.steps);
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.threads)
        .build()?;
    let threads = pool.current_num_threads();
    if let Some(frames) = arguments.worst {
        let print = || worst::print(&arguments.workload, arguments.threads, frames);
        return pool.install(print).map_err(|error| error as _);
    }
    let workload = &arguments.workload;
    if arguments.report {
        return figures::write(&pool);
    }
    if workload.is_world() {
        let mut world = workload.any_world(arguments.threads)?;
        let seconds = pool.install(|| workload::measure_world(&mut world, arguments.steps))?;
        let step = 1e3 * seconds / f64::from(arguments.steps);
        let boids: usize = world.flocks().map(|(_, flock)| flock.len()).sum();
        println!(
            "{boids} boids in {} flocks, {threads} threads: {step:.3} ms per step",
            world.flocks().len()
        );
        return Ok(());
    }
    let mut flock = arguments.workload.flock(arguments.threads)?;
    if arguments.frame {
        pool.install(|| frame::print(&mut flock, threads, arguments.steps));
        return Ok(());
    }
    if let Some(count) = arguments.turnover {
        return Ok(pool.install(|| turnover::print(&mut flock, count, arguments.steps))?);
    }
    if arguments.limits {
        let neighbours = report::neighbours_per_boid(&flock);
        pool.install(|| limits::print(&mut flock, threads, arguments.steps, neighbours));
        return Ok(());
    }
    let seconds = pool.install(|| workload.seconds(&mut flock, arguments.steps))?;
    let processor = processor::name(&flock, threads)?;
    let measured = report::Measured::new(&flock, processor, arguments.steps, seconds);
    if arguments.json {
        println!("{}", measured.json());
    } else {
        println!("{measured}");
    }
    Ok(())
}
