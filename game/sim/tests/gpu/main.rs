//! The flock on a graphics card against the flock on the processor. On the best adapter there is, be it software; without one the
//! tests fail.
#![cfg(feature = "gpu")]

#[path = "../card/mod.rs"]
mod card;
#[path = "../cases/mod.rs"]
mod cases;
#[path = "../flocks/mod.rs"]
mod flocks;
#[path = "../scenes/mod.rs"]
mod scenes;

mod agreement;
mod control;
mod counts;
mod drawing;
mod repeats;
mod statistics;
mod strange;
