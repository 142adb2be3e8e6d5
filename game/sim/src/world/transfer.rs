//! Boids that go from one flock of a world to another.

use super::{FlockId, World, WorldError};
use crate::state::boid_id::BoidId;

impl World {
    /// Moves a flying boid from one flock to another, as
    /// [`Flock::transfer`](crate::Flock::transfer) does. Returns its new id. A boid that is moved to
    /// its own flock keeps its id.
    ///
    /// # Errors
    /// Refuses an unknown flock, a boid that does not fly in the first flock, and what
    /// [`Flock::transfer`](crate::Flock::transfer) refuses. The boid then stays where it is.
    pub fn transfer(
        &mut self,
        boid: BoidId,
        from: FlockId,
        to: FlockId,
    ) -> Result<BoidId, WorldError> {
        let indices = [self.index(from)?, self.index(to)?];
        let not_flying = WorldError::NotFlying { boid, flock: from };
        let Ok([first, second]) = self.flocks.get_disjoint_mut(indices) else {
            let flies = self.flocks[indices[0]].flies(boid);
            return flies.then_some(boid).ok_or(not_flying);
        };
        let moved = first.transfer(boid, second);
        moved.map_err(WorldError::Arrival)?.ok_or(not_flying)
    }
}
