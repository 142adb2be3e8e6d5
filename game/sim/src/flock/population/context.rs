//! The context in which the population of a flock changes.

use crate::{
    flock::{configuration::Configuration, reports::Reports},
    motion::{depenetration::FreeSpace, spawn::Spawner},
    obstacles::ObstacleSet,
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
