//! No boid ever crosses geometry: judged after every step by code that shares nothing with the
//! library.
//!
//! With `FLOCK_LONG_TESTS=1` in the environment, 20,000 boids make 10,000 steps in all, which takes
//! some minutes; otherwise a thousandth of that.

mod levels;
mod moving;
mod rocks;
mod short_stops;
mod traps;
