//! A predator in world space.

use flock_sim::threats::Predator;

/// A predator at its node, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlacedPredator {
    pub(crate) predator: Predator,
    /// Number of teleports of the node.
    pub(crate) puts: u32,
}
