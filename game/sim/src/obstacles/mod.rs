//! Moving obstacles: bodies that the game moves, such as the player, doors, lifts, sharks or ships.
//!
//! A game adds a [`MovingObstacle`]; `set` holds the obstacles of a flock and their motion in the
//! next step. Queries run in the frame of an obstacle, where the obstacle rests. There the path of
//! a boid is a straight line if the obstacle does not turn, and otherwise a curve near one.
//! `sweep` tests the straight line and adds its largest distance from the curve to the radius, so
//! the test is conservative. A step in which the obstacle turns far is divided into parts. If a
//! test finds a contact, it returns a plane that separates the boid from the touched part of the
//! obstacle until the end of the step. Every path on the outer side of the plane is free of a convex
//! body. A mesh may have other parts there, so the caller tests the new path again.

pub(crate) mod body;
mod body_room;
pub(crate) mod bounds;
pub(crate) mod contact;
pub(crate) mod convex;
pub(crate) mod culling;
mod hull;
mod local_box;
pub(crate) mod mesh;
pub(crate) mod obstacle_in_step;
pub(crate) mod pose;
mod separation;
pub(crate) mod set;
pub(crate) mod shape;
pub(crate) mod sight;
pub(crate) mod sweep;

pub use {
    mesh::ObstacleMesh,
    set::ObstacleId,
    shape::{MovingObstacle, ObstacleShape},
};

pub(crate) use {
    culling::{NearObstacles, SeenBoxes},
    set::ObstacleSet,
    sweep::BoidPath,
};
