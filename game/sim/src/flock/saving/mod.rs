//! Saving a flock: snapshots, their restoration, and the hash of the state.

mod restore;
pub(crate) mod snapshot;
mod snapshot_check;
mod state_hash;
