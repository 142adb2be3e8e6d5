//! How near a step comes to the limits of the machine: the bandwidth of its memory, and the
//! arithmetic of its cores, both measured here.

#![allow(
    unsafe_code,
    reason = "a function compiled for instructions that only some processors have is unsafe to call"
)]

use crate::workload::{measure, milliseconds};
use flock_sim::Flock;
use rayon::prelude::*;
use std::hint::black_box;

/// Bytes of the arrays of the bandwidth's measurement: more than any cache holds.
const ARRAY: usize = 256 << 20;

/// Parts into which each thread's work of a measurement is divided.
const PARTS: usize = 16;

/// Fused multiply-adds of a part, for each of its sums.
const ROUNDS: usize = 1 << 20;

/// Sums of a part: eight registers of sixteen numbers, so that no addition waits for the one before.
const SUMS: usize = 8 * 16;

/// Floating-point operations for each boid and neighbour at least: offset (3), squared distance (5),
/// three comparisons, and nine additions to the sums.
const OPERATIONS_PER_NEIGHBOUR: f64 = 20.0;

/// Bytes that the parts of a step move for each boid at least: every array that a part needs is read
/// or written once. The neighbours' data come from the caches again and again.
const BYTES: [(&str, f64); 4] = [
    // Bounds 12, cells 12 + 4, counting 4, order and cells 4 + 8, gathering 4 + 2 * 52.
    ("sorting", 152.0),
    // Positions, velocities and slots; the wishes stay in the cache.
    ("neighbours", 28.0),
    // New positions and velocities.
    ("motion", 24.0),
    // Orientation, phase and variation, read and written, and the slots.
    ("poses", 52.0),
];

/// Prints the time, the bytes and the shares of the limits of each part of a step.
pub fn print(flock: &mut Flock, threads: usize, steps: u32, neighbours: f64) {
    let (bandwidth, arithmetic) = (bandwidth(), arithmetic(threads));
    let step = 1e3 * measure(flock, steps) / f64::from(steps);
    let boids = flock.len() as f64;
    println!(
        "{boids} boids, {threads} threads: {step:.3} ms a step; the machine copies {:.1} GB/s and makes {:.0} \
         billion operations a second",
        bandwidth / 1e9,
        arithmetic / 1e9
    );
    let shares = flock.statistics().shares;
    let parts = [
        shares.sorting,
        shares.neighbours,
        shares.motion,
        shares.poses,
    ];
    for ((name, bytes), share) in BYTES.into_iter().zip(parts) {
        let seconds = step / 1e3 * f64::from(share);
        println!(
            "{name:>11}: {:.3} ms, {bytes:.0} bytes a boid, {:.0}% of the bandwidth",
            1e3 * seconds,
            100.0 * boids * bytes / seconds / bandwidth
        );
    }
    let operations = boids * neighbours * OPERATIONS_PER_NEIGHBOUR;
    let seconds = step / 1e3 * f64::from(shares.neighbours);
    println!(
        "{:.1} neighbours a boid of {OPERATIONS_PER_NEIGHBOUR} operations each: {:.0}% of the arithmetic",
        neighbours,
        100.0 * operations / seconds / arithmetic
    );
}

/// Bytes that all threads together read and write in a second, when they copy.
fn bandwidth() -> f64 {
    let from = vec![1u8; ARRAY];
    let mut to = vec![0u8; ARRAY];
    let part = ARRAY / (PARTS * rayon::current_num_threads());
    let mut copy = || {
        let parts = to.par_chunks_mut(part).zip(from.par_chunks(part));
        parts.for_each(|(to, from)| to.copy_from_slice(from));
    };
    copy();
    let fastest = (0..5)
        .map(|_| milliseconds(&mut copy))
        .fold(f64::INFINITY, f64::min);
    black_box(&to);
    2.0 * ARRAY as f64 / (fastest / 1e3)
}

/// Operations that all threads together make in a second, when they only multiply and add.
fn arithmetic(threads: usize) -> f64 {
    let parts = PARTS * threads;
    let work = || {
        (0..parts).into_par_iter().for_each(|_| {
            black_box(multiply_and_add());
        });
    };
    work();
    let fastest = (0..3)
        .map(|_| milliseconds(work))
        .fold(f64::INFINITY, f64::min);
    (2 * parts * ROUNDS * SUMS) as f64 / (fastest / 1e3)
}

fn multiply_and_add() -> [f32; SUMS] {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("fma") {
        // SAFETY: the processor has what the function is compiled for.
        return unsafe { multiply_and_add_avx512() };
    }
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        // SAFETY: as above.
        return unsafe { multiply_and_add_avx2() };
    }
    sums(|factor, sum| factor * sum + factor)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,fma")]
fn multiply_and_add_avx512() -> [f32; SUMS] {
    sums(|factor, sum| factor.mul_add(sum, factor))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn multiply_and_add_avx2() -> [f32; SUMS] {
    sums(|factor, sum| factor.mul_add(sum, factor))
}

#[inline(always)]
fn sums(add: impl Fn(f32, f32) -> f32) -> [f32; SUMS] {
    let (mut sums, factor) = ([0.5; SUMS], black_box(0.999));
    for _ in 0..ROUNDS {
        for sum in &mut sums {
            *sum = add(factor, *sum);
        }
    }
    sums
}
