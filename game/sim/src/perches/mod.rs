//! Perches: spots on which birds stand, how they are found on geometry, and who stands where.

pub(crate) mod perch;
pub(crate) mod reach_map;
pub(crate) mod sampling;
pub(crate) mod set;
pub(crate) mod spot_tree;
pub(crate) mod stay;

pub use {
    perch::{Perch, PerchSpot},
    sampling::{PerchSampling, PerchSurvey, SpotObstruction},
    set::{PerchId, PerchUse},
};
