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
//! `--frame` measures what a frame of a game costs besides the step, and `--worst` its worst frame in wall time and
//! processor time, while geometry, number of boids and settings change, in a cave of 200,000 triangles.
//!
//! `--limits` measures the bandwidth of the memory and the arithmetic of the cores, and what share of them each part of
//! a step uses.
//!
//! `--obstacles` adds bodies that move, up to 256, which push the boids, and `--ship` a mesh that does.
//!
//! `--voyage` lets the boids live in a frame that moves, with inertia.
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
//! `--report` writes its tables into the handbook's page of figures: `--threads 0 --report` those of the processor, with
//! all threads, and `--backend gpu --report` that of the graphics card.
//!
//! `--json` prints the figures as a line of JSON, and `--compare-with` their ratios to the last such line in a file:
//!
//! ```text
//! bench --flocks 2 --json >> before.json
//! bench --flocks 2 --compare-with before.json
//! ```
//!
//! `--table` measures the published fish school instead and prints the published figures beside ours.

mod bodies;
mod compare;
mod features;
mod figures;
mod frame;
mod limits;
mod predators;
mod published;
mod report;
mod subject;
mod turnover;
mod voyage;
mod workload;
mod worlds;
mod worst;

use clap::Parser;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use std::{error::Error, fmt::Display, path::PathBuf};
use subject::Subject;
use workload::Workload;
use worlds::MeasuredWorld;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

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
    /// Prints one line of JSON, whatever is measured.
    #[arg(long)]
    json: bool,
    /// Prints the ratios of all figures to those that the same measurement wrote into this file with `--json`.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    compare_with: Option<PathBuf>,
    /// Measures the parts of a frame: the step, the instances with the bounds of their chunks, the motions, and a copy of
    /// the instances for the upload.
    #[arg(long, conflicts_with_all = ["table"])]
    frame: bool,
    /// Measures frames in which so many boids are spawned and as many killed, in turn with frames without.
    #[arg(long, value_name = "BOIDS", conflicts_with_all = ["table", "frame", "worst"])]
    turnover: Option<u32>,
    /// Prints what share of the machine's memory bandwidth and arithmetic each part of a step uses.
    #[arg(long, conflicts_with_all = ["table", "frame", "worst", "backend"])]
    limits: bool,
    /// Prints the worst of so many frames, in which geometry, number of boids and settings change.
    #[arg(long, value_name = "FRAMES", num_args = 0..=1, default_missing_value = "10000", conflicts_with_all = ["table", "frame", "spread", "view", "nearest", "wrap"])]
    worst: Option<u32>,
    /// Measures the published fish school with 100 to 20,000 boids, on one thread and on all, beside the published figures.
    #[arg(long)]
    table: bool,
    /// Measures the step, its parts, what features cost and the published fish school, and writes the tables into the
    /// handbook's page of figures; with `--backend gpu`, the step on the graphics card alone.
    #[arg(long, conflicts_with_all = ["json", "compare_with", "table", "frame", "turnover", "limits", "worst", "steps"])]
    report: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    arguments.workload.check()?;
    #[cfg(feature = "gpu")]
    flock_sim::gpu::prefer(arguments.workload.processor.adapter());
    let pool = arguments.pool()?;
    if arguments.report {
        return figures::write(&arguments.workload.processor, &pool);
    }
    if arguments.table {
        return arguments.print(&published::measure(&pool, arguments.steps)?);
    }
    pool.install(|| arguments.measure())
}

impl Arguments {
    fn pool(&self) -> Result<ThreadPool> {
        let threads = if self.table { 0 } else { self.threads };
        Ok(ThreadPoolBuilder::new().num_threads(threads).build()?)
    }

    /// Measures in the current pool of threads, and prints the figures.
    fn measure(&self) -> Result<()> {
        let (workload, steps) = (&self.workload, self.steps);
        if let Some(frames) = self.worst {
            return self.print(&worst::measure(workload, self.threads, frames)?);
        }
        if workload.is_world() && (self.frame || self.turnover.is_some() || self.limits) {
            return Err("this measures a single flock; leave out --flocks and --feared".into());
        }
        let threads = rayon::current_num_threads();
        if self.frame {
            let mut flock = workload.flock(self.threads)?;
            return self.print(&frame::measure(&mut flock, threads, steps)?);
        }
        if let Some(count) = self.turnover {
            let mut flock = workload.flock(self.threads)?;
            return self.print(&turnover::measure(&mut flock, threads, count, steps)?);
        }
        if self.limits {
            return self.print(&limits::measure(workload, threads, steps)?);
        }
        let mut subject = Subject::new(workload, self.threads)?;
        let seconds = subject.seconds(steps)?;
        let processor = subject.processor(threads)?;
        match &subject.flocks()[..] {
            [flock] => self.print(&report::Measured::new(flock, processor, steps, seconds)),
            flocks => self.print(&MeasuredWorld::new(flocks, processor, steps, seconds)),
        }
    }

    fn print(&self, figures: &(impl Display + Serialize)) -> Result<()> {
        if self.json {
            println!("{}", serde_json::to_string(figures)?);
        } else {
            println!("{figures}");
        }
        if let Some(path) = &self.compare_with {
            println!("{}", compare::with_file(figures, path)?);
        }
        Ok(())
    }
}
