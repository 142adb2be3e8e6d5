//! Tests of the move passes, against the CPU and against the geometry.

mod crossing;
mod one_step;
mod rig;
mod scenes;
mod skin;
