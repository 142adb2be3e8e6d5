//! What a flock does among other flocks, as far as it decides whether a GPU can simulate it.

use super::error::GpuError;
use crate::neighbours::criteria::Criteria;

/// What a flock does among other flocks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Role {
    /// True if other flocks search for its boids.
    pub(crate) is_seen: bool,
    /// True if it flocks with others.
    pub(crate) flocks_with: bool,
}

impl Role {
    /// Refuses what no GPU does. The reason is known before the boids are uploaded.
    pub(crate) fn check(self, criteria: &Criteria) -> Result<(), GpuError> {
        if self.is_seen && criteria.periodic_box.is_some() {
            return Err(GpuError::Unsupported {
                setting: "a relation to a flock whose boundary is a box that wraps",
                remedy: "set another boundary.mode, or simulation.backend to AllThreads",
            });
        }
        if self.flocks_with && criteria.nearest.is_some() {
            return Err(GpuError::Unsupported {
                setting: "neighbours.nearest_only beside a relation FlockWith",
                remedy: "switch it off, or set simulation.backend to AllThreads",
            });
        }
        Ok(())
    }
}
