//! The type [`Flock`], which holds a whole simulation of one flock.

pub(crate) mod api;
mod backend;
pub(crate) mod clock;
mod configuration;
pub(crate) mod inputs;
mod instance;
pub(crate) mod log;
pub(crate) mod population;
pub(crate) mod reports;
pub(crate) mod saving;
mod stepping;
#[cfg(test)]
mod tests;

use crate::{
    geometry::Geometry,
    math::frame::Placement,
    settings::{validation::SettingsError, Settings},
};
use backend::CpuBuffers;
pub(crate) use backend::{choose_together, leave_gpu_together};
use clock::FlockClock;
use configuration::Configuration;
use inputs::Inputs;
use instance::Instance;
use log::Log;
use population::Population;
use reports::Reports;
use std::{fmt, sync::Arc};
pub(crate) use stepping::Frame;

/// A flock of boids among static geometry.
///
/// Every method that takes settings or other values checks them; a refused call changes nothing.
/// See the [crate's page](crate) for an example and for the parts of a step.
pub struct Flock {
    instance: Instance,
    config: Configuration,
    inputs: Inputs,
    population: Population,
    cpu_buffers: CpuBuffers,
    reports: Reports,
    log: Log,
    clock: FlockClock,
}

/// Prints settings and statistics, but not the boids, since there may be hundreds of thousands.
impl fmt::Debug for Flock {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("Flock")
            .field("settings", &self.config.settings)
            .field("placement", &self.config.placement)
            .field("geometry", self.geometry())
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

impl Flock {
    /// Creates a flock whose boids start in `spawn.region`.
    ///
    /// # Errors
    /// Names every setting and every part of the placement that is out of range, or `spawn.count`
    /// if the memory does not suffice. It is no error if no position clear of geometry is found for
    /// some boids; see [`not_placed`](Self::not_placed).
    pub fn new(
        settings: Settings,
        placement: Placement,
        geometry: Arc<Geometry>,
    ) -> Result<Self, SettingsError> {
        settings.validate()?;
        placement.validate()?;
        let mut flock = Self::empty(settings.clone(), placement, geometry);
        flock.look_out();
        let count = settings.spawn.count;
        flock.reserve(count as usize, &settings)?;
        flock.change_population(|it, context| {
            it.set_count(count, context);
            it.place_waiting(context);
        });
        flock.sort_without_step();
        Ok(flock)
    }

    /// A flock without boids.
    fn empty(settings: Settings, placement: Placement, geometry: Arc<Geometry>) -> Self {
        Self {
            instance: Instance::default(),
            config: Configuration::new(settings, placement, geometry),
            inputs: Inputs::default(),
            population: Population::default(),
            cpu_buffers: CpuBuffers::default(),
            reports: Reports::default(),
            log: Log::default(),
            clock: FlockClock::default(),
        }
    }
}
