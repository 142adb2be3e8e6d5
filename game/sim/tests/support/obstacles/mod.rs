//! Moving obstacles among boids, on any driver, and their judge.

pub mod doors;
pub mod judge;
pub mod random;
