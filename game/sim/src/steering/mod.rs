//! Steering: the acceleration that each boid requests, avoidance, and the limits of velocity.

pub(crate) mod avoidance;
pub(crate) mod combine;
pub(crate) mod custom_rule;
pub(crate) mod fear;
pub(crate) mod flee;
pub(crate) mod influences;
pub(crate) mod limits;
pub(crate) mod pursuit;
pub(crate) mod relation;
pub(crate) mod rules;
pub(crate) mod scare;
pub(crate) mod turn_rate;
pub(crate) mod wander;
