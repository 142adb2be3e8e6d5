//! Flocks that are saved and go on: snapshots, the hash of the state, and the log of what a game does.

pub(crate) mod input_log;
mod restore;
pub(crate) mod snapshot;
mod snapshot_check;
mod state_hash;
