//! Emitters: places where boids appear while the flock runs, and where they are removed.

mod emitter;
mod set;

pub use emitter::Emitter;
pub(crate) use emitter::MOST_ALIVE;
pub use set::EmitterId;
pub(crate) use set::{EmitterSet, Running};
