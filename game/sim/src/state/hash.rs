//! A fingerprint of the flock.

use crate::{
    math::{frame::Placement, Vec3},
    state::boids::{BoidState, Boids},
};
use xxhash_rust::xxh3::Xxh3;

/// XXH3 of slot, position and velocity of all boids in order of their slots, then of the loose
/// bodies in their order, of the placements of moving obstacles, and of the positions and velocities of
/// hunters, as little-endian bits.
/// The drawn pose is left out: it rests on functions that platforms round differently, and nothing
/// rests on it.
pub(crate) fn state_hash<'a>(
    boids: &Boids,
    loose: impl Iterator<Item = &'a BoidState>,
    obstacles: impl Iterator<Item = &'a Placement>,
    hunters: impl Iterator<Item = [Vec3; 2]>,
) -> u64 {
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
    for Placement { origin, rotation } in obstacles {
        add_numbers(&mut hash, origin.iter().chain(rotation.coords.iter()));
    }
    for [position, velocity] in hunters {
        add_numbers(&mut hash, position.iter().chain(velocity.iter()));
    }
    hash.digest()
}

fn add(hash: &mut Xxh3, slot: u32, position: Vec3, velocity: Vec3) {
    hash.update(&slot.to_le_bytes());
    add_numbers(hash, position.iter().chain(velocity.iter()));
}

fn add_numbers<'a>(hash: &mut Xxh3, numbers: impl Iterator<Item = &'a f32>) {
    for value in numbers {
        hash.update(&value.to_bits().to_le_bytes());
    }
}
