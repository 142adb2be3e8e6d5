//! The state of a flock: boids as a structure of arrays, their ids, and parallel work on them.

pub(crate) mod boid_id;
pub(crate) mod boids;
pub(crate) mod floats;
pub(crate) mod frame_target;
pub(crate) mod hash;
pub(crate) mod hash_writer;
pub(crate) mod looks;
pub(crate) mod names;
pub(crate) mod pose;
pub(crate) mod slot_map;
pub(crate) mod slot_round;
pub(crate) mod snapshot_error;
pub(crate) mod threads;
pub(crate) mod viewer;
