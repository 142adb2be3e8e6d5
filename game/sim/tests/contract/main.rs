//! The contract of the crate: API, presets, snapshots, determinism, golden states, queries, geometry
//! case by case, the outcome of bad input, and the layers of the sources.
//!
//! The crate has six test binaries:
//!
//! - `contract`: this one.
//! - `oracle`: single steps against the formulas in double precision over all pairs.
//! - `property`: properties of whole flocks in random scenes and in scenes made to break them.
//! - `gpu`: the GPU against the CPU, apart because an adapter is chosen for the whole process.
//! - `alloc` and `memory`: one test each, apart because its allocator serves the whole process.
//!
//! Helpers of several binaries are in the package flock-testkit. Private parts are tested in `src`,
//! in a `#[cfg(test)] mod tests` at the end of the file or, if that is longer than the code, in a
//! file `tests.rs` in the folder of the module.
//!
//! Tests that take more than 5 s of processor time are ignored as slow. Tests that need a GPU are
//! compiled with the feature `gpu` only. All tests, and those that are neither:
//!
//! ```text
//! cargo test -p flock-sim --features reflect --tests -- --include-ignored
//! cargo test -p flock-sim --no-default-features --features reflect --tests
//! ```

mod altitude;
mod bad_geometry;
mod bad_input;
mod changes;
mod custom_rule;
mod detail;
mod determinism;
mod displaced;
mod emitters;
mod events;
mod everything;
mod fear;
mod flight_ways;
mod formations;
mod frame_relations;
mod frames;
mod geometry;
mod golden;
mod hits;
mod hunting;
mod in_formation;
mod influences;
mod input_log;
mod instances;
mod invariance;
mod labyrinth;
mod layers;
mod loose_bodies;
mod mesh_volumes;
mod motions;
mod narrow_formations;
mod obstacles;
mod panic;
mod perches;
mod periodic_hunts;
mod planar_way_finding;
mod planar_ways;
mod population;
mod precision;
mod predators;
mod presets;
mod published_models;
mod queries;
mod reflected_ranges;
mod riding;
mod saved_formations;
mod saved_state;
mod scare;
mod snapshot;
mod transfer;
mod way_avoidance;
mod way_doors;
mod way_finding;
mod way_queries;
mod ways;
mod wind;
mod world;
mod world_log;
