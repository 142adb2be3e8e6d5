//! Depenetration: boids that geometry is put over.

mod nearest;
mod places;
mod rooms;
mod shares;
