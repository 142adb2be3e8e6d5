//! The influences of a flock.

use super::Influence;
use crate::{
    settings::validation::{Check, SettingsError},
    state::names::check_names,
};
use serde::{Deserialize, Serialize};

/// Largest number of influences.
pub(crate) const MOST_INFLUENCES: usize = 256;

/// Names an influence. No two influences of a flock have had the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InfluenceId(u32);

/// Influences in the order in which they were added, which is the order in which their wishes are
/// summed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InfluenceSet {
    entries: Vec<(InfluenceId, Influence)>,
    /// Number of influences that have been added.
    added: u32,
    /// Number of changes.
    #[serde(skip)]
    revision: u64,
}

impl InfluenceSet {
    pub(crate) fn add(&mut self, influence: Influence) -> Result<InfluenceId, SettingsError> {
        influence.validate()?;
        let mut check = Check::default();
        check.room("influences", self.entries.len(), MOST_INFLUENCES);
        check.finish()?;
        let id = InfluenceId(self.added);
        self.added = self.added.wrapping_add(1);
        self.entries.push((id, influence));
        self.revision += 1;
        Ok(id)
    }

    /// Replaces an influence. False if there is none of this name.
    pub(crate) fn set(
        &mut self,
        id: InfluenceId,
        influence: Influence,
    ) -> Result<bool, SettingsError> {
        influence.validate()?;
        self.revision += 1;
        let entry = self.entries.iter_mut().find(|entry| entry.0 == id);
        Ok(entry.map(|entry| entry.1 = influence).is_some())
    }

    pub(crate) fn remove(&mut self, id: InfluenceId) -> Option<Influence> {
        let index = self.entries.iter().position(|entry| entry.0 == id)?;
        self.revision += 1;
        Some(self.entries.remove(index).1)
    }

    pub(crate) fn get(&self, id: InfluenceId) -> Option<&Influence> {
        let entry = self.entries.iter().find(|entry| entry.0 == id);
        entry.map(|(_, influence)| influence)
    }

    pub(crate) fn entries(&self) -> &[(InfluenceId, Influence)] {
        &self.entries
    }

    /// Another number after every change.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Checks a set that was read from a file.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let entries = &self.entries;
        let numbers = entries.iter().map(|entry| entry.0 .0);
        check_names("influences", numbers, MOST_INFLUENCES, self.added)?;
        let mut all = entries.iter().map(|entry| entry.1.validate());
        all.try_for_each(|result| result.map_err(|error| error.to_string()))
    }
}
