//! Targets for things that a game moves: each reaches its target within one frame, in equal parts
//! per step.

use serde::{Deserialize, Serialize};

/// The target that something reaches at the end of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrameTarget<T> {
    /// `None` if it stays where it is.
    target: Option<T>,
    /// Number of steps until the target is reached; 0 without a target.
    steps_left: u32,
}

impl<T> Default for FrameTarget<T> {
    fn default() -> Self {
        Self {
            target: None,
            steps_left: 0,
        }
    }
}

impl<T: Copy + PartialEq> FrameTarget<T> {
    /// Sets a target, to be reached in one step or in the steps of the next frame. If `now` is the
    /// target already, there is nothing left to reach.
    pub(crate) fn begin(&mut self, now: &T, target: T) {
        *self = if *now == target {
            Self::default()
        } else {
            Self {
                target: Some(target),
                steps_left: 1,
            }
        };
    }

    /// Begins a frame of `steps` steps.
    pub(crate) fn begin_frame(&mut self, steps: u32) {
        if self.target.is_some() {
            self.steps_left = steps.max(1);
        }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.target.as_ref()
    }

    /// Makes a step. Returns the target and the number of steps in which it is reached, including
    /// this one; `None` without a target.
    pub(crate) fn step(&mut self) -> Option<(T, u32)> {
        let target = self.target?;
        let steps = self.steps_left.max(1);
        self.steps_left = steps - 1;
        if self.steps_left == 0 {
            self.target = None;
        }
        Some((target, steps))
    }
}
