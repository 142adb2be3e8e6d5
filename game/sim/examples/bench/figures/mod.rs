//! The blocks of the handbook's page of figures.

mod features;
mod parts;
mod steps;

use crate::{published, subject::Subject, workload::Workload, Arguments, Result};
use clap::Parser;
use flock_testkit::{
    figures::{machine, page},
    processor::Processor,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Rounds, in which the measured steps take turns. The least time counts.
const ROUNDS: u32 = 3;

/// Boid-steps of a measurement: 20 steps of 100,000 boids.
const BOID_STEPS: u32 = 2_000_000;

/// Frames of a measurement on a graphics card.
const GPU_FRAMES: u32 = 100;

/// Steps of each published fish school, at least.
const SCHOOL_STEPS: u32 = 100;

/// The block of the graphics card.
const GPU_BLOCK: &str = "bench --backend gpu --report";
const GPU_FEATURES: &str = "bench --backend gpu --report, features";

/// Measures one thread and this pool, or the graphics card, and writes the blocks.
pub fn write(processor: &Processor, pool: &ThreadPool) -> Result<()> {
    if processor.is_gpu() {
        write_gpu(processor, pool)
    } else {
        write_threads(pool)
    }
}

fn write_threads(pool: &ThreadPool) -> Result<()> {
    let one = ThreadPoolBuilder::new().num_threads(1).build()?;
    let pools = [&one, pool];
    let heading = machine::heading(&machine::threads(pool.current_num_threads()));
    let write = |name: &str, how: &str, table: String| {
        println!("{name}\n\n{table}");
        let first = format!("{heading} {how}");
        page::FIGURES.write(name, &format!("{}\n\n{table}", first.trim_end()))
    };
    let rounds = format!("The least of {ROUNDS} rounds.");
    write("bench --report", &rounds, steps::table(pools)?)?;
    write("bench --report, parts", "", parts::table(pools)?)?;
    let school = published::measure(pool, SCHOOL_STEPS)?.to_string();
    write("bench --report, fish school", "", school)?;
    let rounds = format!("The least of {ROUNDS} rounds, in turn.");
    write("bench --report, features", &rounds, features::table(pools)?)?;
    Ok(())
}

fn write_gpu(processor: &Processor, pool: &ThreadPool) -> Result<()> {
    let adapter = match processor.found(1) {
        Ok(adapter) => adapter,
        Err(reason) => {
            for block in [GPU_BLOCK, GPU_FEATURES] {
                page::FIGURES.write_unmeasured(block, "No GPU was found.", &reason)?;
            }
            return Ok(());
        }
    };
    let heading = machine::heading(&format!("GPU: {adapter}"));
    let write = |name: &str, table: String| {
        println!("{name}\n\n{table}");
        let block =
            format!("{heading} The least of {ROUNDS} rounds, by the clock of the GPU.\n\n{table}");
        page::FIGURES.write(name, &block)
    };
    write(GPU_BLOCK, steps::gpu_table(pool)?)?;
    write(GPU_FEATURES, features::gpu_table(pool)?)?;
    Ok(())
}

/// The workload that options choose.
fn workload(options: &str) -> Result<Workload> {
    let words = ["bench"].into_iter().chain(options.split_whitespace());
    Ok(Arguments::try_parse_from(words)?.workload)
}

/// Milliseconds of a step of a workload in a pool. On a graphics card those of its passes.
fn milliseconds(workload: &Workload, pool: &ThreadPool) -> Result<f64> {
    let steps = (BOID_STEPS / workload.boids).clamp(5, 500);
    pool.install(|| {
        let mut subject = Subject::new(workload, pool.current_num_threads())?;
        if workload.processor.is_gpu() {
            return subject.milliseconds_on_gpu(GPU_FRAMES);
        }
        Ok(1e3 * subject.seconds(steps)? / f64::from(steps))
    })
}
