//! Targets to which a game sends something in a frame, in equal parts for each of its steps.

use serde::{Deserialize, Serialize};

/// Where something shall be at the end of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrameTarget<T> {
    /// None if it stays where it is.
    target: Option<T>,
    /// Number of steps after which it is there; 0 without a target.
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
    /// It goes to a target in the next step, or in those of the next frame; it stays if it is there now.
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

    /// A frame of so many steps begins.
    pub(crate) fn begin_frame(&mut self, steps: u32) {
        if self.target.is_some() {
            self.steps_left = steps.max(1);
        }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        self.target.as_ref()
    }

    /// Makes a step. Returns the target, and the number of steps in which it is reached, this one
    /// among them; none if there is none.
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
