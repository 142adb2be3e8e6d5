//! The simulation on a GPU: the stages of the CPU as compute shaders.
//!
//! Shaders are written in WGSL. A function with a twin in Rust lies in a file beside the twin, with
//! the same name (methods have their type as a prefix) and in the same order. The folder `passes`
//! has one file for each entry point, and defines their order. The parameters of a stage are packed
//! from the structs that the CPU reads, and constants have their values in Rust only, so both
//! compute with the same numbers.

mod adapters;
mod avoidance;
mod boid_buffers;
mod boid_changes;
mod bound_pass;
mod boundary;
mod buffers;
mod constants;
mod counters;
mod detail;
mod device;
pub(crate) mod error;
mod fear;
mod geometry;
mod geometry_buffers;
mod gpu_boids;
mod grid;
mod influence_fields;
mod influences;
mod instances;
mod mapping;
mod marks;
mod motion;
mod neighbours;
mod notices;
mod obstacle_trees;
mod obstacles;
mod others;
mod passes;
mod pipeline;
mod pipelines;
mod pose;
mod readback;
mod relations;
pub(crate) mod remote_boids;
pub(crate) mod role;
mod shared_device;
mod steering;
mod step;
#[cfg(test)]
mod tests;
mod timer;
mod wgsl;

pub use adapters::{adapters, Adapter, AdapterKind};
pub(crate) use shared_device::{changes, upload};
pub use shared_device::{prefer, stop_compiling};
#[cfg(test)]
pub(crate) use {
    device::Gpu,
    shared_device::{open, upload_to},
};

/// True if the crate was built with the feature `gpu`.
pub(crate) const IS_BUILT: bool = true;
