//! A predator in the coordinates of a flock.

use flock_sim::threats::Predator;

/// A predator at its node, in the coordinates of a flock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlacedPredator {
    pub(crate) predator: Predator,
    /// Number of teleports of the node.
    pub(crate) puts: u32,
}
