//! Identities of boids.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Identity of one boid for its whole life, at any index in memory.
///
/// The id of a removed boid never refers to another one: the slot is used again with the next
/// generation. Ids are ordered by slot, then by generation. They are displayed as `slot` in the
/// first generation and as `slot.generation` in later ones.
///
/// ```
/// use flock_sim::{Flock, Placement, Settings};
///
/// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
/// let first = flock.boids().next().unwrap().id;
/// flock.remove(first);
/// let second = flock.spawn(1)?[0];
/// assert_eq!(second.slot(), first.slot());
/// assert_ne!(second, first);
/// assert_eq!(second.to_string(), format!("{first}.1"));
/// # Ok::<(), flock_sim::SettingsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoidId {
    slot: u32,
    generation: u32,
}

impl BoidId {
    pub(crate) fn new(slot: u32, generation: u32) -> Self {
        Self { slot, generation }
    }

    /// A number below the largest number of boids that there ever were at a time, those without a
    /// place included, which no other living boid of the flock has: an index for data of one's own.
    /// A new flock of n boids has the slots 0 to n - 1; a slot that was freed is used again before
    /// a new one is.
    pub fn slot(self) -> u32 {
        self.slot
    }

    /// How many boids had the slot before.
    pub(crate) fn generation(self) -> u32 {
        self.generation
    }
}

impl fmt::Display for BoidId {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}", self.slot)?;
        match self.generation {
            0 => Ok(()),
            generation => write!(formatter, ".{generation}"),
        }
    }
}
