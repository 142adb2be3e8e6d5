//! Stages for boids that leave and join.

use super::{
    parts::{BOIDS, CHANGES, FEAR_NOTES, MARKS},
    stage::{pass, stage, Pass, Stage},
};

/// Resets the fear of boids that leave for good.
pub(super) static CALM: Stage = stage(
    |it| it.has_leaving && it.has_fear,
    &[pass!(forget_leaving, [CHANGES, FEAR_NOTES, BOIDS], |it| {
        let changes = &it.changes;
        vec![
            &changes.uniform,
            &changes.forgotten,
            &it.current.places,
            &it.fear.notes,
        ]
    })],
);

/// Marks the boids that leave.
pub(super) static LEAVE: Stage = stage(
    |it| it.has_leaving,
    &[pass!(mark_leaving, [CHANGES, BOIDS], |it| {
        let changes = &it.changes;
        vec![&changes.uniform, &changes.leaving, &it.current.places]
    })],
);

/// Appends the boids that join.
pub(super) static JOIN: Stage = stage(
    |it| it.has_joining,
    &[pass!(append_joining, [CHANGES, BOIDS], |it| {
        let (changes, current) = (&it.changes, &it.current);
        vec![
            &changes.uniform,
            &changes.joining,
            &current.places,
            &current.motions,
            &current.orientations,
            &it.variations,
            &it.avoidance.memory,
        ]
    })],
);

/// Resets the memories of boids that join.
pub(super) static FORGET: Stage = stage(
    |it| it.has_joining && (it.has_levels || it.has_fear || it.marks_boids()),
    &[pass!(
        forget_joining,
        [CHANGES, FEAR_NOTES, MARKS, BOIDS],
        |it| {
            let (changes, fear) = (&it.changes, &it.fear);
            vec![
                &changes.uniform,
                &changes.joining,
                &it.detail.levels,
                &fear.notes,
                &fear.alarms,
                &it.marks.buffer,
            ]
        }
    )],
);
