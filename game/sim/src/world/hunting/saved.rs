//! How the hunters of one flock are saved and restored, in a world or separately from it.

use super::{hunter::Hunter, hunts::Hunts};
use crate::{
    flock::Flock,
    state::snapshot_error::{broken, SnapshotError},
    world::{FlockId, World, WorldError, WorldInput},
};

impl World {
    /// Saves what the hunters of a flock do, for a program that stores each flock separately.
    ///
    /// [`restore_hunts`](Self::restore_hunts) is the counterpart. A program with one geometry for
    /// all flocks can take a [`snapshot`](Self::snapshot) of the world instead.
    ///
    /// `flock` is the flock itself, since the program may keep it outside the world between steps.
    /// `number` gives the numbers under which hunted flocks are stored. The result is empty if
    /// there is no such flock, or if it does not hunt in attacks.
    pub fn hunts(
        &self,
        id: FlockId,
        flock: &Flock,
        number: impl Fn(FlockId) -> Option<u32>,
    ) -> Hunts {
        let hunts = self
            .index(id)
            .map(|index| Hunts(self.hunters_of(index, flock)));
        hunts
            .unwrap_or_default()
            .renamed(|id| number(id).map(FlockId))
    }

    /// Restores the hunters of a flock from [`hunts`](Self::hunts).
    ///
    /// The flock must be in the world, with its boids, settings and relations. `id_of` maps the
    /// stored numbers to flocks of this world. A hunter whose prey is in none of them looks for
    /// other prey. Hunters whose boids no longer exist are left out.
    ///
    /// # Errors
    /// Refuses an unknown flock, and hunts that no world can have saved. The hunters then stay as
    /// they are.
    pub fn restore_hunts(
        &mut self,
        id: FlockId,
        hunts: &Hunts,
        id_of: impl Fn(u32) -> Option<FlockId>,
    ) -> Result<(), SnapshotError> {
        let no_such = |error: WorldError| broken(error.to_string());
        let index = self.index(id).map_err(no_such)?;
        hunts.validate()?;
        let mut hunts = hunts.clone().renamed(|number| id_of(number.0));
        let flock = &self.flocks[index];
        hunts.0.retain(|hunter| flock.placed(hunter.boid).is_some());
        self.log(|| WorldInput::RestoreHunts {
            id,
            hunts: hunts.clone(),
        });
        self.put_hunters(index, &hunts.0)?;
        self.find_locked();
        Ok(())
    }

    /// The hunters of the flock with this index whose boids exist in `flock`.
    pub(in crate::world) fn hunters_of(&self, index: usize, flock: &Flock) -> Vec<Hunter> {
        let hunters = self.hunters[index].by_slot.iter().flatten();
        let there = hunters.filter(|hunter| flock.placed(hunter.boid).is_some());
        there.copied().collect()
    }

    /// Replaces the hunters of the flock with this index.
    pub(in crate::world) fn put_hunters(
        &mut self,
        index: usize,
        hunters: &[Hunter],
    ) -> Result<(), SnapshotError> {
        let flock = &self.flocks[index];
        for hunter in hunters {
            hunter.validate()?;
            if flock.placed(hunter.boid).is_none() {
                return Err(hunter.impossible());
            }
        }
        let by_slot = &mut self.hunters[index].by_slot;
        by_slot.clear();
        for hunter in hunters {
            let slot = hunter.boid.slot() as usize;
            by_slot.resize(by_slot.len().max(slot + 1), None);
            by_slot[slot] = Some(*hunter);
        }
        Ok(())
    }
}
