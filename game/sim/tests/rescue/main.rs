//! What becomes of boids that geometry is put over.

#[path = "../flocks/mod.rs"]
mod flocks;

mod nearest;
mod places;
