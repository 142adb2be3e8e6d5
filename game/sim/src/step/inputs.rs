//! The inputs of a step besides settings and boids.

use super::{others::OtherFlocks, pace::Levels};
use crate::{
    geometry::SidedGeometry,
    math::{reference_frame::FrameStep, simd::SimdWidth},
    motion::{moving_obstacles::MovingObstacles, touched_slots::TouchedSlots, wind::Wind},
    steering::{
        avoidance::AvoidanceState, custom_rule::Custom, fear::flight::Flight, flee::FleeSource,
        influences::terms::InfluenceTerms,
    },
};

/// The context in which a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pacing {
    /// A single step whose exact result is read next. It waits for a GPU that is several steps
    /// behind.
    Single,
    /// A step of a frame, after which boids are drawn. It never waits.
    InFrame,
}

/// The time of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepTime {
    /// Simulated time at the beginning of the step, in seconds.
    pub(crate) seconds: f64,
    /// Number of steps before this one.
    pub(crate) steps: u64,
}

/// The inputs of a step besides settings and boids.
pub(crate) struct StepInputs<'a> {
    pub(crate) geometry: &'a SidedGeometry,
    pub(crate) sights: &'a AvoidanceState,
    pub(crate) flee_sources: &'a [FleeSource],
    /// `None` if no boid flees or panics.
    pub(crate) flight: Option<Flight<'a>>,
    pub(crate) influences: &'a InfluenceTerms,
    pub(crate) wind: &'a Wind,
    /// Other flocks with relations that matter in this step.
    pub(crate) others: OtherFlocks<'a>,
    pub(crate) custom: Option<&'a Custom<'a>>,
    pub(crate) time: StepTime,
    pub(crate) vectors: SimdWidth,
    /// Set in which the boids that touch geometry are marked, if that is recorded.
    pub(crate) touched: Option<&'a TouchedSlots>,
    /// `None` if all boids steer in every step.
    pub(crate) levels: Option<Levels<'a>>,
    /// `None` without moving obstacles.
    pub(crate) moving: Option<MovingObstacles<'a>>,
    /// Motion of the flock's frame; `None` in the world.
    pub(crate) frame_step: Option<&'a FrameStep>,
}
