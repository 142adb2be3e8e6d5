//! Flocking simulation: thousands to hundreds of thousands of boids that never cross the static
//! geometry around them.
//!
//! The crate knows no engine. Its goals, in order of importance:
//!
//! 1. No boid crosses geometry or a moving obstacle, and the boundary overrides every steering
//!    rule.
//! 2. The same settings, seed and number of steps give the same bits on any number of threads. The
//!    same GPU repeats its own bits, with the exceptions that [`Flock::replay`] names.
//! 3. Nothing that a user can type or load panics: invalid settings are refused with an error that
//!    names them.
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
//! steering    avoidance: geometry by sphere tracing, at intervals; obstacles in every step
//! neighbours  sums over neighbours, of related flocks too -> rules -> wander -> custom rule
//! steering    relations: fleeing from other flocks, hunting them
//! steering    influences: targets, leaders, volumes, paths, culled per block of boids
//! steering    combine: avoidance first, then the rules; flee from threats, panic; limits
//! motion      inertia in a frame that moves
//! boundary    containment of the velocity
//! motion      swept move against the geometry, contact response, pushes of moving obstacles
//! boundary    containment after the move
//! pose        orientation, phase of the beat
//!        |
//!        v   if boids have fear:
//! steering    looks for threats and for panic of neighbours, for the next step
//!        |
//!        v
//! next state -> instances: two RGBA32F texels a boid, interpolated between steps
//! ```
//!
//! Each boid reads the previous state and writes the next one, so the number of threads does not
//! change the result. After the sort, all neighbours of a boid lie in at most nine contiguous
//! ranges of memory; a range that wraps around the grid has two parts. Sums over neighbours are
//! rounded in the order of the grid, so this order is part of the state; it follows from the
//! settings, the seed and the steps. On the GPU, the containment after the move is part of the pose
//! pass.
//!
//! Units are metres, seconds and m/s, unless an item states another unit.
//!
//! # Layers
//!
//! Each layer imports only layers above it in this list. A test over the sources checks that.
//!
//! | layer | contents |
//! |---|---|
//! | [`files`] | atomic file replacement, and reading with a size limit |
//! | `math` | SIMD lanes, vectors, frames, orientations, hashed random directions |
//! | `settings` | groups of settings, ranges, validation, advice, presets |
//! | `state` | boids as a structure of arrays, ids and slots, threads, state hash |
//! | `geometry` | BVH, one file for each operation and shape, distance field, sweep; knows `math` only |
//! | [`ways`] | cells that a body can pass, proven moves between them, short ways to goals; knows `geometry` and `math` only |
//! | [`formations`] | forms of formations with their places, and which boid takes which place; knows `geometry`, `math` and `settings` only |
//! | `boundary` | box, sphere, soft turn, containment, periodic box |
//! | `neighbours` | grid, criteria, sums over neighbours, k nearest, periodic images, tree for queries; knows no rule |
//! | `obstacles` | moving obstacles: shapes, motion within a step, sweep in their frames, culling |
//! | `perches` | perches of birds: spots, how they are found on geometry, which boid occupies which |
//! | `steering` | rules, wander, flee, fear and panic, influences, relations, custom rule, their combination, limits; avoidance in its own folder |
//! | `motion` | swept move, contacts, wind, spawn, depenetration, crossing check |
//! | `pose` | orientation, interpolation, instances |
//! | `step` | the fused neighbour loop, counters, and the order of the stages |
//! | `gpu` | device, uploads, readback, passes; reads the parameters of the stages |
//! | `flock` | the facade: the boids and the guard through which they are changed, queries, snapshots, choice of the backend |
//! | `world` | several flocks under one clock, and their relations |
//!
//! # Published models
//!
//! Five presets reproduce published flocks. The tests in `tests/oracle/models` compare one step of
//! each preset with the published formulas in double precision. The table lists what the authors
//! describe or propose besides the formulas:
//!
//! | model | what it has | where | test |
//! |---|---|---|---|
//! | fish school (Unreal, 2018) | the three rules, planar, reversal at a box | [`Preset::FishSchool`] | `oracle::models::fish_school` |
//! | | reversal at geometry | [`CollisionResponse::Reverse`] | `property::contacts::reverse` |
//! | | one thread, all threads, GPU | [`Backend`] | `contract::determinism`, `gpu::agreement` |
//! | composite behaviours (Unreal) | rules that decide the velocity, each with a switch | [`Preset::Composite`] | `oracle::models::composite` |
//! | | assistants: arrows that guide the flock and keep it in place without walls | [`InfluenceKind::Guide`] | `oracle::models::composite::assistants`, `contract::published_models` |
//! | | wander without neighbours | [`Wander`] | `property::wander` |
//! | aquarium (Unreal, 2024) | sums with a radius for each rule, least and largest speed | [`Preset::Aquarium`] | `oracle::models::aquarium` |
//! | | geometry seen by rays along a golden spiral | [`Avoidance`] | `property::avoidance` |
//! | | terrain of marching cubes over noise | the package flock-terrain | its tests, `property::geometry_terrain` |
//! | fish tank (Unity) | the three rules with one radius, weights changed while it runs | [`Preset::FishTank`] | `oracle::models::fish_tank` |
//! | | a leader is followed | [`InfluenceKind::Leader`] | `oracle::models::fish_tank::fish_behind_a_leader` |
//! | | a smooth turn before the glass, fear of a shark | [`BoundaryMode::SoftTurn`], [`Scare`], [`Predator`], [`Fear`] | `contract::published_models`, `contract::fear` |
//! | flock (Processing, 2012) | crowds repel, weighted separation, in 2D | [`Preset::Processing`] | `oracle::models::flock_2d` |
//! | | a time step between limits, so that a stall does not throw boids | replaced by fixed steps, some of which are dropped after a stall: [`Flock::advance`]; a time budget by [`Flock::set_budget`] | `contract::detail` |
//!
//! The settings for predators, hunters and prey follow these models:
//!
//! | model | what it has | where | test |
//! |---|---|---|---|
//! | HoPE (Papadopoulou and others, 2022) | prey turns normal to the predator's heading, with constant weight | [`Manoeuvre::Turn`] | `oracle::fear` |
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
//! With [`Backend::Gpu`] the whole step runs as compute shaders, and the boids stay on the GPU. The
//! result equals that of the CPU up to rounding. The same GPU repeats its own bits, with the
//! exceptions that [`Flock::replay`] names. [`Flock::advance`] never waits for the GPU: the drawn
//! state and the results of queries are at most two frames old. After [`Flock::step`], which is
//! meant for tools and tests, queries wait for the exact state.
//!
//! [`Flock::spawn`], [`Flock::remove`], [`Flock::kill`], emitters and [`Flock::set_geometry`] take
//! effect in the next step, while all other boids stay on the GPU. All boids are read back and
//! uploaded again if `spawn.count` or the size of the bodies changes, or if the buffers are too
//! small for the boids. If the GPU fails, all CPU threads continue from the last known state, and
//! [`Flock::gpu_error`] returns the reason.
//!
//! # Speed
//!
//! The page `figures` of the handbook has the time of a step and of each of its parts, also beside
//! other ways to search for neighbours. The options for other workloads are listed by
//! `cargo run --release -p flock-sim --example bench -- --help`; `--limits` measures the parts.
//!
//! Sorting and poses are limited by the memory bandwidth, the neighbour search by the number of
//! instructions: with vectors of 16 lanes, its inner loop has about 20 vector instructions for 16
//! candidates. It would be faster with fewer candidates that turn out to be no neighbours. The
//! memory traffic would be cheaper if all arrays of the boids lay in one allocation, which needs
//! fewer pages.
//!
//! # Features
//!
//! | feature | what it adds | default |
//! |---|---|---|
//! | `gpu` | the step as compute shaders on a GPU, over Vulkan, Metal or Direct3D 12; not for the web | on |
//! | `static-dxc` | the shader compiler DXC, linked, for players on Windows without Vulkan: without it or a `dxcompiler.dll` beside the program, Direct3D 12 compiles with FXC, which takes long; the build downloads a binary, MSVC only | off |
//! | `reflect` | the Fyrox engine's reflection and scene-file serialisation on the settings | off |
//!
//! [`Avoidance`]: settings::Avoidance
//! [`BoundaryMode::SoftTurn`]: settings::BoundaryMode::SoftTurn
//! [`CollisionResponse::Reverse`]: settings::CollisionResponse::Reverse
//! [`Detail`]: settings::Detail
//! [`Backend`]: settings::Backend
//! [`Backend::Gpu`]: settings::Backend::Gpu
//! [`Fear`]: settings::Fear
//! [`HuntPhase`]: world::HuntPhase
//! [`Predator`]: threats::Predator
//! [`Hunting`]: settings::Hunting
//! [`InfluenceKind::Guide`]: influences::InfluenceKind::Guide
//! [`InfluenceKind::Leader`]: influences::InfluenceKind::Leader
//! [`Manoeuvre::Automatic`]: settings::Manoeuvre::Automatic
//! [`Manoeuvre::Fountain`]: settings::Manoeuvre::Fountain
//! [`Manoeuvre::Turn`]: settings::Manoeuvre::Turn
//! [`Panic`]: settings::Panic
//! [`Perch`]: perches::Perch
//! [`PerchSampling`]: perches::PerchSampling
//! [`Scare`]: threats::Scare
//! [`Wander`]: settings::Wander

#![cfg_attr(docsrs, feature(doc_cfg))]

mod boundary;
pub mod files;
mod flock;
pub mod formations;
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
pub mod ways;
pub mod world;

#[cfg(test)]
use flock_testkit::cases;

pub use flock::{clock::Advance, Flock};
pub use geometry::Geometry;
pub use gpu::error::GpuError;
pub use math::{frame::Placement, reference_frame::ReferenceFrame, Vec3};
/// The vector and rotation library in the version that this crate uses, so that users need no
/// dependency of their own.
pub use nalgebra;
pub use settings::{preset::Preset, validation::SettingsError, Settings};
pub use state::{boid_id::BoidId, boids::Boid};
pub use world::World;

/// The types that every program with a flock uses: `use flock_sim::prelude::*;`.
pub mod prelude {
    pub use crate::{
        events::{EventKind, EventMask},
        influences::{Influence, InfluenceKind},
        settings::Backend,
        threats::{Predator, Scare},
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
    pub use crate::{
        flock::inputs::way_finder::{FoundWays, WayError},
        steering::influences::{
            AltitudeAbove, FallOff, Influence, InfluenceId, InfluenceKind, InfluenceMotion,
            InfluenceVolume, MeshError, MeshVolume,
        },
    };
}

/// Snapshots, hashes and logs of inputs, to save, compare and replay a flock.
pub mod saving {
    pub use crate::{
        flock::{
            inputs::tags::ItemId,
            log::{FlockInput, InputLog},
            population::transferred_boid::TransferredBoid,
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

/// Predators and scares, from which boids flee.
pub mod threats {
    pub use crate::steering::{
        fear::predator::{Predator, PredatorId},
        scare::{ActiveScare, Scare},
    };
}

/// Wind with gusts and turbulence, which carries boids.
pub mod wind {
    pub use crate::motion::wind::{Gusts, Turbulence, Wind};
}
