//! Moving obstacles: convex bodies that the game moves, such as the player, doors, lifts or sharks.
//!
//! A game adds a [`MovingObstacle`]; `set` holds the obstacles of a flock and their motion in the
//! next step. Queries run in the frame of an obstacle, where the obstacle rests. There the path of
//! a boid is a straight line if the obstacle does not turn, and otherwise a curve near one.
//! `sweep` tests the straight line and adds its largest distance from the curve to the radius, so
//! the test is conservative. A step in which the obstacle turns far is divided into parts. If a
//! test finds a contact, it returns a plane that separates the boid from the obstacle until the end
//! of the step: the obstacle is convex, so every path on the outer side of the plane is free.

pub(crate) mod bounds;
pub(crate) mod convex;
pub(crate) mod culling;
mod hull;
pub(crate) mod obstacle_in_step;
pub(crate) mod pose;
pub(crate) mod set;
pub(crate) mod shape;
pub(crate) mod sight;
pub(crate) mod sweep;

pub use {
    set::ObstacleId,
    shape::{MovingObstacle, ObstacleShape},
};

pub(crate) use {
    culling::{NearObstacles, SeenBoxes},
    set::ObstacleSet,
    sweep::BoidPath,
};
