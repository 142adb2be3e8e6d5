//! What the hunters of one flock do, stored apart from their world.

use super::{FlockId, Hunter};
use crate::{
    flock::Flock,
    state::snapshot_error::{broken, SnapshotError, FARTHEST},
    world::{World, WorldError, WorldInput},
};
use serde::{Deserialize, Serialize};

/// What the hunters of one flock do, from [`World::hunts`]. It names a flock that is hunted by a number
/// of the caller, so that a world in which the flocks have other ids takes it up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hunts(Vec<Hunter>);

impl Hunts {
    /// Number of hunters.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are no hunters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks all that can be checked without the flock.
    ///
    /// # Errors
    /// Refuses hunts that no world can have had.
    pub fn validate(&self) -> Result<(), SnapshotError> {
        self.0.iter().try_for_each(Hunter::validate)
    }

    /// The same hunters, with other names of the flocks that they hunt. A hunter has no quarry in a flock
    /// without a name.
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
    /// What the hunters of a flock do, for a program that stores each flock by itself: see
    /// [`restore_hunts`](Self::restore_hunts). A program with one geometry for all flocks takes a
    /// [`snapshot`](Self::snapshot) of the world.
    ///
    /// `flock` is the flock itself, which the program may keep outside of the world between steps.
    /// `number` gives the numbers by which the flocks that are hunted are stored. Empty if there is no such
    /// flock, or if it does not hunt in attacks.
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

    /// Lets the hunters of a flock go on with what they did. The flock must be in the world, with its
    /// boids, settings and relations. `id_of` gives the flocks behind the numbers of [`hunts`](Self::hunts).
    /// A hunter whose prey is in none of them looks for other prey. Hunters that are gone are left out.
    ///
    /// # Errors
    /// Refuses a flock that is not there, and hunts that no world can have had. The hunters then go on as
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

    /// The hunters of the flock with this index whose boids `flock` has.
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
