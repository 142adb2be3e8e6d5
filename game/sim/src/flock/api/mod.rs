//! The public methods of a flock by theme. They delegate to the parts of the flock.

mod advice;
mod boids;
mod changes;
mod cone;
mod detail;
mod drawing;
mod emitters;
mod events;
mod frames;
pub(crate) mod hits;
mod holding;
mod influences;
mod killing;
mod obstacles;
mod perches;
mod predators;
mod queries;
mod replay;
mod sight;
mod spawning;
mod stepping;
mod surroundings;
mod tags;
pub(crate) mod transfer;
mod ways;
pub(crate) mod wishes;
mod world_box;
