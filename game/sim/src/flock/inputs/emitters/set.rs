//! The set of a flock's emitters and their state.

use super::emitter::{Emitter, MOST_ALIVE};
use crate::{
    settings::validation::SettingsError,
    state::{
        boid_id::BoidId,
        names::{check_names, next_name},
        snapshot_error::MOST_SECONDS,
    },
};
use serde::{Deserialize, Serialize};

/// Largest number of emitters of a flock.
const MOST_EMITTERS: usize = 64;

/// Id of an emitter. A flock never uses an id twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EmitterId(pub(crate) u32);

/// An emitter with its state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Running {
    pub(crate) id: EmitterId,
    pub(crate) emitter: Emitter,
    /// Number of boids that are due; the fraction belongs to the next one.
    pub(crate) due: f64,
    /// Boids of this emitter, in the order in which they appeared, with the simulated time of it in
    /// seconds.
    pub(crate) boids: Vec<(BoidId, f64)>,
}

impl Running {
    /// Adds the boids that the stream releases in a step of `time_step` seconds.
    pub(crate) fn accrue(&mut self, time_step: f64) {
        let due = self.due + f64::from(self.emitter.rate) * time_step;
        self.due = due.min(MOST_ALIVE.into());
    }
}

/// The emitters in the order in which they were added, which is also the order in which they act.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmitterSet {
    pub(crate) running: Vec<Running>,
    /// Number of emitters that have ever been added.
    pub(crate) added: u32,
}

impl EmitterSet {
    pub(crate) fn get(&self, id: EmitterId) -> Option<&Running> {
        self.running.iter().find(|running| running.id == id)
    }

    /// Issues the id of an emitter that the caller then adds. Refuses more than [`MOST_EMITTERS`].
    pub(crate) fn next_id(&mut self) -> Result<EmitterId, SettingsError> {
        let count = self.running.len();
        next_name("emitters", count, MOST_EMITTERS, &mut self.added).map(EmitterId)
    }

    pub(crate) fn get_mut(&mut self, id: EmitterId) -> Option<&mut Running> {
        self.running.iter_mut().find(|running| running.id == id)
    }

    /// Checks a set that was read from a file.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let numbers = self.running.iter().map(|running| running.id.0);
        check_names("emitters", numbers, MOST_EMITTERS, self.added)?;
        let is_due = |it: &Running| (0.0..=f64::from(u32::MAX)).contains(&it.due);
        let is_born = |it: &Running| {
            it.boids
                .iter()
                .all(|(_, at)| (0.0..=MOST_SECONDS).contains(at))
        };
        if !self.running.iter().all(|it| is_due(it) && is_born(it)) {
            return Err("an emitter has an impossible number of due boids or time of birth".into());
        }
        let mut all = self
            .running
            .iter()
            .map(|running| running.emitter.validate());
        all.try_for_each(|result| result.map_err(|error| error.to_string()))
    }
}
