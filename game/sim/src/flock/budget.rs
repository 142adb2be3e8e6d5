//! A budget of time for the steps of a frame.

use super::{detail::COARSEST, input_log::FlockInput, Flock};
use crate::settings::validation::{Check, SettingsError};
use serde::{Deserialize, Serialize};

/// Factor by which the coarseness changes at once.
const CHANGE: f32 = 1.5;

/// Share of the budget below which there is time for more detail: less than the part that a change may
/// add.
const SPARE: f32 = 0.6;

/// Times for which a flock has to be over the budget, and below the spare part of it, before anything
/// changes, in seconds.
const OVER: f32 = 1.8;
const BELOW: f32 = 3.0;

/// Smallest and largest budget, in milliseconds.
const LEAST: f32 = 0.01;
const MOST: f32 = 1000.0;

/// More than a count can reach, in seconds: it begins anew after [`BELOW`], and a frame adds 1 at most.
const LONGEST_COUNT: f32 = 10.0;

/// The regulator of a budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Budget {
    /// Milliseconds for the steps of a frame; none if there is no limit.
    milliseconds: Option<f32>,
    /// Time for which the steps have taken longer, and that for which they have left time to spare, in
    /// seconds.
    over: f32,
    below: f32,
    /// True if at most one step is made in a frame.
    leaves_out: bool,
}

/// What the regulator changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decision {
    Coarser,
    Finer,
}

impl Budget {
    /// Refuses one that was read from a file and that no flock can have.
    pub(super) fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        if let Some(milliseconds) = self.milliseconds {
            check.range("budget", milliseconds, LEAST, MOST, "ms");
        }
        for (name, seconds) in [("over", self.over), ("below", self.below)] {
            check.range(name, seconds, 0.0, LONGEST_COUNT, "s");
        }
        check.finish()
    }

    /// Notes a frame of so many seconds whose steps took so long.
    fn decide(&mut self, milliseconds: f32, seconds: f32) -> Option<Decision> {
        let budget = self.milliseconds?;
        let (is_over, is_below) = (milliseconds > budget, milliseconds < SPARE * budget);
        self.over = if is_over { self.over + seconds } else { 0.0 };
        self.below = if is_below { self.below + seconds } else { 0.0 };
        let decision = match (self.over > OVER, self.below > BELOW) {
            (true, _) => Some(Decision::Coarser),
            (_, true) => Some(Decision::Finer),
            _ => None,
        };
        if decision.is_some() {
            (self.over, self.below) = (0.0, 0.0);
        }
        decision
    }
}

impl Flock {
    /// Sets how long the steps of a frame may take, in milliseconds; `None` for no limit, as at first. If
    /// they take longer for 1.8 s, the distances of `detail` shrink by a third, down to a tenth of the
    /// settings; if that is not enough, at most one step is made in a frame, and the time of the others is
    /// dropped, which [`advance`](Self::advance) reports: the flock becomes slower than time. If they take
    /// less than 60% for 3 s, that is taken back step by step. No sweep is ever left out. Without
    /// `detail.enabled` and [viewers](Self::set_viewers), only steps can be left out.
    ///
    /// Related flocks of a world make the steps of the first of them, whose budget counts for that. On a
    /// GPU nothing is kept.
    ///
    /// The machine decides, so runs differ; a log holds the decisions, and a replay follows them instead
    /// of the clock.
    ///
    /// # Errors
    /// Refuses a budget outside of 0.01 to 1,000 ms; it then stays as it was.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// assert!(flock.set_budget(Some(-1.0)).is_err());
    /// flock.set_budget(Some(2.0))?;
    /// flock.advance(1.0 / 60.0);
    /// assert_eq!(flock.coarseness(), 1.0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_budget(&mut self, milliseconds: Option<f32>) -> Result<(), SettingsError> {
        let budget = Budget {
            milliseconds,
            ..Budget::default()
        };
        budget.validate()?;
        if milliseconds != self.budget.milliseconds {
            self.budget = budget;
        }
        Ok(())
    }

    /// Factor by which the distances of `detail` are divided, 1 to 10.
    pub fn coarseness(&self) -> f32 {
        self.detail.coarseness
    }

    /// Sets the factor by which the distances of `detail` are divided, from the next step on. The
    /// [budget](Self::set_budget) changes it too.
    ///
    /// # Errors
    /// Refuses a factor outside of 1 to 10; it then stays as it was.
    pub fn set_coarseness(&mut self, coarseness: f32) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.range("coarseness", coarseness, 1.0, COARSEST, "");
        check.finish()?;
        if coarseness != self.detail.coarseness {
            self.detail.coarseness = coarseness;
            self.log(|| FlockInput::SetCoarseness(coarseness));
        }
        Ok(())
    }

    /// Number of steps that a frame may have.
    pub(super) fn most_steps(&self) -> u32 {
        // The budget is not kept on a GPU.
        let most = match self.budget.leaves_out && self.adapter().is_none() {
            true => 1,
            false => self.settings.simulation.max_steps_per_frame,
        };
        most.min(self.step_limit)
    }

    /// Limits the steps of the next frames.
    pub(crate) fn limit_steps(&mut self, most: u32) {
        self.step_limit = most;
    }

    /// Keeps the budget after a frame of so many seconds with so many steps.
    pub(crate) fn keep_budget(&mut self, steps: u32, seconds: f32) {
        // A replay follows the log.
        if self.budget.milliseconds.is_none() || self.replay.is_some() || steps == 0 {
            return;
        }
        let milliseconds = self.statistics.step_milliseconds * steps as f32;
        let decision = self.budget.decide(milliseconds, seconds.clamp(0.0, 1.0));
        let coarseness = self.detail.coarseness;
        let has_levels = self.settings.detail.enabled && !self.detail.viewers.is_empty();
        let changed = match decision {
            None => return,
            Some(Decision::Coarser) if has_levels && coarseness < COARSEST => coarseness * CHANGE,
            Some(Decision::Coarser) => {
                self.budget.leaves_out = true;
                return;
            }
            Some(Decision::Finer) if self.budget.leaves_out => {
                self.budget.leaves_out = false;
                return;
            }
            Some(Decision::Finer) => coarseness / CHANGE,
        };
        let changed = changed.clamp(1.0, COARSEST);
        if changed != coarseness {
            // It is in range.
            let _ = self.set_coarseness(changed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::Vec3, Placement, Settings, Viewer};

    #[test]
    fn decisions_take_their_time_and_do_not_flicker() {
        let mut budget = Budget {
            milliseconds: Some(4.0),
            ..Budget::default()
        };
        let mut frames = |milliseconds: f32, count: usize| {
            let frames = (0..count).filter_map(|_| budget.decide(milliseconds, 0.1));
            frames.collect::<Vec<_>>()
        };
        assert_eq!(frames(5.0, 17), []);
        // One quick frame, and the count begins anew.
        assert_eq!(frames(3.0, 1), []);
        assert_eq!(frames(5.0, 17), []);
        assert_eq!(frames(5.0, 3), [Decision::Coarser]);
        assert_eq!(frames(3.0, 100), []);
        assert_eq!(frames(2.0, 62), [Decision::Finer; 2]);
        assert_eq!(frames(f32::NAN, 100), []);
    }
    /// Makes frames of half a second with one step that took so long.
    fn frames(flock: &mut Flock, milliseconds: f32, count: usize) {
        flock.statistics.step_milliseconds = milliseconds;
        (0..count).for_each(|_| flock.keep_budget(1, 0.5));
    }

    #[test]
    fn detail_and_steps_come_back_in_quick_frames() {
        let mut settings = Settings::default();
        settings.detail.enabled = true;
        let flock = Flock::new(settings, Placement::default(), Default::default());
        let mut flock = flock.unwrap();
        let viewer = Viewer::all_around(Vec3::zeros());
        flock.set_viewers(&[viewer]).unwrap();
        flock.set_budget(Some(4.0)).unwrap();
        let all_steps = flock.most_steps();
        frames(&mut flock, 5.0, 40);
        assert_eq!((flock.coarseness(), flock.most_steps()), (COARSEST, 1));
        frames(&mut flock, 3.0, 40);
        assert_eq!((flock.coarseness(), flock.most_steps()), (COARSEST, 1));
        // Steps come back first.
        frames(&mut flock, 2.0, 7);
        assert_eq!(flock.coarseness(), COARSEST);
        assert_eq!(flock.most_steps(), all_steps);
        frames(&mut flock, 2.0, 80);
        assert_eq!(flock.coarseness(), 1.0);
    }
}
