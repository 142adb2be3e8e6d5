//! Hashing of the states of boids.

use super::hash_writer::HashWriter;
use crate::state::boids::{BoidState, Boids};

/// Adds the slots, positions and velocities of all boids, in the order of their slots. The drawn
/// pose is left out, since no later step depends on it.
pub(crate) fn add_boids(hash: &mut HashWriter, boids: &Boids) {
    let mut by_slot: Vec<usize> = (0..boids.len()).collect();
    by_slot.sort_unstable_by_key(|index| boids.slot[*index]);
    for index in by_slot {
        let place = boids.position(index);
        hash.add(&(boids.slot[index], place, boids.velocity(index)));
    }
}

/// Adds the state of a boid outside the flock.
pub(crate) fn add_state(hash: &mut HashWriter, state: &BoidState) {
    hash.add(&(state.slot, state.position, state.velocity));
}
