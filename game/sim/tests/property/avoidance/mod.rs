//! Avoidance of geometry.

mod alongside;
mod bits;
mod budget;
mod corridor;
mod dead_end;
mod extremes;
mod jitter;
mod level;
