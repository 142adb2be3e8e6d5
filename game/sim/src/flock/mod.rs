//! The flock: the whole simulation behind one type.

pub(crate) mod api;
mod backend;
pub(crate) mod clock;
mod configuration;
pub(crate) mod inputs;
mod instance;
mod population;
pub(crate) mod reports;
pub(crate) mod saving;
mod stepping;
#[cfg(test)]
mod tests;

use crate::{
    geometry::Geometry,
    math::frame::Placement,
    settings::{validation::SettingsError, Settings},
    state::boid_id::BoidId,
};
use backend::Backend;
pub(crate) use backend::{choose_together, leave_gpu_together};
use clock::FlockClock;
use configuration::Configuration;
use inputs::Inputs;
use instance::Instance;
use population::{Context, Population};
use reports::Reports;
use saving::input_log::Log;
use std::{fmt, sync::Arc};

/// A flock of boids among static geometry.
///
/// Every method that takes settings checks them; what was refused changes nothing. See the [crate's
/// page](crate) for an example and for what a step does.
pub struct Flock {
    instance: Instance,
    config: Configuration,
    inputs: Inputs,
    population: Population,
    backend: Backend,
    reports: Reports,
    log: Log,
    clock: FlockClock,
}

/// Without the boids, of which there are many.
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
    /// A flock whose boids are placed in `spawn.region`.
    ///
    /// # Errors
    /// Names every setting, and every part of the placement, that is out of range, or `spawn.count`
    /// if there is not enough memory. Boids without a position clear of geometry are no error; see
    /// [`not_placed`](Self::not_placed).
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

    /// Changes the population, with what it needs of the flock.
    fn change_population<R>(
        &mut self,
        change: impl FnOnce(&mut Population, &mut Context) -> R,
    ) -> R {
        let mut context = Context {
            config: &self.config,
            obstacles: &self.inputs.obstacles,
            reports: &mut self.reports,
        };
        change(&mut self.population, &mut context)
    }

    /// As [`remove`](Self::remove), but no call of the game.
    pub(crate) fn remove_boid(&mut self, id: BoidId) -> bool {
        self.change_population(|it, context| it.remove(id, context))
    }

    /// A flock without boids.
    fn empty(settings: Settings, placement: Placement, geometry: Arc<Geometry>) -> Self {
        Self {
            instance: Instance::default(),
            config: Configuration::new(settings, placement, geometry),
            inputs: Inputs::default(),
            population: Population::default(),
            backend: Backend::default(),
            reports: Reports::default(),
            log: Log::default(),
            clock: FlockClock::default(),
        }
    }
}
