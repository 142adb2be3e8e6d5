//! The passes of avoidance.

mod budget;
mod rays;
mod scene;
mod steps;
