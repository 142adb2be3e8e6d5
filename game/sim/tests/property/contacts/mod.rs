//! Contacts of boids with geometry.

mod bounce;
mod checks;
mod progress;
mod reverse;
mod scene;
mod skin;
mod slide;
