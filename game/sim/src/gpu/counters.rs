//! Counters of the passes: 32-bit numbers that grow from step to step and wrap at 2^32.

use crate::step::counters::StepCounters;

pub(crate) const CONTACTS: usize = 0;
pub(crate) const CROSSINGS: usize = 1;
pub(crate) const RAYS: usize = 2;
pub(crate) const DELAYED_LOOKS: usize = 3;
pub(crate) const STOPPED_SHORT: usize = 4;

/// Number of boids that obstacles caught; a boid counts once for each step.
pub(crate) const CAUGHT: usize = 5;

/// Number of boids that fell asleep or woke up.
pub(crate) const SLEEP_CHANGES: usize = 6;

/// Number of panics that began.
pub(crate) const PANICS: usize = 7;

/// Number of counters.
pub(crate) const COUNT: usize = 8;

/// The values of all counters.
pub(crate) type Counts = [u32; COUNT];

/// Increase of a counter between two readings.
pub(crate) fn grown(before: &Counts, after: &Counts, which: usize) -> u32 {
    after[which].wrapping_sub(before[which])
}

/// Increase of all counters between two readings.
pub(crate) fn between(before: &Counts, after: &Counts) -> StepCounters {
    let difference = |which: usize| u64::from(grown(before, after, which));
    StepCounters {
        contacts: difference(CONTACTS),
        crossings: difference(CROSSINGS),
        rays: difference(RAYS),
        delayed_looks: difference(DELAYED_LOOKS),
        stopped_short: difference(STOPPED_SHORT),
        caught: difference(CAUGHT),
        ..StepCounters::default()
    }
}
