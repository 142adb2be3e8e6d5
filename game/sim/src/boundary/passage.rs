//! Exits of moves through a periodic boundary.

use crate::math::Vec3;

/// Exit of a move through a periodic boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Passage {
    /// Point where the move leaves.
    pub(crate) exit: Vec3,
    /// The point on the opposite side where it enters.
    pub(crate) entry: Vec3,
    /// End of the move after the entry.
    pub(crate) end: Vec3,
}
