//! A budget of time for the steps of a frame.

use crate::{
    flock::{population::detail::COARSEST, Flock},
    settings::validation::{Check, SettingsError},
};
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
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        if let Some(milliseconds) = self.milliseconds {
            check.range("budget", milliseconds, LEAST, MOST, "ms");
        }
        for (name, seconds) in [("over", self.over), ("below", self.below)] {
            check.range(name, seconds, 0.0, LONGEST_COUNT, "s");
        }
        check.finish()
    }

    /// Begins anew with another limit, if it is in range.
    pub(crate) fn set(&mut self, milliseconds: Option<f32>) -> Result<(), SettingsError> {
        let budget = Self {
            milliseconds,
            ..Self::default()
        };
        budget.validate()?;
        if milliseconds != self.milliseconds {
            *self = budget;
        }
        Ok(())
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
    /// Number of steps that a frame may have.
    pub(crate) fn most_steps(&self) -> u32 {
        // The budget is not kept on a GPU.
        let most = if self.clock.budget.leaves_out && self.adapter().is_none() {
            1
        } else {
            self.config.settings.simulation.max_steps_per_frame
        };
        most.min(self.clock.step_limit)
    }

    /// Limits the steps of the next frames.
    pub(crate) fn limit_steps(&mut self, most: u32) {
        self.clock.step_limit = most;
    }

    /// Keeps the budget after a frame of so many seconds with so many steps.
    pub(crate) fn keep_budget(&mut self, steps: u32, seconds: f32) {
        // A replay follows the log.
        if self.clock.budget.milliseconds.is_none() || self.log.replay.is_some() || steps == 0 {
            return;
        }
        let milliseconds = self.reports.statistics.step_milliseconds * steps as f32;
        let decision = self
            .clock
            .budget
            .decide(milliseconds, seconds.clamp(0.0, 1.0));
        let coarseness = self.population.boids.memories.detail.coarseness;
        let has_levels = self.config.settings.detail.enabled
            && !self.population.boids.memories.detail.viewers.is_empty();
        let changed = match decision {
            None => return,
            Some(Decision::Coarser) if has_levels && coarseness < COARSEST => coarseness * CHANGE,
            Some(Decision::Coarser) => {
                self.clock.budget.leaves_out = true;
                return;
            }
            Some(Decision::Finer) if self.clock.budget.leaves_out => {
                self.clock.budget.leaves_out = false;
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
        flock.reports.statistics.step_milliseconds = milliseconds;
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
