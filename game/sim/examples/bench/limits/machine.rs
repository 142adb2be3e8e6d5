//! The limits of the machine.

#![allow(
    unsafe_code,
    reason = "a function compiled for instructions that only some processors have is unsafe to call"
)]

use crate::workload::milliseconds;
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

/// Bytes that all threads together read and write in a second, when they copy.
pub fn bandwidth() -> f64 {
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
pub fn arithmetic(threads: usize) -> f64 {
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
