//! Counters and times of a step.

use crate::motion::MoveCounts;
use serde::{Deserialize, Serialize};
use std::ops::{Add, AddAssign};
use web_time::Instant;

/// The shares of the stages in the time of a step, summed over all threads.
///
/// The shares add up to 1; all are 0 before the first step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StepShares {
    /// Share of sorting the boids along the grid.
    pub sorting: f32,
    /// Share of the neighbour search and the rules.
    pub neighbours: f32,
    /// Share of steering, its limits, and the boundary.
    pub motion: f32,
    /// Share of looking for geometry ahead.
    pub sight: f32,
    /// Share of moving the boids, swept against the geometry.
    pub geometry: f32,
    /// Share of computing the poses of the drawn bodies.
    pub poses: f32,
}

/// A part of a step whose time is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) enum StepPart {
    Sorting,
    Neighbours,
    Motion,
    Sight,
    Geometry,
    Poses,
}

/// Counters of a step, or of some of its boids.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepCounters {
    /// Moves that touched geometry.
    pub(crate) contacts: u64,
    /// Rays cast to see geometry.
    pub(crate) rays: u64,
    /// Looks that were postponed because the ray budget was used up.
    pub(crate) delayed_looks: u64,
    /// Moves that crossed geometry.
    pub(crate) crossings: u64,
    /// Moves that stopped early because too many triangles were near.
    pub(crate) stopped_short: u64,
    /// Boids that moving obstacles caught on a GPU; a boid counts once for each step.
    pub(crate) caught: u64,
    /// Seconds spent in each [`StepPart`].
    pub(crate) seconds: [f32; 6],
}

impl StepCounters {
    /// Seconds since `since` for a part of a step, counted for `threads` threads that worked
    /// together.
    pub(crate) fn of(part: StepPart, since: Instant, threads: usize) -> Self {
        Self::of_seconds(part, since.elapsed().as_secs_f32() * threads as f32)
    }

    /// Seconds that all threads together spent on a part of a step.
    pub(crate) fn of_seconds(part: StepPart, seconds: f32) -> Self {
        let mut counters = Self::default();
        counters.seconds[part as usize] = seconds;
        counters
    }

    pub(crate) fn shares(&self) -> StepShares {
        let whole: f32 = self.seconds.iter().sum();
        let share = |part: StepPart| {
            if whole > 0.0 {
                self.seconds[part as usize] / whole
            } else {
                0.0
            }
        };
        StepShares {
            sorting: share(StepPart::Sorting),
            neighbours: share(StepPart::Neighbours),
            motion: share(StepPart::Motion),
            sight: share(StepPart::Sight),
            geometry: share(StepPart::Geometry),
            poses: share(StepPart::Poses),
        }
    }
}

impl Add for StepCounters {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            contacts: self.contacts + other.contacts,
            rays: self.rays + other.rays,
            delayed_looks: self.delayed_looks + other.delayed_looks,
            crossings: self.crossings + other.crossings,
            stopped_short: self.stopped_short + other.stopped_short,
            caught: self.caught + other.caught,
            seconds: std::array::from_fn(|part| self.seconds[part] + other.seconds[part]),
        }
    }
}

impl AddAssign<MoveCounts> for StepCounters {
    fn add_assign(&mut self, moves: MoveCounts) {
        self.contacts += moves.contacts;
        self.crossings += moves.crossings;
        self.stopped_short += moves.stopped_short;
    }
}

/// Stopwatch for the consecutive parts of a step.
pub(crate) struct Stopwatch {
    last: Instant,
    pub(crate) counters: StepCounters,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self {
            last: Instant::now(),
            counters: StepCounters::default(),
        }
    }

    /// Adds the time since the last call to the part that has just ended.
    pub(crate) fn end(&mut self, part: StepPart) {
        let now = Instant::now();
        self.counters.seconds[part as usize] += now.duration_since(self.last).as_secs_f32();
        self.last = now;
    }
}

impl StepShares {
    /// Moves each share towards `newest` by `share` of the difference.
    pub(crate) fn approach(&mut self, newest: &Self, share: f32) {
        let mix = |old: &mut f32, new: f32| *old += (new - *old) * share;
        mix(&mut self.sorting, newest.sorting);
        mix(&mut self.neighbours, newest.neighbours);
        mix(&mut self.motion, newest.motion);
        mix(&mut self.sight, newest.sight);
        mix(&mut self.geometry, newest.geometry);
        mix(&mut self.poses, newest.poses);
    }
}
