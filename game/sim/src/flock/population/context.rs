//! What changes of the population need.

use super::Population;
use crate::{
    flock::{configuration::Configuration, reports::Reports, Flock},
    motion::{depenetration::FreeSpace, spawn::Spawner},
    obstacles::ObstacleSet,
    state::boid_id::BoidId,
};

/// What changes of the population read, and where they are noted.
pub(crate) struct Context<'a> {
    pub(crate) config: &'a Configuration,
    /// Moving obstacles.
    pub(crate) obstacles: &'a ObstacleSet,
    pub(crate) reports: &'a mut Reports,
}

impl<'a> Context<'a> {
    /// Finds places where boids start.
    pub(crate) fn spawner(&self) -> Spawner<'a> {
        self.config.spawner(self.obstacles)
    }

    /// Finds places for bodies that are inside of something.
    pub(crate) fn free_space(&self) -> FreeSpace<'a> {
        self.config.free_space(self.obstacles)
    }
}

impl Flock {
    /// Changes the population, with what it needs of the flock.
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

    /// As [`remove`](Self::remove), but no call of the game.
    pub(crate) fn remove_boid(&mut self, id: BoidId) -> bool {
        self.change_population(|it, context| it.remove(id, context))
    }
}
