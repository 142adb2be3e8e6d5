//! Moving obstacles among boids, on any backend, and their judge.

pub mod all_at_once;
pub mod birds;
pub mod doors;
pub mod judge;
pub mod meshes;
pub mod random;
pub mod wraps;
