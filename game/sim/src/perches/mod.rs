//! Perches: spots on which boids stand, how spots are found on geometry, and which boid has which
//! spot.

mod body_part;
mod body_sampling;
mod candidates;
pub(crate) mod perch;
pub(crate) mod reach_map;
pub(crate) mod sampling;
pub(crate) mod set;
pub(crate) mod spot_frame;
pub(crate) mod spot_tree;
pub(crate) mod stay;

pub use {
    perch::{Perch, PerchSpot},
    sampling::{PerchSampling, PerchSurvey, SpotObstruction},
    set::{PerchId, PerchUse},
};
