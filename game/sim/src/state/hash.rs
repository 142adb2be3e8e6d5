//! A fingerprint of the flock.

use crate::{
    math::Vec3,
    state::boids::{BoidState, Boids},
};
use xxhash_rust::xxh3::Xxh3;

/// XXH3 of slot, position and velocity of all boids in order of their slots, and then of the loose
/// bodies in their order, as little-endian bits.
/// The drawn pose is left out: it rests on functions that platforms round differently, and nothing
/// rests on it.
pub(crate) fn state_hash<'a>(boids: &Boids, loose: impl Iterator<Item = &'a BoidState>) -> u64 {
    let mut by_slot: Vec<usize> = (0..boids.len()).collect();
    by_slot.sort_unstable_by_key(|index| boids.slot[*index]);
    let mut hash = Xxh3::new();
    for index in by_slot {
        let (position, velocity) = (boids.position(index), boids.velocity(index));
        add(&mut hash, boids.slot[index], position, velocity);
    }
    for state in loose {
        add(&mut hash, state.slot, state.position, state.velocity);
    }
    hash.digest()
}

fn add(hash: &mut Xxh3, slot: u32, position: Vec3, velocity: Vec3) {
    hash.update(&slot.to_le_bytes());
    for value in position.iter().chain(velocity.iter()) {
        hash.update(&value.to_bits().to_le_bytes());
    }
}
