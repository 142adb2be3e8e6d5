//! Flocks of fish, birds and insects for the Fyrox game engine.
//!
//! A game registers the plugin's types once; from then on the [`Flock`] script can be added to any node in the editor.

#![deny(missing_docs)]

mod debug;
pub mod demo;
mod flock;
mod geometry;
mod register;
pub mod render;
mod runtime;

pub use debug::DebugDrawing;
pub use flock::Flock;
pub use flock_sim as sim;
pub use geometry::{
    collect_static_geometry, ObstacleQuery, ObstacleSource, Obstacles, SkippedObstacle,
    StaticGeometry,
};
pub use register::{register, register_property_editors};
