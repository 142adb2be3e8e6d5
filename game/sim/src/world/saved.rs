//! Snapshots of worlds.

use super::{hunting::Hunter, FlockId, World, WorldError};
use crate::{
    flock::{snapshot::Snapshot, Flock},
    geometry::Geometry,
    state::snapshot_error::{broken, SnapshotError},
    steering::relation::Relation,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The whole state of a world: one restored from it goes on with the same bits. See [`Snapshot`] for
/// what a flock's part holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldSnapshot {
    flocks: Vec<(FlockId, Snapshot)>,
    relations: Vec<(FlockId, FlockId, Relation)>,
    added: u32,
    /// The hunters of each flock.
    hunters: Vec<Vec<Hunter>>,
}

impl World {
    /// The whole state of the world, to be stored.
    pub fn snapshot(&self) -> WorldSnapshot {
        let mut relations = Vec::new();
        for (index, of) in self.ids.iter().enumerate() {
            for (to, relation) in self.relations.of(index) {
                relations.push((*of, self.ids[*to], *relation));
            }
        }
        let flocks = self.flocks().map(|(id, flock)| (id, flock.snapshot()));
        WorldSnapshot {
            flocks: flocks.collect(),
            relations,
            added: self.added,
            hunters: self.saved_hunters(),
        }
    }

    /// The world of a snapshot, with one geometry for all flocks.
    ///
    /// # Errors
    /// Refuses a snapshot that no world can have written, with what is wrong in it, and one for
    /// which there is not enough memory.
    pub fn restore(
        snapshot: &WorldSnapshot,
        geometry: &Arc<Geometry>,
    ) -> Result<Self, SnapshotError> {
        let mut world = Self {
            added: snapshot.added,
            ..Self::default()
        };
        for (id, flock) in &snapshot.flocks {
            if world.index(*id).is_ok() || id.0 >= snapshot.added {
                return Err(broken(format!("{id} is there twice, or was never added")));
            }
            world.push(*id, Flock::restore(flock, geometry.clone())?);
        }
        for (of, to, relation) in &snapshot.relations {
            let is_set = world.set_relation(*of, *to, *relation);
            is_set.map_err(|error: WorldError| broken(error.to_string()))?;
        }
        world.restore_hunters(&snapshot.hunters)?;
        Ok(world)
    }

    fn saved_hunters(&self) -> Vec<Vec<Hunter>> {
        let of = |index: usize| {
            let hunters = self.hunters[index].by_slot.iter().flatten();
            let there = hunters.filter(move |it| self.flocks[index].placed(it.boid).is_some());
            there.copied().collect()
        };
        (0..self.flocks.len()).map(of).collect()
    }

    fn restore_hunters(&mut self, saved: &[Vec<Hunter>]) -> Result<(), SnapshotError> {
        if saved.len() != self.flocks.len() {
            return Err(broken("there are not as many lists of hunters as flocks"));
        }
        for (index, saved) in saved.iter().enumerate() {
            for hunter in saved {
                let slot = hunter.boid.slot() as usize;
                let is_there = self.flocks[index].placed(hunter.boid).is_some();
                if !is_there || !hunter.place.iter().all(|x| x.is_finite()) {
                    return Err(broken(format!("a hunter is impossible: {hunter:?}")));
                }
                let by_slot = &mut self.hunters[index].by_slot;
                by_slot.resize(by_slot.len().max(slot + 1), None);
                by_slot[slot] = Some(*hunter);
            }
        }
        self.find_locked();
        Ok(())
    }

    /// A hash of the state of all flocks and of what hunters do: equal for equal worlds, on any platform.
    pub fn state_hash(&self) -> u64 {
        let flocks = self.flocks();
        let flocks = flocks.flat_map(|(id, flock)| [u64::from(id.0), flock.state_hash()]);
        let hunters = self.saved_hunters();
        let hunters = hunters.iter().flatten().flat_map(Hunter::state);
        let hashes: Vec<u8> = flocks.chain(hunters).flat_map(u64::to_le_bytes).collect();
        xxhash_rust::xxh3::xxh3_64(&hashes)
    }
}
