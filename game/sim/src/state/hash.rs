//! A fingerprint of the flock.

use super::hash_writer::HashWriter;
use crate::state::boids::{BoidState, Boids};

/// The slots, positions and velocities of all boids in order of their slots, into a hash. The drawn pose
/// is left out: nothing rests on it.
pub(crate) fn add_boids(hash: &mut HashWriter, boids: &Boids) {
    let mut by_slot: Vec<usize> = (0..boids.len()).collect();
    by_slot.sort_unstable_by_key(|index| boids.slot[*index]);
    for index in by_slot {
        let place = boids.position(index);
        hash.add(&(boids.slot[index], place, boids.velocity(index)));
    }
}

/// The same of a boid outside of the flock.
pub(crate) fn add_state(hash: &mut HashWriter, state: &BoidState) {
    hash.add(&(state.slot, state.position, state.velocity));
}
