//! How a flock changes its population.

use super::{Context, Population};
use crate::{flock::Flock, state::boid_id::BoidId};

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
