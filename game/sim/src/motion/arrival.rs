//! State of a boid at the end of a step.

use crate::math::Vec3;

/// State of a boid at the end of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) position: Vec3,
    pub(super) velocity: Vec3,
    pub(super) contact: bool,
    /// Displacement through a periodic boundary; `None` if the move did not pass one.
    pub(super) wrapped: Option<Vec3>,
}

impl Arrival {
    /// End of a straight move without a contact.
    #[inline]
    pub(super) fn free(position: Vec3, velocity: Vec3) -> Self {
        Self {
            position,
            velocity,
            contact: false,
            wrapped: None,
        }
    }

    /// End of a move with a contact.
    #[inline]
    pub(super) fn turned(position: Vec3, velocity: Vec3) -> Self {
        Self {
            contact: true,
            ..Self::free(position, velocity)
        }
    }
}
