//! Random directions that follow from `spawn.seed`.

use super::Settings;
use crate::math::{frame::Frame, random::RandomDirections};

impl Settings {
    /// A stream of random directions in the plane of the flock. Streams with different numbers are
    /// independent of each other.
    pub(crate) fn random_directions(&self, frame: Frame, stream: u32) -> RandomDirections {
        let flat_axis = self.motion.plane.flat_axis();
        RandomDirections::new(self.spawn.seed, flat_axis, frame, stream)
    }
}
