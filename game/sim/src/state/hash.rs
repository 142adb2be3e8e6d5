//! A fingerprint of the flock.

use crate::state::boids::Boids;
use xxhash_rust::xxh3::Xxh3;

/// XXH3 of slot, position and velocity of all boids in order of their slots, as little-endian bits.
/// The drawn pose is left out: it rests on functions that platforms round differently, and nothing
/// rests on it.
pub(crate) fn state_hash(boids: &Boids) -> u64 {
    let mut by_slot: Vec<usize> = (0..boids.len()).collect();
    by_slot.sort_unstable_by_key(|index| boids.slot[*index]);
    let mut hash = Xxh3::new();
    for index in by_slot {
        let (position, velocity) = (boids.position(index), boids.velocity(index));
        hash.update(&boids.slot[index].to_le_bytes());
        for value in position.iter().chain(velocity.iter()) {
            hash.update(&value.to_bits().to_le_bytes());
        }
    }
    hash.digest()
}
