//! The time budget for the steps of a frame.

use crate::settings::validation::{Check, SettingsError};
use serde::{Deserialize, Serialize};

/// Share of the budget below which detail may increase. It is less than 1 / 1.5, because a finer
/// level of detail can make steps 1.5 times as long.
const SPARE: f32 = 0.6;

/// Time in seconds for which a flock has to exceed the budget, or to stay below its [`SPARE`]
/// share, before anything changes.
const OVER: f32 = 1.8;
const BELOW: f32 = 3.0;

/// Smallest and largest budget, in milliseconds.
const LEAST: f32 = 0.01;
const MOST: f32 = 1000.0;

/// Upper bound of the times `over` and `below`, in seconds: they restart after [`BELOW`], and a
/// frame adds at most 1.
const LONGEST_COUNT: f32 = 10.0;

/// Controller that keeps the steps of a flock within a time budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Budget {
    /// Milliseconds for the steps of a frame; `None` if there is no limit.
    pub(crate) milliseconds: Option<f32>,
    /// Time in seconds for which the steps have exceeded the budget, and time for which they have
    /// been below its spare share.
    over: f32,
    below: f32,
    /// True if a frame makes at most one step.
    pub(crate) leaves_out: bool,
}

/// A change that the controller asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Coarser,
    Finer,
}

impl Budget {
    /// Refuses a budget that was read from a file and that no flock can have.
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

    /// Sets another limit and restarts the counts; refuses a limit that is out of range.
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

    /// Takes in a frame of `seconds` whose steps took `milliseconds`, and decides whether to
    /// change.
    pub(crate) fn decide(&mut self, milliseconds: f32, seconds: f32) -> Option<Decision> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
        // One quick frame restarts the count.
        assert_eq!(frames(3.0, 1), []);
        assert_eq!(frames(5.0, 17), []);
        assert_eq!(frames(5.0, 3), [Decision::Coarser]);
        assert_eq!(frames(3.0, 100), []);
        assert_eq!(frames(2.0, 62), [Decision::Finer; 2]);
        assert_eq!(frames(f32::NAN, 100), []);
    }
}
