//! Ids of boids.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Id of one boid for its whole life, independent of its index in memory.
///
/// The id of a removed boid never refers to another boid: a new boid in the same slot has the next
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

    /// The slot of the boid: a small number that no other living boid of the flock has.
    ///
    /// It can index arrays of per-boid data. It is below the largest number of boids, including
    /// those without a place, that the flock ever had at a time. A new flock of n boids has the
    /// slots 0 to n - 1. Freed slots are reused before new ones are created.
    pub fn slot(self) -> u32 {
        self.slot
    }

    /// Number of boids that had the slot before.
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
