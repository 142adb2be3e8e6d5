//! The hunters of one flock, saved separately from their world.

use super::{FlockId, Hunter};
use crate::{
    flock::Flock,
    state::snapshot_error::{broken, SnapshotError, FARTHEST},
    world::{World, WorldError, WorldInput},
};
use serde::{Deserialize, Serialize};

/// The saved state of one flock's hunters, from [`World::hunts`].
///
/// It refers to hunted flocks by numbers that the caller chooses, so that it can be restored in a
/// world where the flocks have other ids.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hunts(Vec<Hunter>);

impl Hunts {
    /// Number of hunters in it.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are no hunters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks everything that can be checked without the flock.
    ///
    /// # Errors
    /// Refuses values that no world can have saved.
    pub fn validate(&self) -> Result<(), SnapshotError> {
        self.0.iter().try_for_each(Hunter::validate)
    }

    /// The same hunters with the ids of the hunted flocks replaced by `name`. A hunter loses its
    /// quarry if `name` returns `None` for its flock.
    fn renamed(mut self, name: impl Fn(FlockId) -> Option<FlockId>) -> Self {
        for hunter in &mut self.0 {
            let quarry = &mut hunter.pursuit.quarry;
            *quarry = quarry.and_then(|mut quarry| {
                quarry.flock = name(quarry.flock)?;
                Some(quarry)
            });
        }
        self
    }
}

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
                return Err(impossible(hunter));
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

impl Hunter {
    fn validate(&self) -> Result<(), SnapshotError> {
        if self.place.iter().all(|x| x.abs() <= FARTHEST) {
            Ok(())
        } else {
            Err(impossible(self))
        }
    }
}

fn impossible(hunter: &Hunter) -> SnapshotError {
    broken(format!("a hunter is impossible: {hunter:?}"))
}
