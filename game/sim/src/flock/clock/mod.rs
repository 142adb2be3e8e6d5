//! The clock that turns frames of any length into fixed time steps.

pub(crate) mod budget;

use crate::{flock::inputs::moving_frame::FrameTime, settings::Simulation};
use budget::Budget;

/// The time of a flock, and its budget.
#[derive(Debug)]
pub(crate) struct FlockClock {
    pub(crate) frames: Clock,
    /// Simulated seconds since the flock was created, in double precision, which is exact enough
    /// for years.
    pub(crate) time: f64,
    /// Position of the drawn state between the previous state (0) and the current one (1).
    pub(crate) blend: f32,
    pub(crate) budget: Budget,
    /// Limit on the steps of a frame that the world of the flock sets.
    pub(crate) step_limit: u32,
}

impl Default for FlockClock {
    fn default() -> Self {
        Self {
            frames: Clock::default(),
            time: 0.0,
            blend: 1.0,
            budget: Budget::default(),
            step_limit: u32::MAX,
        }
    }
}

/// Steps made and time dropped by a call of [`Flock::advance`](crate::Flock::advance).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Advance {
    /// Number of steps made. 0 to `simulation.max_steps_per_frame`.
    pub steps: u32,
    /// Time in seconds that was dropped because a frame may not make more steps.
    pub dropped_seconds: f32,
}

impl Advance {
    /// A frame without steps whose whole time is dropped.
    pub(crate) fn dropped(seconds: f32) -> Self {
        Self {
            steps: 0,
            dropped_seconds: frame_seconds(seconds),
        }
    }
}

/// Duration of a frame in seconds: 0 if it is not a positive number, and always finite.
fn frame_seconds(seconds: f32) -> f32 {
    if seconds > 0.0 {
        seconds.min(f32::MAX)
    } else {
        0.0
    }
}

/// Accumulator of the time that no step has used yet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    /// In seconds. Double precision keeps it exact over millions of frames.
    pub(crate) remainder: f64,
}

impl Clock {
    /// The steps due after `seconds` more. Zero, negative and NaN seconds count as 0, infinite
    /// seconds as a long stall.
    pub(crate) fn advance(&mut self, seconds: f32, simulation: &Simulation) -> Advance {
        self.remainder += f64::from(frame_seconds(seconds));
        let step = f64::from(simulation.time_step);
        let due = (self.remainder / step).floor();
        let steps = due.min(f64::from(simulation.max_steps_per_frame));
        self.remainder %= step;
        Advance {
            steps: steps as u32,
            dropped_seconds: ((due - steps) * step) as f32,
        }
    }

    /// The time of a frame of `seconds` that ends with this clock.
    pub(crate) fn frame_time(&self, seconds: f32, steps: u32) -> FrameTime {
        FrameTime {
            steps,
            seconds: frame_seconds(seconds).into(),
            remainder: self.remainder,
        }
    }

    /// Share of the next step that the remainder covers, 0 to 1.
    pub(crate) fn blend(&self, simulation: &Simulation) -> f32 {
        (self.remainder / f64::from(simulation.time_step)).min(1.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIMULATION: Simulation = Simulation {
        backend: crate::settings::Backend::SingleThread,
        time_step: 0.25,
        max_steps_per_frame: 4,
    };

    #[test]
    fn keeps_the_remainder() {
        let mut clock = Clock::default();
        assert_eq!(clock.advance(0.125, &SIMULATION).steps, 0);
        assert_eq!(clock.blend(&SIMULATION), 0.5);
        assert_eq!(clock.advance(0.1875, &SIMULATION).steps, 1);
        assert_eq!(clock.blend(&SIMULATION), 0.25);
    }

    #[test]
    fn drops_the_rest_of_a_stall() {
        let mut clock = Clock::default();
        let advance = clock.advance(10.125, &SIMULATION);
        assert_eq!(
            advance,
            Advance {
                steps: 4,
                dropped_seconds: 9.0
            }
        );
        assert_eq!(clock.blend(&SIMULATION), 0.5);
    }

    #[test]
    fn any_time_is_defined() {
        let mut clock = Clock::default();
        for seconds in [0.0, -0.0, -1.0, f32::NAN, f32::NEG_INFINITY] {
            assert_eq!(clock.advance(seconds, &SIMULATION), Advance::default());
        }
        for seconds in [f32::INFINITY, f32::MAX] {
            let advance = clock.advance(seconds, &SIMULATION);
            assert_eq!(advance.steps, 4);
            assert!(advance.dropped_seconds > 1e38);
            assert!((0.0..=1.0).contains(&clock.blend(&SIMULATION)));
        }
    }
}
