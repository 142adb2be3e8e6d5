//! Snapshots of worlds.

use super::{FlockId, World, WorldError};
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
        Ok(world)
    }

    /// A hash of the state of all flocks: equal for equal worlds, on any platform.
    pub fn state_hash(&self) -> u64 {
        let hashes: Vec<u8> = self
            .flocks()
            .flat_map(|(id, flock)| [u64::from(id.0), flock.state_hash()])
            .flat_map(u64::to_le_bytes)
            .collect();
        xxhash_rust::xxh3::xxh3_64(&hashes)
    }
}
