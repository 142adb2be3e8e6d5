//! Flocks that see geometry and steer clear of it.

mod alongside;
mod bits;
mod budget;
mod corridor;
mod dead_end;
mod extremes;
#[path = "../flocks/mod.rs"]
mod flocks;
mod jitter;
mod level;
#[path = "../scenes/mod.rs"]
mod scenes;
