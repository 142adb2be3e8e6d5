//! What boids see on the graphics card, against what they see on the processor.

mod scene;
mod steps;
