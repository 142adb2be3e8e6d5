//! The inputs of a step, for the CPU and for a GPU.

use crate::{
    flock::{configuration::Configuration, inputs::Inputs, population::memories::Memories},
    motion::{moving_obstacles::MovingObstacles, touched_slots::TouchedSlots},
    step::{others::OtherFlocks, StepInputs, StepTime},
};

/// The parts of a flock from which the inputs of a step are built.
#[derive(Clone, Copy)]
pub(crate) struct InputSources<'a> {
    pub(crate) config: &'a Configuration,
    pub(crate) inputs: &'a Inputs,
    pub(crate) memories: &'a Memories,
    /// Set in which a step marks the slots of boids that moving obstacles catch.
    pub(crate) caught: &'a TouchedSlots,
    pub(crate) time: StepTime,
}

impl<'a> InputSources<'a> {
    /// The inputs of a step without fear, custom rule and record of contacts; the caller adds
    /// these.
    pub(crate) fn step_inputs(self, others: OtherFlocks<'a>) -> StepInputs<'a> {
        let Self {
            config,
            inputs,
            memories,
            caught,
            time,
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
            vectors: config.vectors,
            touched: None,
            levels: memories.detail.levels(&config.settings.detail),
            frame_step: inputs.frame_step.as_ref(),
            moving: MovingObstacles::new(&config.settings, &inputs.obstacles, caught),
        }
    }
}
