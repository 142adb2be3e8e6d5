//! Moving obstacles among boids, on any backend, and their judge.

pub mod all_at_once;
pub mod birds;
pub mod closing;
pub mod doors;
pub mod elevator;
pub mod gyroid;
pub mod judge;
pub mod meshes;
pub mod random;
pub mod train;
pub mod wraps;

mod unbounded;
