//! What boids see on the graphics card, against what they see on the processor.

mod budget;
mod rays;
mod scene;
mod steps;
