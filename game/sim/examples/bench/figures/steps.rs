//! The step of flocks of several sizes.

use super::{milliseconds, workload, ROUNDS};
use crate::{workload::Workload, Result};
use flock_testkit::figures::{digits, machine, with_commas};
use rayon::ThreadPool;
use std::fmt::Write;

const BOIDS: [u32; 4] = [2_000, 20_000, 100_000, 1_000_000];

/// One thread beside all threads.
pub fn table(pools: [&ThreadPool; 2]) -> Result<String> {
    let mut text = format!(
        "| boids | one thread | {} | million boid-steps/s |\n|---|---|---|---|\n",
        machine::threads(pools[1].current_num_threads())
    );
    for boids in BOIDS {
        let workload = workload(&format!("--boids {boids}"))?;
        let [one, all] = least(&workload, pools)?;
        writeln!(
            text,
            "| {} | {} ms | {} |",
            with_commas(boids as usize),
            digits(one),
            rate(boids, all)
        )?;
    }
    Ok(text)
}

/// The graphics card.
pub fn gpu_table(pool: &ThreadPool) -> Result<String> {
    let mut text = String::from("| boids | a step | million boid-steps/s |\n|---|---|---|\n");
    for boids in BOIDS {
        let workload = workload(&format!("--backend gpu --boids {boids}"))?;
        let [all] = least(&workload, [pool])?;
        writeln!(
            text,
            "| {} | {} |",
            with_commas(boids as usize),
            rate(boids, all)
        )?;
    }
    Ok(text)
}

/// The least milliseconds of a step in each pool, which take turns.
fn least<const N: usize>(workload: &Workload, pools: [&ThreadPool; N]) -> Result<[f64; N]> {
    let mut least = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for (least, pool) in least.iter_mut().zip(pools) {
            *least = least.min(milliseconds(workload, pool)?);
        }
    }
    Ok(least)
}

/// Two cells: the time of a step, and million boid-steps per second.
fn rate(boids: u32, milliseconds: f64) -> String {
    let rate = f64::from(boids) / milliseconds / 1e3;
    format!("{} ms | {}", digits(milliseconds), digits(rate))
}
