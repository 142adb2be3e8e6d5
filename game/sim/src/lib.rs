//! Flocking simulation: thousands to hundreds of thousands of boids that see each other and never cross static geometry.
//!
//! The crate knows no engine. Its goals, in order of importance:
//!
//! 1. The flock stays where it belongs: no boid crosses geometry, and the boundary has authority over every rule.
//! 2. The same settings, seed and number of steps give the same flock, bit by bit, on any number of threads, and again on the same
//!    graphics card.
//! 3. Nothing that a user can type or load panics: bad settings are refused with an error that names them.
//! 4. Speed, growing linearly with the number of boids at equal density.
//!
//! # A first flock
//!
//! ```
//! use flock_sim::{Flock, Geometry, Placement, Settings};
//! use std::sync::Arc;
//!
//! let mut settings = Settings::default();
//! settings.spawn.count = 200;
//! settings.cohesion.weight = 2.0;
//!
//! let mut flock = Flock::new(settings, Placement::default(), Arc::new(Geometry::empty()))?;
//! flock.advance(1.0 / 60.0);
//!
//! for boid in flock.boids() {
//!     assert!(boid.position.iter().all(|x| x.is_finite()));
//! }
//! # Ok::<(), flock_sim::SettingsError>(())
//! ```
//!
//! # How a step works
//!
//! Every boid reads the previous state and writes the next one, so that the number of threads does not matter. The boids
//! are first sorted along a uniform grid, which makes the neighbours of a boid nine contiguous ranges of memory. Sums
//! over neighbours are rounded in that order, so the order is part of the state; it follows from settings, seed and steps.
//! Then, for each boid: near geometry it looks ahead now and then, by rays, for a clear way; the rules (cohesion, separation,
//! alignment) and roaming ask for an acceleration, of which avoidance comes first and all together are limited;
//! the velocity follows, is flattened into the plane of the flock, limited, turned no faster than allowed and kept above the
//! lowest speed; the move is swept against the geometry, unless none is near enough to matter, and a boid that meets it slides
//! along, bounces or turns back; and the boundary has the last word on the velocity.
//!
//! Units are metres, seconds and m/s throughout.
//!
//! # On a graphics card
//!
//! With [`Driver::Gpu`] the whole step runs as compute shaders, and boids stay on the card. It is the same flock up to rounding, and
//! the same one again on the same card. [`Flock::advance`] waits for nothing: what is drawn and what queries tell come back at most
//! two frames later. [`Flock::step`] is for tools and tests: whoever asks after it waits, and is told what is exact. What
//! changes the boids at once ([`Flock::spawn`], [`Flock::remove`], [`Flock::set_geometry`], another number of boids, other bodies)
//! waits for the card too, brings them back, and up again with the next step. If the card fails, all threads go on from what was
//! last known, and [`Flock::gpu_error`] tells why.
//!
//! # Speed
//!
//! 100,000 boids with 30 neighbours each take 9.7 ms a step on one core of an AMD EPYC (Zen 5) and 5.4 ms on two: 18 million
//! boid-steps per second, about ten times as many as with the neighbours found by the cell lists of the crate zelll. A field of
//! view takes 1.4 times as long, a box that wraps round 1.6 times. `cargo run --release -p flock-sim --example bench -- --help`
//! tells how to measure on another machine; the README has the tables.
//!
//! # Features
//!
//! | feature | what it adds | default |
//! |---|---|---|
//! | `gpu` | the flock on a graphics card, by compute shaders over Vulkan, Metal or Direct3D 12; not for the web | on |
//! | `reflect` | the Fyrox engine's reflection and scene-file serialisation on the settings | off |

#![deny(missing_docs)]
#![allow(
    clippy::needless_range_loop,
    reason = "lanes and axes are indices of several arrays at a time"
)]

mod advice;
mod algebra;
mod avoidance;
mod boids;
mod boundary;
mod cache;
#[cfg(test)]
#[path = "../tests/cases/mod.rs"]
mod cases;
mod census;
mod clock;
mod custom;
mod driver;
mod flee;
mod flock;
mod follow;
mod gather;
mod geometry;
#[cfg(feature = "gpu")]
pub mod gpu;
mod gpu_error;
mod grid;
mod hash;
mod hierarchy;
mod ids;
mod instances;
mod limits;
mod lookup;
mod measure;
mod neighbourhood;
mod noise;
mod placement;
mod pose;
mod preset;
mod rescue;
mod roaming;
mod rules;
mod scare;
mod seam;
mod search;
mod settings;
mod snapshot;
mod spawn;
mod statistics;
mod steering;
mod step;
mod surroundings;
mod tally;
mod terrain;
mod travel;
mod turning;
mod validate;
mod vectors;

pub use advice::Advice;
pub use avoidance::{Sight, SightRay};
pub use boids::Boid;
pub use clock::Advance;
pub use custom::{CustomRule, Gathered, Neighbourhood};
pub use flock::Flock;
pub use geometry::{shapes, Contact, Geometry, GeometryReport};
pub use gpu_error::GpuError;
pub use ids::BoidId;
pub use measure::Measures;
pub use placement::Placement;
pub use preset::{Preset, PresetError, PresetProblem};
pub use scare::{ActiveScare, Scare};
pub use settings::*;
pub use snapshot::{Snapshot, SnapshotError};
pub use statistics::Statistics;
pub use tally::StepShares;
pub use terrain::{Terrain, TerrainForm};
pub use validate::{OutOfRange, SettingsError};

/// A vector of three numbers, as in the engine.
pub type Vec3 = nalgebra::Vector3<f32>;
