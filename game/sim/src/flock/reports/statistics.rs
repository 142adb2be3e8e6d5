//! Counters and timings of a flock.

use crate::{
    state::snapshot_error::MOST_STEPS,
    step::counters::{StepCounters, StepShares},
};
use serde::{Deserialize, Serialize};

/// Time constant in seconds with which rates are smoothed.
const WINDOW: f32 = 1.0;

/// Weight of the newest measurement in the smoothed duration of a step.
const NEWEST: f32 = 0.1;

/// Counters and timings of a flock, from [`Flock::statistics`](crate::Flock::statistics).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Statistics {
    /// Number of boids in the flock.
    pub boids: usize,
    /// Number of boids that wait because no position clear of geometry was found.
    pub not_placed: usize,
    /// Total number of boids that were moved out of geometry or moving obstacles, including boids
    /// on perches and dead ones. If no free position was found, a living boid counts in
    /// `not_placed` too, and a dead one is removed.
    pub rescued: u64,
    /// Total number of boids that ended on another side of a surface because the geometry changed.
    /// These are boids that a triangle passed when [`set_geometry`](crate::Flock::set_geometry)
    /// replaced the geometry, and boids that were then moved out of a solid. They did not move
    /// through a surface themselves, so `crossings` does not count them.
    pub displaced: u64,
    /// Total number of steps.
    pub steps: u64,
    /// Total number of moves that touched geometry.
    pub contacts: u64,
    /// Moves that touched geometry per second of simulated time, smoothed over about the last
    /// second.
    pub contacts_per_second: f32,
    /// Total number of rays that boids cast to see geometry.
    pub rays: u64,
    /// Rays cast per step, smoothed over about the last second.
    pub rays_per_step: f32,
    /// Total number of looks that were postponed because `avoidance.ray_budget` was used up.
    pub delayed_looks: u64,
    /// Looks postponed per step, smoothed over about the last second.
    pub delayed_looks_per_step: f32,
    /// Total number of moves that crossed geometry, counted only with `collision.check_crossings`.
    /// It stays 0; any other value is a bug of this library.
    pub crossings: u64,
    /// Total number of moves that stopped early because their sweeps would have tested 4,096
    /// triangles or more, or about half as many on the GPU.
    ///
    /// This happens to bodies that are many times as large as the triangles around them, and among
    /// thousands of intersecting triangles. Such a boid moves a small part of its way or not at
    /// all, crosses nothing, and keeps its velocity.
    pub stopped_short: u64,
    /// Total number of results of the custom rule that were not finite or too large. They counted
    /// as zero.
    pub refused_wishes: u64,
    /// Total number of GPU pipelines for which steps had to wait, not counting the first step on
    /// the GPU.
    ///
    /// A pipeline is a compiled shader; compiling takes up to some tenths of a second. After the
    /// first step and after every change, the pipelines that any single change may need are
    /// compiled in the background. So steps wait only if several settings change at once or soon
    /// after another. 0 on the CPU.
    pub late_pipelines: u64,
    /// Wall-clock time of one step, in milliseconds, smoothed over about the last ten steps. On a
    /// GPU, the time of its passes. If the adapter has no timestamps, an upper bound: the time
    /// between two readbacks divided by the number of steps between them.
    pub step_milliseconds: f32,
    /// Shares of the stages in `step_milliseconds`, smoothed the same way. 0 on a GPU.
    pub shares: StepShares,
    /// Number of frames requested after the drawn one, at the end of `advance`: 0 on the CPU, at
    /// most 2 on a GPU. A GPU that falls behind gets no further request until it has caught up.
    pub frames_late: u32,
    /// Wall-clock time since the drawn state was requested, in milliseconds, smoothed; 0 on the
    /// CPU.
    pub latency_milliseconds: f32,
}

impl Statistics {
    /// Adds a step of `dt` simulated seconds that took `milliseconds`.
    pub(crate) fn add_step(&mut self, counters: &StepCounters, dt: f32, milliseconds: f32) {
        self.add_steps(counters, 1, dt, milliseconds);
        self.steps = (self.steps + 1).min(MOST_STEPS);
        (self.frames_late, self.latency_milliseconds) = (0, 0.0);
    }

    /// Adds the counters of `steps` steps of `dt` simulated seconds that took `milliseconds` each.
    /// The steps themselves are counted when they are made.
    pub(crate) fn add_steps(
        &mut self,
        counters: &StepCounters,
        steps: u32,
        dt: f32,
        milliseconds: f32,
    ) {
        let add = |total: &mut u64, more: u64| *total = total.saturating_add(more);
        add(&mut self.contacts, counters.contacts);
        add(&mut self.rays, counters.rays);
        add(&mut self.delayed_looks, counters.delayed_looks);
        add(&mut self.crossings, counters.crossings);
        add(&mut self.stopped_short, counters.stopped_short);
        let count = steps.max(1) as f32;
        let share = 1.0 - libm::expf(-dt * count / WINDOW);
        let approach = |rate: &mut f32, newest: f32| *rate += (newest - *rate) * share;
        approach(
            &mut self.contacts_per_second,
            counters.contacts as f32 / (dt * count),
        );
        approach(&mut self.rays_per_step, counters.rays as f32 / count);
        approach(
            &mut self.delayed_looks_per_step,
            counters.delayed_looks as f32 / count,
        );
        let is_first = self.step_milliseconds == 0.0;
        let share = if is_first { 1.0 } else { NEWEST };
        self.step_milliseconds += (milliseconds - self.step_milliseconds) * share;
        self.shares.approach(&counters.shares(), share);
    }

    /// Adds the age of the drawn state, in frames and milliseconds.
    pub(crate) fn add_latency(&mut self, frames: u32, milliseconds: f32) {
        let is_first = self.latency_milliseconds == 0.0;
        let share = if is_first { 1.0 } else { NEWEST };
        self.frames_late = frames;
        self.latency_milliseconds += (milliseconds - self.latency_milliseconds) * share;
    }

    /// All fields that are not counts, with their names.
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
        let counters = |contacts| StepCounters {
            contacts,
            ..StepCounters::default()
        };
        for _ in 0..300 {
            statistics.add_step(&counters(2), 0.02, 1.0);
        }
        assert!((statistics.contacts_per_second - 100.0).abs() < 1.0);
        for _ in 0..300 {
            statistics.add_step(&counters(0), 0.02, 1.0);
        }
        assert!(statistics.contacts_per_second < 1.0);
        assert_eq!(statistics.contacts, 600);
        assert_eq!(statistics.steps, 600);
    }
}
