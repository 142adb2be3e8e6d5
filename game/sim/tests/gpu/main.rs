//! The flock on the GPU against the flock on the CPU, on the best adapter there is, also one in
//! software; without an adapter the tests fail.
#![cfg(feature = "gpu")]

#[path = "../support/mod.rs"]
mod support;

/// Gives every test here a path that begins with `gpu::`, so that the quick tier can skip them.
#[path = "."]
mod gpu {
    mod agreement;
    mod coincident;
    mod control;
    mod counts;
    mod crossing;
    mod detail;
    mod drawing;
    mod fear;
    mod hunting;
    mod members;
    mod obstacles;
    mod panic;
    mod perches;
    mod progress;
    mod repeats;
    mod rooms;
    mod statistics;
    mod strange;
    mod wind;
    mod world;
}
