//! Other flocks of a world in the step of a flock.

mod block;
mod effect;
mod flocks;
mod search;
mod sighting;
mod sums;

pub(crate) use block::BlockAmongOthers;
pub(crate) use flocks::OtherFlocks;
pub(crate) use sighting::{Demand, OnDevice, Sighting};
pub(crate) use sums::OtherSums;
