//! The inputs of a step, which the CPU and a GPU read alike.

use crate::{
    flock::{configuration::Configuration, inputs::Inputs, population::memories::Memories},
    motion::{moving_obstacles::MovingObstacles, touched_slots::TouchedSlots},
    step::{others::OtherFlocks, StepInputs},
};

/// The parts of a flock from which the inputs of a step are made.
#[derive(Clone, Copy)]
pub(crate) struct InputSources<'a> {
    pub(crate) config: &'a Configuration,
    pub(crate) inputs: &'a Inputs,
    pub(crate) memories: &'a Memories,
    /// Where the boids are noted that moving obstacles catch.
    pub(crate) caught: &'a TouchedSlots,
    /// Begin of the step, in simulated seconds.
    pub(crate) time: f64,
    /// Number of steps before it.
    pub(crate) steps: u64,
}

impl<'a> InputSources<'a> {
    /// The inputs of a step in which boids are calm, without a custom rule, of which nobody asks who
    /// meets geometry.
    pub(crate) fn step_inputs(self, others: OtherFlocks<'a>) -> StepInputs<'a> {
        let Self {
            config,
            inputs,
            memories,
            caught,
            time,
            steps,
        } = self;
        StepInputs {
            geometry: &config.geometry,
            sights: &memories.sights,
            flee_sources: inputs.scares.flee_sources(),
            flight: None,
            influences: &inputs.terms,
            wind: &inputs.wind,
            others,
            custom: None,
            time,
            steps,
            vectors: config.vectors,
            touched: None,
            levels: memories.detail.levels(&config.settings.detail),
            moving: MovingObstacles::new(&config.settings, &inputs.obstacles, caught),
        }
    }
}
