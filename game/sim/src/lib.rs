//! Flocking simulation: thousands to hundreds of thousands of boids among static geometry that none
//! of them ever crosses.
//!
//! The crate knows no engine. Its goals, in order of importance:
//!
//! 1. No boid crosses geometry, or moving obstacles, and the boundary has authority over every
//! rule.
//! 2. The same settings, seed and number of steps give the same bits on any number of threads, and
//! again
//!    on the same GPU.
//! 3. Nothing that a user can type or load panics: bad settings are refused with an error that
//! names
//!    them.
//! 4. Speed, linear in the number of boids at equal density.
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
//! ```text
//! Settings, Placement, Geometry, obstacles      influences, scares, custom rule
//!        |                                              |
//!        v                                              v
//! Step::new: the parameters of every stage, the same for CPU and GPU
//!        |
//!        v
//! neighbours  counting sort along a uniform grid  (previous state, sorted)
//!        |
//!        v   for blocks of boids, on all threads or as one GPU pass each:
//! geometry    clearances from the distance field
//! steering    avoidance: look ahead by sphere tracing, now and then; at moving obstacles always
//! neighbours  sums over neighbours, of related flocks too -> rules -> wander -> custom rule
//! steering    relations: fleeing from other flocks, hunting them
//! steering    influences: targets, leaders, volumes, paths, near enough to the block
//! steering    combine: avoidance first, then the rules; flee from scares and hunters, panic; limits
//! boundary    containment of the velocity
//! motion      swept move against the geometry, contact response, pushes of moving obstacles
//! boundary    containment after the move
//! pose        orientation, phase of the beat
//!        |
//!        v   if boids have fear:
//! steering    looks for hunters and for panic of neighbours, for the next step
//!        |
//!        v
//! next state -> instances: two RGBA32F texels a boid, interpolated between steps
//! ```
//!
//! Each boid reads the previous state and writes the next one, so the number of threads does not
//! matter. The sort makes the neighbours of a boid at most nine contiguous ranges of memory. Sums
//! are rounded in the order of the grid, so the order is part of the state; it follows from
//! settings, seed and steps. On the GPU the last containment stands in the pass of the poses.
//!
//! Units are metres, seconds and m/s throughout.
//!
//! # Layers
//!
//! Imports lead upward in this list only; a test over the sources keeps it so.
//!
//! | layer | contents |
//! |---|---|
//! | [`files`] | files that are written whole or not at all, and read up to a limit |
//! | `math` | SIMD lanes, vectors, frames, orientations, hashed random directions |
//! | `settings` | groups of settings, ranges, validation, advice, presets |
//! | `state` | boids as a structure of arrays, ids and slots, threads, state hash |
//! | `geometry` | BVH, one file for each operation and shape, distance field, sweep; knows `math` only |
//! | `boundary` | box, sphere, soft turn, containment, periodic box |
//! | `neighbours` | grid, criteria, sums over neighbours, k nearest, periodic images, tree for queries; knows no rule |
//! | `obstacles` | moving obstacles: shapes, ways in a step, sweep in their frames, culling |
//! | `perches` | perches of birds: spots, how they are found on geometry, who has them |
//! | `steering` | rules, wander, flee, fear and panic, influences, relations, custom rule, their combination, limits; avoidance in a folder of its own |
//! | `motion` | swept move, contacts, wind, spawn, depenetration, crossing check |
//! | `pose` | orientation, interpolation, instances |
//! | `step` | the fused neighbour loop, counters, and the order of the stages |
//! | `gpu` | device, uploads, readback, passes; reads the parameters of the stages |
//! | `flock` | the facade: the boids and their one guard for changes, queries, snapshots, the choice of the driver |
//! | `world` | several flocks under one clock, and their relations |
//!
//! # Published models
//!
//! Five published flocks are presets, of which a step is compared with the published formulas in
//! double precision, in `tests/oracle/models`. What their authors describe besides the formulas, or
//! wish for:
//!
//! | model | what it has | where | test |
//! |---|---|---|---|
//! | fish school (Unreal, 2018) | the three rules, planar, reversal at a box | [`Preset::FishSchool`] | `oracle::models::fish_school` |
//! | | reversal at geometry | [`CollisionResponse::Reverse`] | `property::contacts::reverse` |
//! | | one thread, all threads, GPU | [`Driver`] | `contract::determinism`, `gpu::agreement` |
//! | composite behaviours (Unreal) | rules that decide the velocity, each with a switch | [`Preset::Composite`] | `oracle::models::composite` |
//! | | assistants: arrows that guide the flock and keep it in place without walls | [`InfluenceKind::Guide`] | `oracle::models::composite::assistants`, `contract::published_models` |
//! | | wander without neighbours | [`Wander`] | `property::wander` |
//! | aquarium (Unreal, 2024) | sums with a radius for each rule, least and largest speed | [`Preset::Aquarium`] | `oracle::models::aquarium` |
//! | | obstacles seen by rays along a golden spiral | [`Avoidance`] | `property::avoidance` |
//! | | terrain of marching cubes over noise | the package flock-terrain | its tests, `property::geometry_terrain` |
//! | fish tank (Unity) | the three rules with one radius, weights changed while it runs | [`Preset::FishTank`] | `oracle::models::fish_tank` |
//! | | a leader is followed | [`InfluenceKind::Leader`] | `oracle::models::fish_tank::fish_behind_a_leader` |
//! | | a smooth turn before the glass, fear of a shark | [`BoundaryMode::SoftTurn`], [`Scare`], [`Hunter`], [`Fear`] | `contract::published_models`, `contract::fear` |
//! | flock (Processing, 2012) | crowds repel, weighted separation, in 2D | [`Preset::Processing`] | `oracle::models::flock_2d` |
//! | | a time step between limits, so that a stall throws no boid | met by fixed steps, of which a stall drops some: [`Flock::advance`]; a budget of time by [`Flock::set_budget`] | `contract::detail` |
//!
//! Models of hunters and prey, of which the settings are made:
//!
//! | model | what it has | where | test |
//! |---|---|---|---|
//! | HoPE (Papadopoulou and others, 2022) | prey turns normal to the hunter's heading, with constant weight | [`Manoeuvre::Turn`] | `oracle::fear` |
//! | | wait, shadow, chase, retreat | [`Hunting`], [`HuntPhase`] | `contract::hunting` |
//! | StarDisplay | panic that neighbours copy: turn, return, deaf time | [`Panic`] | `oracle::fear`, `contract::panic` |
//! | | proportional navigation, exposed prey, handling time | [`Hunting`] | `steering::pursuit`, `contract::hunting` |
//! | fountain (Hall and others, 1986) | flight at the edge of the view | [`Manoeuvre::Fountain`] | `oracle::fear`, `contract::fear` |
//! | Storms and others, 2019 | the manoeuvre follows from speed and direction of the attack | [`Manoeuvre::Automatic`] | `oracle::fear` |
//! | Lumberyard, Living Birds | perches: spots that are reserved, approach with braking, take-off that spreads | [`Perch`], [`PerchSampling`] | `contract::perches` |
//! | Mass (Unreal) | levels of detail by distance with hysteresis, sleep | [`Detail`] | `contract::detail` |
//! | DaNCES | regrouping with stronger cohesion | [`Fear`] | `contract::fear` |
//!
//! # On a GPU
//!
//! With [`Driver::Gpu`] the whole step runs as compute shaders, and the boids stay on the GPU. The
//! flock is the same up to rounding, and has the same bits again on the same GPU.
//! [`Flock::advance`] never waits: the drawn state and the results of queries are at most two
//! frames old. After [`Flock::step`], for tools and tests, queries wait for the exact state.
//! Boids that join and leave ([`Flock::spawn`], [`Flock::remove`], [`Flock::kill`], emitters) and
//! [`Flock::set_geometry`] act with the next step, and the other boids stay there. Another
//! `spawn.count`, other bodies, and more boids than there is memory for read them back and upload
//! them again. If the GPU fails, all threads go on from the last known state, and
//! [`Flock::gpu_error`] returns the reason.
//!
//! # Speed
//!
//! 100,000 boids with 30 neighbours each take 8.4 ms a step on one core of an Intel Xeon server and
//! 4.6 ms on two: 22 million boid-steps per second, more than ten times as many as with the
//! neighbours found by the cell lists of the crate zelll. A field of view takes 1.7 times as long,
//! a periodic box 1.5 times. `cargo run --release -p flock-sim --example bench -- --help` lists the
//! options for other workloads; the page `figures` of the handbook has the tables.
//!
//! Where the time of this workload goes, by `bench --limits`, on the same processor, of which two
//! threads share the memory's bandwidth of 26 GB/s. Bytes are the least that a part moves: each
//! array that it needs, read or written once.
//!
//! | part | one thread | two threads | bytes a boid | of the bandwidth, two threads |
//! |---|---|---|---|---|
//! | sorting | 1.14 ms | 0.70 ms | 152 | 84% |
//! | neighbours and rules | 6.89 ms | 3.69 ms | 28 | 3% |
//! | steering, limits, boundary | 0.38 ms | 0.19 ms | 24 | 50% |
//! | poses | 0.58 ms | 0.27 ms | 52 | 74% |
//!
//! Sorting and poses are bound by the memory, the neighbours by the instructions: with vectors of
//! 16 boids the loop over the candidates has about 20 vector instructions for each candidate of 16
//! boids. What is left to gain is there, by fewer candidates that are no neighbours, and in the
//! memory: all arrays of the boids in one piece would need fewer pages.
//!
//! # Features
//!
//! | feature | what it adds | default |
//! |---|---|---|
//! | `gpu` | the step as compute shaders on a GPU, over Vulkan, Metal or Direct3D 12; not for the web | on |
//! | `reflect` | the Fyrox engine's reflection and scene-file serialisation on the settings | off |

mod boundary;
pub mod files;
mod flock;
pub mod geometry;
#[cfg(feature = "gpu")]
pub mod gpu;
#[cfg(not(feature = "gpu"))]
#[path = "gpu/off.rs"]
mod gpu;
#[cfg(doctest)]
mod handbook_tests;
mod math;
mod motion;
mod neighbours;
pub mod obstacles;
pub mod perches;
mod pose;
pub mod settings;
mod state;
mod steering;
mod step;
pub mod world;

#[cfg(test)]
use flock_testkit::cases;

pub use flock::{clock::Advance, Flock};
pub use geometry::Geometry;
pub use gpu::error::GpuError;
pub use math::{frame::Placement, Vec3};
/// Vectors and rotations, in the version that this crate uses: a user needs no dependency of its
/// own.
pub use nalgebra;
pub use settings::{preset::Preset, validation::SettingsError, Settings};
pub use state::{boid_id::BoidId, boids::Boid};
pub use world::World;

/// The types that every program with a flock uses: `use flock_sim::prelude::*;`.
pub mod prelude {
    pub use crate::{
        events::{EventKind, EventMask},
        influences::{Influence, InfluenceKind},
        settings::Driver,
        threats::{Hunter, Scare},
        Advance, Boid, BoidId, Flock, Geometry, Placement, Preset, Settings, SettingsError, Vec3,
        World,
    };
}

/// What programs learn about single boids, and what they change at them.
pub mod boids {
    pub use crate::{
        flock::api::{hits::BoidHit, wishes::RuleWishes},
        motion::{
            loose_body::{DeadBody, Death},
            spawn_obstruction::SpawnObstruction,
        },
        pose::instance_bounds::InstanceBounds,
        state::viewer::Viewer,
        steering::avoidance::{Sight, SightRay},
    };
}

/// Rules of steering that a program adds.
pub mod custom_rule {
    pub use crate::steering::custom_rule::{CustomRule, Gathered, Neighbourhood};
}

/// Emitters: points that let new boids out at a rate or in bursts.
pub mod emitters {
    pub use crate::flock::inputs::emitters::{Emitter, EmitterId};
}

/// Events: births, deaths, arrivals, panics, catches and others, with boid and step.
pub mod events {
    pub use crate::flock::reports::events::{EventKind, EventMask, FlockEvent, Player};
}

/// Influences: targets, leaders, guides, volumes, altitude bands and paths, which attract, repel
/// or lead boids.
pub mod influences {
    pub use crate::steering::influences::{
        AltitudeAbove, FallOff, Influence, InfluenceId, InfluenceKind, InfluenceVolume, MeshError,
        MeshVolume,
    };
}

/// Snapshots, hashes and logs of inputs, to save, compare and replay a flock.
pub mod saving {
    pub use crate::{
        flock::{
            inputs::tags::ItemId,
            log::{FlockInput, InputLog},
            saving::snapshot::Snapshot,
        },
        state::{hash_writer::saved_hash, snapshot_error::SnapshotError},
    };
}

/// What a flock measures about its steps and its boids.
pub mod statistics {
    pub use crate::{
        flock::reports::{measure::Measures, statistics::Statistics},
        step::counters::StepShares,
    };
}

/// Hunters and scares, from which boids flee.
pub mod threats {
    pub use crate::steering::{
        fear::hunter::{Hunter, HunterId},
        scare::{ActiveScare, Scare},
    };
}

/// Wind with gusts and turbulence, which carries boids.
pub mod wind {
    pub use crate::motion::wind::{Gusts, Turbulence, Wind};
}
