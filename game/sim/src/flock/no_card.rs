//! Without the feature `gpu` the boids live with the processor.

use super::Flock;
use crate::{boids::Boids, Advance, Driver, GpuError, Statistics};

/// No place on a graphics card.
#[derive(Default)]
pub(super) struct Card;

impl Card {
    pub(super) fn try_again(&mut self, _is_other_driver: bool) {}
}

impl Flock {
    /// The name of the graphics card on which the boids live: none, without the feature `gpu`.
    pub fn adapter(&self) -> Option<&str> {
        None
    }

    /// Why the boids are simulated by the processor if `simulation.driver` asks for a graphics card: the feature `gpu` is off.
    pub fn gpu_error(&self) -> Option<&GpuError> {
        (self.settings.simulation.driver == Driver::Gpu).then_some(&GpuError::NotBuilt)
    }

    /// Waits until all steps are done. Only a graphics card has steps that are not.
    pub fn wait(&self) {}

    pub(super) fn known(&self) -> &Boids {
        &self.current
    }

    pub(super) fn counted(&self) -> Statistics {
        self.statistics
    }

    pub(super) fn counted_exactly(&self) -> Statistics {
        self.statistics
    }

    pub(super) fn exact(&self) -> Option<[Boids; 2]> {
        None
    }

    pub(super) fn settle(&mut self) -> bool {
        false
    }

    pub(super) fn come_home(&mut self) {}

    pub(super) fn step_on_card(&mut self, _may_wait: bool) -> bool {
        false
    }

    pub(super) fn advance_on_card(&mut self, _seconds: f32) -> Option<Advance> {
        None
    }

    pub(super) fn write_drawn(&self, _out: &mut [[f32; 4]]) -> bool {
        false
    }
}
