//! Viewers, and how often boids steer that are far from them.

use crate::{
    settings::Detail,
    state::viewer::{validate, Viewer},
    step::{
        level::{is_level, LevelChoice},
        pace::Levels,
    },
};
use serde::{Deserialize, Serialize};

/// Largest coarseness: distances are 1/10 of those of the settings.
pub(crate) const COARSEST: f32 = 10.0;

/// What decides how often boids steer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DetailState {
    pub(crate) viewers: Vec<Viewer>,
    /// Levels by slot; empty while the level of detail is off.
    pub(crate) levels: Vec<u8>,
    /// Factor by which the distances are divided.
    pub(crate) coarseness: f32,
}

impl Default for DetailState {
    fn default() -> Self {
        Self {
            viewers: Vec::new(),
            levels: Vec::new(),
            coarseness: 1.0,
        }
    }
}

impl DetailState {
    /// Forgets the level of a boid that begins anew.
    pub(crate) fn forget(&mut self, slot: u32) {
        if let Some(level) = self.levels.get_mut(slot as usize) {
            *level = 0;
        }
    }

    /// The level of a boid, 0 to 4.
    pub(crate) fn level(&self, slot: u32) -> u8 {
        self.levels.get(slot as usize).copied().unwrap_or(0)
    }

    /// Takes over levels by slot; none while the level of detail is off.
    pub(crate) fn set_levels(&mut self, levels: Option<Vec<u8>>) {
        self.levels = levels.unwrap_or_default();
    }

    /// What decides how often boids steer; none if all do in every step.
    pub(crate) fn levels(&self, detail: &Detail) -> Option<Levels<'_>> {
        detail.enabled.then(|| Levels {
            by_slot: &self.levels,
            choice: LevelChoice::new(detail, self.coarseness, &self.viewers),
        })
    }

    /// Checks a state that was read from a file.
    pub(crate) fn validate(&self) -> Result<(), String> {
        validate(&self.viewers).map_err(|error| error.to_string())?;
        let is_sound = self.levels.iter().all(|level| is_level(*level));
        if is_sound && (1.0..=COARSEST).contains(&self.coarseness) {
            Ok(())
        } else {
            Err("the level of detail is impossible".into())
        }
    }
}
