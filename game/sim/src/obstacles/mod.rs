//! Moving obstacles: convex bodies that the game moves, such as the player, doors, lifts, sharks.
//!
//! [`MovingObstacle`] is what a game adds, and [`set`] holds them with their ways in the step that
//! comes. Queries are made in the frame of an obstacle, in which it rests: there the path of a boid
//! is a straight line if the obstacle does not turn, and else a curve near one. [`sweep`] tests
//! that line with the distance from the curve added to the radius, which makes it conservative; a
//! step in which the obstacle turns far is divided. A test that finds a contact returns the plane
//! that separates the boid from the obstacle until the end of the step: since the obstacle is
//! convex, every path on the outer side of it is free.

pub(crate) mod convex;
pub(crate) mod culling;
mod hull;
pub(crate) mod pose;
pub(crate) mod set;
pub(crate) mod shape;
pub(crate) mod sight;
pub(crate) mod sweep;

pub use {
    set::ObstacleId,
    shape::{MovingObstacle, ObstacleShape},
};

pub(crate) use {culling::NearObstacles, set::ObstacleSet, sweep::BoidPath};
