//! How boids meet geometry.

#[path = "../flocks/mod.rs"]
mod flocks;

mod bounce;
mod checks;
mod reverse;
mod scene;
mod skin;
mod slide;
