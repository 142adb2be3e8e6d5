//! A fingerprint of the flock.

use crate::boids::Boids;
use xxhash_rust::xxh3::Xxh3;

/// XXH3 of id, position and velocity of all boids in order of their ids, as little-endian bits. The drawn pose is left
/// out: it rests on functions that platforms round differently, and nothing rests on it.
pub(crate) fn state_hash(boids: &Boids) -> u64 {
    let mut by_id: Vec<usize> = (0..boids.len()).collect();
    by_id.sort_unstable_by_key(|index| boids.id[*index]);
    let mut hash = Xxh3::new();
    for index in by_id {
        let boid = boids.boid(index);
        hash.update(&boid.id.to_le_bytes());
        for value in boid.position.iter().chain(boid.velocity.iter()) {
            hash.update(&value.to_bits().to_le_bytes());
        }
    }
    hash.digest()
}
