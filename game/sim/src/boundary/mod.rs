//! The boundary, which keeps boids inside a volume.
//!
//! Each shape implements the same operations in its own file: the test for positions near a wall,
//! the reversal of a velocity that leads out, the soft turn near a wall, and the fold of a position
//! to the opposite side. A planar flock does not move along the normal of its plane, so no wall
//! bounds it there: a box acts as a rectangle of infinite height, and a sphere as the circle in
//! which the boid's plane cuts it.

mod contain;
mod containment;
mod cuboid;
mod passage;
pub(crate) mod periodic_box;
pub(crate) mod place_in_box;
pub(crate) mod shape;
pub(crate) mod soft_turn;
pub(crate) mod sphere;
#[cfg(test)]
mod tests;

pub(crate) use {
    contain::Contain,
    containment::Containment,
    periodic_box::PeriodicBox,
    sphere::{BoundarySphere, Section},
};
