//! Helpers that several test binaries use.

#![allow(dead_code, reason = "each test binary uses a part of this only")]

pub mod cases;
pub mod coincident;
pub mod crossing;
pub mod details;
pub mod flocks;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod hunts;
pub mod judge;
pub mod obstacles;
pub mod progress;
pub mod roof;
pub mod scenes;
pub mod waves;
pub mod wind;
