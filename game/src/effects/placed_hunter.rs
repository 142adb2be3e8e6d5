//! A hunter in world space.

use flock_sim::threats::Hunter;

/// A hunter at its node, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlacedHunter {
    pub(crate) hunter: Hunter,
    /// Number of teleports of the node.
    pub(crate) puts: u32,
}
