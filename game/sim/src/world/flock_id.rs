//! Ids of flocks in a world.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Id of a flock in a world. A world never uses an id twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FlockId(pub(super) u32);

impl fmt::Display for FlockId {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "flock {}", self.0)
    }
}
