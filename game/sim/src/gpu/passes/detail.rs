//! The stage for the level of detail.

use super::{
    parts::{BOIDS, LEVEL, PACE},
    stage::{pass, stage, Pass, Stage},
};

/// Chooses levels and paces of the boids.
pub(super) static CHOOSE_PACES: Stage = stage(
    |it| it.has_levels,
    &[pass!(choose_paces, [LEVEL, PACE, BOIDS], |it| {
        let detail = &it.detail;
        vec![
            &detail.uniform,
            &detail.viewers,
            &it.before.places,
            &detail.levels,
            &it.neighbours.wishes,
            &it.counters,
        ]
    })],
);
