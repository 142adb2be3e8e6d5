//! The flock on the GPU against the flock on the CPU, on the best adapter there is, also one in
//! software; without an adapter the tests fail.
#![cfg(feature = "gpu")]

mod agreement;
mod backend;
mod coincident;
mod concave_obstacles;
mod control;
mod counts;
mod crossing;
mod detail;
mod drawing;
mod fear;
mod formations;
mod frames;
mod hunting;
mod members;
mod obstacles;
mod panic;
mod perches;
mod planar_ways;
mod progress;
mod repeats;
mod rooms;
mod statistics;
mod strange;
mod ways;
mod wind;
mod world;
