//! The bodies of a flock, and what each of them does.

use flock_sim::{BoidId, Flock, Vec3};
use std::collections::HashMap;

/// What a body does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BodyState {
    Flying,
    Landing,
    Standing,
    Climbing,
    Dead,
    Held,
}

impl BodyState {
    pub const ALL: [Self; 6] = [
        Self::Flying,
        Self::Landing,
        Self::Standing,
        Self::Climbing,
        Self::Dead,
        Self::Held,
    ];
}

/// Where each body is, and what it does.
pub fn bodies(flock: &Flock) -> HashMap<BoidId, (Vec3, BodyState)> {
    let flying = flock
        .boids()
        .map(|it| (it.id, (it.position, BodyState::Flying)));
    let mut bodies: HashMap<_, _> = flying.collect();
    let loose = flock.loose_boids();
    if loose.len() == 0 {
        return bodies;
    }
    let mut motions = vec![[0.0; 4]; flock.drawn_len()];
    flock.write_motions(&mut motions);
    for (boid, motion) in loose.zip(&motions[flock.len()..]) {
        let state = match motion[2] as u32 {
            _ if flock.is_held(boid.id) => BodyState::Held,
            // On its way to the place above the spot it beats its wings as any other.
            0 | 1 => BodyState::Landing,
            2 => BodyState::Standing,
            3 => BodyState::Climbing,
            _ => BodyState::Dead,
        };
        bodies.insert(boid.id, (boid.position, state));
    }
    bodies
}
