//! A budget of time for the steps of a frame.

use crate::settings::validation::{Check, SettingsError};
use serde::{Deserialize, Serialize};

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
    pub(crate) milliseconds: Option<f32>,
    /// Time for which the steps have taken longer, and that for which they have left time to spare, in
    /// seconds.
    over: f32,
    below: f32,
    /// True if at most one step is made in a frame.
    pub(crate) leaves_out: bool,
}

/// What the regulator changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
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
        // One quick frame, and the count begins anew.
        assert_eq!(frames(3.0, 1), []);
        assert_eq!(frames(5.0, 17), []);
        assert_eq!(frames(5.0, 3), [Decision::Coarser]);
        assert_eq!(frames(3.0, 100), []);
        assert_eq!(frames(2.0, 62), [Decision::Finer; 2]);
        assert_eq!(frames(f32::NAN, 100), []);
    }
}
