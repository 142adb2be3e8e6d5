//! What changes of the population need.

use crate::{
    flock::{configuration::Configuration, reports::Reports},
    motion::{depenetration::FreeSpace, spawn::Spawner},
    obstacles::ObstacleSet,
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
