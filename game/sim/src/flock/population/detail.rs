//! The state of the level of detail: viewers, and the level of each boid.

use crate::{
    settings::Detail,
    state::viewer::{validate, Viewer},
    step::{
        level::{is_level, LevelChoice},
        pace::Levels,
    },
};
use serde::{Deserialize, Serialize};

/// Largest coarseness, with which the distances of the settings are divided by 10.
pub(crate) const COARSEST: f32 = 10.0;

/// Viewers, levels and coarseness, which decide how often boids steer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DetailState {
    pub(crate) viewers: Vec<Viewer>,
    /// Levels by slot; empty while the level of detail is off.
    pub(crate) levels: Vec<u8>,
    /// Factor by which the distances of the settings are divided, 1 to 10.
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
    /// Resets the level of a slot whose boid starts anew.
    pub(crate) fn forget(&mut self, slot: u32) {
        if let Some(level) = self.levels.get_mut(slot as usize) {
            *level = 0;
        }
    }

    /// The level of a boid, 0 to 4.
    pub(crate) fn level(&self, slot: u32) -> u8 {
        self.levels.get(slot as usize).copied().unwrap_or(0)
    }

    /// Replaces the levels; `None` while the level of detail is off.
    pub(crate) fn set_levels(&mut self, levels: Option<Vec<u8>>) {
        self.levels = levels.unwrap_or_default();
    }

    /// The levels and the rule that changes them; `None` if all boids steer in every step.
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
