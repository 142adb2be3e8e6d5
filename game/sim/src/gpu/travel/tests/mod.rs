//! The pass against the processor's, and against the geometry.

mod crossing;
mod one_step;
mod rig;
mod scenes;
