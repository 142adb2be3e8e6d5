//! The parts of a step beside the bandwidth of the memory.

use super::workload;
use crate::{
    limits::{self, Limits},
    Result,
};
use flock_testkit::figures::{digits, machine};
use rayon::ThreadPool;
use std::fmt::Write;

/// Steps that are measured in each pool.
const STEPS: u32 = 50;

pub fn table(pools: [&ThreadPool; 2]) -> Result<String> {
    let [one, all] = pools.map(measured);
    let (one, all) = (one?, all?);
    let threads = machine::threads(pools[1].current_num_threads());
    let mut text = format!(
        "The memory has a bandwidth of {:.0} GB/s, and {threads} make {:.0} billion operations a second. The \
         shares are those of {threads}.\n\n\
         | part | one thread | {threads} | bytes a boid | share of the bandwidth | share of the arithmetic |\n\
         |---|---|---|---|---|---|\n",
        all.bytes_per_second / 1e9,
        all.operations_per_second / 1e9
    );
    for (one, all) in one.parts.iter().zip(&all.parts) {
        writeln!(
            text,
            "| {} | {} ms | {} ms | {:.0} | {:.0}% | {} |",
            one.part,
            digits(one.ms),
            digits(all.ms),
            all.bytes_per_boid,
            100.0 * all.share_of_bandwidth,
            all.share_of_arithmetic
                .map_or(String::from("not counted"), |share| format!(
                    "{:.0}%",
                    100.0 * share
                ))
        )?;
    }
    Ok(text)
}

fn measured(pool: &ThreadPool) -> Result<Limits> {
    let workload = workload("")?;
    let threads = pool.current_num_threads();
    pool.install(|| limits::measure(&workload, threads, STEPS))
}
