//! Snapshots of worlds.

use super::{
    hunting::Hunter,
    log::WorldLog,
    replay_state::{ReplayState, WorldReplay},
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

/// The version of the format of world snapshots that this library writes and reads. The snapshots
/// of the flocks in it have their own version.
const VERSION: u32 = 1;

/// The whole state of a world; a world restored from it continues with the same bits.
///
/// [`Snapshot`] describes what is stored for each flock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldSnapshot {
    /// First field, so that a snapshot of another version is refused because of its version.
    #[serde(deserialize_with = "version")]
    version: u32,
    flocks: Vec<(FlockId, Snapshot)>,
    relations: Vec<(FlockId, FlockId, Relation)>,
    added: u32,
    /// The hunters of each flock.
    hunters: Vec<Vec<Hunter>>,
    /// The log that is being recorded, without the logs of the flocks.
    log: Option<WorldLog>,
    /// The log that is being replayed.
    replay: Option<ReplayState>,
}

fn version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    known_version(deserializer, "snapshot of a world", VERSION)
}

impl World {
    /// Takes a snapshot of the whole state of the world.
    ///
    /// Takes time in proportion to the number of boids. On a GPU it waits for all steps.
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

    /// Creates the world of a snapshot, with one geometry for all flocks.
    ///
    /// # Errors
    /// Refuses a snapshot that no world can have written, and says what is wrong in it. Also
    /// refuses a snapshot for which the memory does not suffice.
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
                return Err(broken(format!("{id} is listed twice, or was never added")));
            }
            world.push(*id, Flock::restore(flock, geometry.clone())?);
        }
        for (of, to, relation) in &snapshot.relations {
            let is_set = world.set_relation(*of, *to, *relation);
            is_set.map_err(|error: WorldError| broken(error.to_string()))?;
        }
        world.restore_hunters(&snapshot.hunters)?;
        // Calls are logged again from here on.
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
            return Err(broken(
                "the number of lists of hunters differs from the number of flocks",
            ));
        }
        for (index, saved) in saved.iter().enumerate() {
            self.put_hunters(index, saved)?;
        }
        self.find_locked();
        Ok(())
    }

    /// A hash of everything that the next step depends on: the flocks, their relations and their
    /// hunters.
    ///
    /// Equal worlds have equal hashes, on any platform. [`Flock::state_hash`] lists what the hash
    /// of a flock covers.
    pub fn state_hash(&self) -> u64 {
        let mut hash = HashWriter::default();
        for (id, flock) in self.flocks() {
            hash.add(&(id, flock.state_hash()));
        }
        hash.add(&(self.saved_relations(), self.saved_hunters()));
        hash.finish()
    }
}
