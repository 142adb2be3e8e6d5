//! The context in which the population of a flock changes.

use super::Population;
use crate::{
    flock::{configuration::Configuration, reports::Reports, Flock},
    motion::{depenetration::FreeSpace, spawn::Spawner},
    obstacles::ObstacleSet,
    state::boid_id::BoidId,
};

/// What changes of the population read, and the reports that they write.
pub(crate) struct Context<'a> {
    pub(crate) config: &'a Configuration,
    /// Moving obstacles.
    pub(crate) obstacles: &'a ObstacleSet,
    pub(crate) reports: &'a mut Reports,
}

impl<'a> Context<'a> {
    /// Searches positions where boids start.
    pub(crate) fn spawner(&self) -> Spawner<'a> {
        self.config.spawner(self.obstacles)
    }

    /// Searches free positions for bodies that are inside something.
    pub(crate) fn free_space(&self) -> FreeSpace<'a> {
        self.config.free_space(self.obstacles)
    }
}

impl Flock {
    /// Calls `change` with the population and its context.
    pub(crate) fn change_population<R>(
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

    /// The same as [`remove`](Self::remove), but not logged as a call of the game.
    pub(crate) fn remove_boid(&mut self, id: BoidId) -> bool {
        self.change_population(|it, context| it.remove(id, context))
    }
}
