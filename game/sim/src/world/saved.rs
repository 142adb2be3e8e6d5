//! Snapshots of worlds.

use super::{
    hunting::Hunter,
    log::WorldLog,
    replay::{ReplayState, WorldReplay},
    FlockId, World, WorldError,
};
use crate::{
    flock::{saving::snapshot::Snapshot, Flock},
    geometry::Geometry,
    state::{
        hash_writer::HashWriter,
        names::MOST_ADDED,
        snapshot_error::{broken, known_version, SnapshotError},
    },
    steering::relation::Relation,
};
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// The version of snapshots of worlds that this library writes and reads. Those of the flocks in it have
/// versions of their own.
const VERSION: u32 = 1;

/// The whole state of a world: one restored from it goes on with the same bits. See [`Snapshot`] for
/// what a flock's part holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldSnapshot {
    /// Comes first, so that a snapshot of another version is refused for that.
    #[serde(deserialize_with = "version")]
    version: u32,
    flocks: Vec<(FlockId, Snapshot)>,
    relations: Vec<(FlockId, FlockId, Relation)>,
    added: u32,
    /// The hunters of each flock.
    hunters: Vec<Vec<Hunter>>,
    /// The log that was begun, without those of the flocks.
    log: Option<WorldLog>,
    /// The log that is replayed.
    replay: Option<ReplayState>,
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    known_version(deserializer, "snapshot of a world", VERSION)
}

impl World {
    /// The whole state of the world, to be stored.
    pub fn snapshot(&self) -> WorldSnapshot {
        let flocks = self.flocks().map(|(id, flock)| (id, flock.snapshot()));
        let replay = self.replay.as_ref();
        WorldSnapshot {
            version: VERSION,
            flocks: flocks.collect(),
            relations: self.saved_relations(),
            added: self.added,
            hunters: self.saved_hunters(),
            log: self.log.clone(),
            replay: replay.map(|it| it.state.clone()),
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
        if snapshot.added > MOST_ADDED {
            let added = snapshot.added;
            return Err(broken(format!(
                "{added} flocks have been added; allowed: 0 to {MOST_ADDED}"
            )));
        }
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
        // From here on calls are logged again.
        world.log = snapshot.log.clone();
        world.replay = match &snapshot.replay {
            Some(state) => Some(WorldReplay::restored(state, geometry)?),
            None => None,
        };
        Ok(world)
    }

    fn saved_relations(&self) -> Vec<(FlockId, FlockId, Relation)> {
        let all = self.ids.iter().enumerate();
        let all = all.flat_map(|(index, of)| {
            let relations = self.relations.of(index).iter();
            relations.map(|(to, relation)| (*of, self.ids[*to], *relation))
        });
        all.collect()
    }

    fn saved_hunters(&self) -> Vec<Vec<Hunter>> {
        let flocks = self.flocks.iter().enumerate();
        let hunters = flocks.map(|(index, flock)| self.hunters_of(index, flock));
        hunters.collect()
    }

    fn restore_hunters(&mut self, saved: &[Vec<Hunter>]) -> Result<(), SnapshotError> {
        if saved.len() != self.flocks.len() {
            return Err(broken("there are not as many lists of hunters as flocks"));
        }
        for (index, saved) in saved.iter().enumerate() {
            self.put_hunters(index, saved)?;
        }
        self.find_locked();
        Ok(())
    }

    /// A hash of all that the next step depends on, as [`Flock::state_hash`]: of the flocks, of their
    /// relations, and of what hunters do. Equal for equal worlds, on any platform.
    pub fn state_hash(&self) -> u64 {
        let mut hash = HashWriter::default();
        for (id, flock) in self.flocks() {
            hash.add(&(id, flock.state_hash()));
        }
        hash.add(&(self.saved_relations(), self.saved_hunters()));
        hash.finish()
    }
}
