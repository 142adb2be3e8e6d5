//! What a flock tells about itself.

use crate::tally::{StepShares, Tally};
use serde::{Deserialize, Serialize};

/// Time, in seconds, over which rates are smoothed.
const WINDOW: f32 = 1.0;

/// Share of the newest measurement in the smoothed duration of a step.
const NEWEST: f32 = 0.1;

/// What a flock tells about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Statistics {
    /// Number of boids.
    pub boids: usize,
    /// Number of boids asked for that have found no free place yet.
    pub not_placed: usize,
    /// Boids so far that were carried out of geometry put over them. Those for which there was no free place are among the
    /// boids not placed.
    pub rescued: u64,
    /// Steps made so far.
    pub steps: u64,
    /// Moves that met geometry so far.
    pub contacts: u64,
    /// Moves that met geometry per second of simulated time, smoothed over about the last second.
    pub contacts_per_second: f32,
    /// Rays that boids have cast so far to see geometry.
    pub rays: u64,
    /// Rays cast per step, smoothed over about the last second.
    pub rays_per_step: f32,
    /// Looks so far that were put off to a later step because `avoidance.ray_budget` was used up.
    pub delayed_looks: u64,
    /// Looks put off per step, smoothed over about the last second.
    pub delayed_looks_per_step: f32,
    /// Moves so far that were found to have crossed geometry, where `collision.check_crossings` asks for the test; always 0.
    pub crossings: u64,
    /// Answers of the custom rule so far that were not finite or too large, and counted as zero.
    pub refused_wishes: u64,
    /// Wall-clock time of one step, in milliseconds, smoothed over about the last ten steps. Of a graphics card it is only known
    /// that it takes no longer: how soon after each other frames come back, which a game asks for once a frame.
    pub step_milliseconds: f32,
    /// Where that time goes, smoothed alike. Not told by a graphics card.
    pub shares: StepShares,
    /// How many frames were asked for after the one that is drawn, at the end of `advance`: 0 on the processor, at most 2 on a
    /// graphics card. One that cannot keep up is asked for none until it does.
    pub frames_late: u32,
    /// How long ago what is drawn was asked for, in milliseconds of wall-clock time, smoothed; 0 on the processor.
    pub latency_milliseconds: f32,
}

impl Statistics {
    /// Takes in a step of `dt` simulated seconds.
    pub(crate) fn add_step(&mut self, tally: &Tally, dt: f32, milliseconds: f32) {
        self.add_steps(tally, 1, dt, milliseconds);
        self.steps = self.steps.saturating_add(1);
        (self.frames_late, self.latency_milliseconds) = (0, 0.0);
    }

    /// Takes in what was counted in so many steps of `dt` simulated seconds, each of which took so many milliseconds. The
    /// steps themselves are counted when they are made.
    pub(crate) fn add_steps(&mut self, tally: &Tally, steps: u32, dt: f32, milliseconds: f32) {
        let add = |total: &mut u64, more: u64| *total = total.saturating_add(more);
        add(&mut self.contacts, tally.contacts);
        add(&mut self.rays, tally.rays);
        add(&mut self.delayed_looks, tally.delayed_looks);
        add(&mut self.crossings, tally.crossings);
        let count = steps.max(1) as f32;
        let share = 1.0 - libm::expf(-dt * count / WINDOW);
        let follow = |rate: &mut f32, newest: f32| *rate += (newest - *rate) * share;
        follow(
            &mut self.contacts_per_second,
            tally.contacts as f32 / (dt * count),
        );
        follow(&mut self.rays_per_step, tally.rays as f32 / count);
        follow(
            &mut self.delayed_looks_per_step,
            tally.delayed_looks as f32 / count,
        );
        let is_first = self.step_milliseconds == 0.0;
        let share = if is_first { 1.0 } else { NEWEST };
        self.step_milliseconds += (milliseconds - self.step_milliseconds) * share;
        self.shares.approach(&tally.shares(), share);
    }

    /// Takes in that what is drawn now was asked for so many frames, and so many milliseconds, ago.
    #[cfg(feature = "gpu")]
    pub(crate) fn add_latency(&mut self, frames: u32, milliseconds: f32) {
        let is_first = self.latency_milliseconds == 0.0;
        let share = if is_first { 1.0 } else { NEWEST };
        self.frames_late = frames;
        self.latency_milliseconds += (milliseconds - self.latency_milliseconds) * share;
    }

    /// All numbers that are not counts, with their names.
    pub(crate) fn rates(&self) -> [(&'static str, f32); 11] {
        let shares = &self.shares;
        [
            ("contacts_per_second", self.contacts_per_second),
            ("rays_per_step", self.rays_per_step),
            ("delayed_looks_per_step", self.delayed_looks_per_step),
            ("step_milliseconds", self.step_milliseconds),
            ("latency_milliseconds", self.latency_milliseconds),
            ("shares.sorting", shares.sorting),
            ("shares.neighbours", shares.neighbours),
            ("shares.motion", shares.motion),
            ("shares.sight", shares.sight),
            ("shares.geometry", shares.geometry),
            ("shares.poses", shares.poses),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_of_contacts_follows_the_last_second() {
        let mut statistics = Statistics::default();
        let tally = |contacts| Tally {
            contacts,
            ..Tally::default()
        };
        for _ in 0..300 {
            statistics.add_step(&tally(2), 0.02, 1.0);
        }
        assert!((statistics.contacts_per_second - 100.0).abs() < 1.0);
        for _ in 0..300 {
            statistics.add_step(&tally(0), 0.02, 1.0);
        }
        assert!(statistics.contacts_per_second < 1.0);
        assert_eq!(statistics.contacts, 600);
        assert_eq!(statistics.steps, 600);
    }
}
