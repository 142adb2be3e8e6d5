//! Viewers, and how often boids steer that are far from them.

use super::{events::EventKind, input_log::FlockInput, Flock};
use crate::{
    settings::validation::SettingsError,
    settings::Detail,
    state::{
        threads::BLOCK,
        viewer::{validate, Viewer},
    },
    step::{
        level::{is_asleep, is_level, LevelChoice, LEVEL_STEPS},
        pace::Levels,
    },
};
use serde::{Deserialize, Serialize};

/// Largest coarseness: distances are 1/10 of those of the settings.
pub(super) const COARSEST: f32 = 10.0;

/// What decides how often boids steer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DetailState {
    pub(super) viewers: Vec<Viewer>,
    /// Levels by slot; empty while the level of detail is off.
    levels: Vec<u8>,
    /// Factor by which the distances are divided.
    pub(super) coarseness: f32,
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
    pub(super) fn forget(&mut self, slot: u32) {
        if let Some(level) = self.levels.get_mut(slot as usize) {
            *level = 0;
        }
    }

    /// The level of a boid, 0 to 4.
    fn level(&self, slot: u32) -> u8 {
        self.levels.get(slot as usize).copied().unwrap_or(0)
    }

    /// Takes over levels by slot; none while the level of detail is off.
    #[cfg(feature = "gpu")]
    pub(super) fn set_levels(&mut self, levels: Option<Vec<u8>>) {
        self.levels = levels.unwrap_or_default();
    }

    /// What decides how often boids steer; none if all do in every step.
    pub(super) fn levels(&self, detail: &Detail) -> Option<Levels<'_>> {
        detail.enabled.then(|| Levels {
            by_slot: &self.levels,
            choice: LevelChoice::new(detail, self.coarseness, &self.viewers),
        })
    }

    /// Checks a state that was read from a file.
    pub(super) fn validate(&self) -> Result<(), String> {
        validate(&self.viewers).map_err(|error| error.to_string())?;
        let is_sound = self.levels.iter().all(|level| is_level(*level));
        if is_sound && (1.0..=COARSEST).contains(&self.coarseness) {
            Ok(())
        } else {
            Err("the level of detail is impossible".into())
        }
    }
}

/// With `detail.enabled`, boids far from all viewers steer every second, fourth or eighth step, each time
/// as much as in all of these steps together; they move in every step, swept against geometry and
/// obstacles, and what frightens them acts in every step. Boids of a region steer in the same steps. The
/// levels change at 0.9 and 1.1 times the distances, so that none flickers. With `detail.sleep`, boids of
/// the farthest level stay where they are while no viewer sees them.
///
/// The levels follow from places and steps alone, so runs repeat, and have the same bits on any number of
/// threads. A GPU decides by the same rule; its rounding can move a boid that is just at a distance to
/// the other level.
impl Flock {
    /// Says who sees the boids, from the next step on: the cameras. At most 64. Takes constant time; with
    /// `detail.enabled`, each makes the steps longer by a look at an eighth of the boids.
    ///
    /// # Errors
    /// Names every value that is out of range; the viewers then stay as they were.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3, Viewer};
    ///
    /// let mut settings = Settings::default();
    /// settings.detail.enabled = true;
    /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    /// flock.set_viewers(&[Viewer::all_around(Vec3::new(0.0, 0.0, 60.0))])?;
    /// (0..8).for_each(|_| flock.step());
    /// assert_eq!(flock.detail_levels(), [0, 1000, 0, 0, 0]);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_viewers(&mut self, viewers: &[Viewer]) -> Result<(), SettingsError> {
        if viewers == self.detail.viewers {
            return Ok(());
        }
        validate(viewers)?;
        self.log(|| FlockInput::SetViewers(viewers.to_vec()));
        self.detail.viewers.clear();
        self.detail.viewers.extend_from_slice(viewers);
        Ok(())
    }

    /// Those who see the boids.
    pub fn viewers(&self) -> &[Viewer] {
        &self.detail.viewers
    }

    /// Numbers of boids that steer every 1st, 2nd, 4th and 8th step, and of those that sleep. Takes time
    /// in proportion to the number of boids; on a GPU it waits for all steps.
    pub fn detail_levels(&self) -> [usize; 5] {
        let mut counts = [0; 5];
        let detail = self.known_detail();
        for slot in &self.boids.current().slot {
            counts[usize::from(detail.level(*slot))] += 1;
        }
        counts
    }

    /// Decides on the levels of some boids.
    pub(super) fn choose_levels(&mut self) {
        let detail = &mut self.detail;
        if !self.settings.detail.enabled {
            detail.levels.clear();
            return;
        }
        let slots = self.boids.slot_map().slot_count();
        detail.levels.resize(slots, 0);
        let steps = self.statistics.steps;
        let turn = (steps % u64::from(LEVEL_STEPS)) as u32;
        let choice = LevelChoice::new(&self.settings.detail, detail.coarseness, &detail.viewers);
        let boids = self.boids.current();
        let mut turns = [0; BLOCK];
        for (block, slots) in boids.slot.chunks(BLOCK).enumerate() {
            // Without branches, which could not be foretold.
            let mut count = 0;
            for (place, slot) in slots.iter().enumerate() {
                turns[count] = place;
                count += usize::from(slot % LEVEL_STEPS == turn);
            }
            for place in &turns[..count] {
                let slot = slots[*place];
                let kept = &mut detail.levels[slot as usize];
                let before = *kept;
                *kept = choice.level(boids.position(BLOCK * block + place), before);
                if let Some(kind) = sleep_event(before, *kept) {
                    let id = self.boids.slot_map().id(slot);
                    self.events.record(kind, id, steps);
                }
            }
        }
    }

    /// Takes over levels that a GPU decided on, by slot, and records who fell asleep and awoke.
    #[cfg(feature = "gpu")]
    pub(super) fn take_over_levels(&mut self, levels: Vec<u8>) {
        let mut changed: Vec<_> = self
            .boids
            .current()
            .slot
            .iter()
            .filter_map(|slot| {
                let now = levels.get(*slot as usize).copied().unwrap_or(0);
                let kind = sleep_event(self.detail.level(*slot), now)?;
                Some((self.boids.slot_map().id(*slot), kind))
            })
            .collect();
        changed.sort_unstable_by_key(|(id, _)| *id);
        for (id, kind) in changed {
            self.record(kind, id);
        }
        self.detail.levels = levels;
    }
}

/// What happens to a boid whose level changes.
fn sleep_event(before: u8, after: u8) -> Option<EventKind> {
    match (is_asleep(before), is_asleep(after)) {
        (false, true) => Some(EventKind::FellAsleep),
        (true, false) => Some(EventKind::Awoke),
        _ => None,
    }
}
