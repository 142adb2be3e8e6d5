//! The way of a frame through the poses that a game gives, by time.

use crate::math::{reference_frame::ReferenceFrame, Vec3d};
use serde::{Deserialize, Serialize};

/// Longest duration of a part of a way, in seconds: eleven days.
const LONGEST: f64 = 1e6;

/// A part of a way, at a steady velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leg {
    to: ReferenceFrame,
    /// Time that the part takes, in seconds of the game.
    seconds: f64,
}

/// Where a frame is at the end of the last step, and the way that it has left to go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FrameWay {
    now: ReferenceFrame,
    /// What is left of the earlier frames of the game, and of the current one.
    legs: [Leg; 2],
}

impl FrameWay {
    /// The way of a frame at rest.
    pub(super) fn at(frame: ReferenceFrame) -> Self {
        let leg = Leg {
            to: frame,
            seconds: 0.0,
        };
        Self {
            now: frame,
            legs: [leg; 2],
        }
    }

    pub(super) fn now(&self) -> &ReferenceFrame {
        &self.now
    }

    pub(super) fn end(&self) -> &ReferenceFrame {
        &self.legs[1].to
    }

    /// Time that the frame needs to its end, in seconds of the game.
    pub(super) fn seconds(&self) -> f64 {
        self.legs.iter().map(|leg| leg.seconds).sum()
    }

    /// Adds a part to the end of the way. What was left becomes one part.
    pub(super) fn add(&mut self, to: ReferenceFrame, seconds: f64) {
        let [left, seconds] = [self.seconds(), seconds].map(|it| it.min(LONGEST));
        let end = *self.end();
        self.legs = [(end, left), (to, seconds)].map(|(to, seconds)| Leg { to, seconds });
    }

    /// Goes on for a time.
    pub(super) fn go(&mut self, mut seconds: f64) {
        for leg in &mut self.legs {
            if seconds < leg.seconds {
                self.now = self.now.between(&leg.to, seconds / leg.seconds);
                leg.seconds -= seconds;
                break;
            }
            self.now = leg.to;
            seconds -= leg.seconds;
            leg.seconds = 0.0;
        }
        // The next call must not go back to the end of a part that is done.
        if self.legs[0].seconds == 0.0 {
            self.legs[0].to = self.now;
        }
    }

    /// Goes to the end.
    pub(super) fn finish(&mut self) {
        *self = Self::at(*self.end());
    }

    /// Moves the way, as if the world's origin were elsewhere.
    pub(super) fn translate(&mut self, shift: &Vec3d) {
        self.now.origin += shift;
        for leg in &mut self.legs {
            leg.to.origin += shift;
        }
    }

    pub(super) fn frames(&self) -> [ReferenceFrame; 3] {
        let [left, current] = self.legs;
        [self.now, left.to, current.to]
    }

    /// True if no part takes a time that only a corrupt file has.
    pub(super) fn is_valid(&self) -> bool {
        let is_valid = |leg: &Leg| (0.0..=2.0 * LONGEST).contains(&leg.seconds);
        self.legs.iter().all(is_valid)
    }
}
