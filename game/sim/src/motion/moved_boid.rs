//! Access to one boid of a block that is being moved.

use super::arrival::Arrival;
use crate::{math::Vec3, state::boids::BoidsMut};

/// Velocity of the air at a boid, from its velocities over ground and through the air, in m/s; zero
/// in still air.
#[inline]
pub(super) fn wind_at(over_ground: Option<[&[f32]; 3]>, index: usize, velocity: Vec3) -> Vec3 {
    over_ground.map_or(Vec3::zeros(), |it| {
        Vec3::from_fn(|axis, _| it[axis][index]) - velocity
    })
}

#[inline]
pub(super) fn set(boids: &mut BoidsMut, index: usize, arrival: &Arrival) {
    for axis in 0..3 {
        boids.position[axis][index] = arrival.position[axis];
        boids.velocity[axis][index] = arrival.velocity[axis];
    }
}

#[inline]
pub(super) fn velocity(boids: &BoidsMut, index: usize) -> Vec3 {
    Vec3::from_fn(|axis, _| boids.velocity[axis][index])
}

#[inline]
pub(super) fn position(boids: &BoidsMut, index: usize) -> Vec3 {
    Vec3::from_fn(|axis, _| boids.position[axis][index])
}
