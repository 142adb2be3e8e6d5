//! Stages for fear and panic.

use super::{
    parts::{BOIDS, FEAR, NEAR_THREATS, NOTED, SUMS, THREAT, THREAT_BLOCK},
    stage::{flag, for_each_relation, pass, stage, Pass, Stage},
    variant::Variant,
};
use crate::gpu::{buffers::StepBuffers, pipeline::Overrides};
use std::slice::from_ref;
use wgpu::Buffer;

/// The pass that turns the boids of another flock into threats. It is bound in `others.rs`.
pub(crate) static NOTE_THREATS: Pass =
    pass!(note_threats, [THREAT, THREAT_BLOCK, NOTED, BOIDS], |_| {
        Vec::new()
    });

/// Turns the boids of other flocks into threats.
pub(super) static NOTE: Stage = for_each_relation(|it| it.notes_threats, from_ref(&NOTE_THREATS));

/// Changes the cohesion of boids that regroup after a flight.
pub(super) static REGROUP: Stage = stage(
    |it| it.regroups,
    &[pass!(
        regroup,
        [FEAR, BOIDS],
        |it| {
            let fear = &it.fear;
            vec![
                &fear.uniform,
                &it.before.places,
                &fear.notes,
                &it.avoidance.wishes,
            ]
        },
        overrides: |it| vec![("HAS_AVOIDANCE", flag(it.has_avoidance()))],
    )],
);

/// Computes accelerations of flight and panic, which the pass `steer` adds.
pub(super) static FLEE: Stage = stage(
    |it| it.has_fear,
    &[pass!(
        flee_threats,
        [FEAR, NEAR_THREATS, BOIDS],
        |it| {
            let mut buffers = near_threats_of(it);
            buffers.extend([&it.current.motions, &it.fear.threat_blocks]);
            buffers
        },
        overrides: near_threats_overrides,
    )],
);

/// Lets boids in panic alarm their neighbours.
pub(super) static ALARM: Stage = stage(
    |it| it.alarms,
    &[pass!(
        alarm_neighbours,
        [SUMS, FEAR, BOIDS],
        |it| {
            let (fear, grid) = (&it.fear, &it.grid);
            vec![
                &it.boundary,
                &fear.criteria,
                &fear.uniform,
                &grid.layout,
                grid.search_places(&it.before.places),
                &it.before.motions,
                &grid.cells,
                &grid.starts,
                &fear.notes,
                &fear.alarms,
            ]
        },
        overrides: |it| vec![
            ("NEAREST", 1.0),
            ("PERIODIC_BOX", flag(it.has_periodic_box)),
        ],
    )],
);

/// Lets boids look for threats.
pub(super) static LOOK: Stage = stage(
    |it| it.has_fear,
    &[pass!(
        look_for_threats,
        [FEAR, NEAR_THREATS, BOIDS],
        |it| {
            let fear = &it.fear;
            let mut buffers = near_threats_of(it);
            let of_panics = [&fear.alarms, &fear.panics, &fear.beginning];
            buffers.extend(of_panics);
            buffers.push(&fear.threat_blocks);
            buffers
        },
        overrides: near_threats_overrides,
    )],
);

/// Begins the panics that the looks found.
pub(super) static BEGIN: Stage = stage(
    |it| it.panics,
    &[pass!(begin_panics, [FEAR, BOIDS], |it| {
        let fear = &it.fear;
        vec![
            &fear.uniform,
            &it.before.places,
            &fear.beginning,
            &fear.notes,
            &fear.panics,
            &it.counters,
        ]
    })],
);

/// The first bindings of passes that list the threats near boids.
fn near_threats_of(it: &StepBuffers) -> Vec<&Buffer> {
    let (fear, before) = (&it.fear, &it.before);
    vec![
        &it.boundary,
        &fear.uniform,
        &fear.threats,
        &before.places,
        &before.motions,
        &fear.notes,
    ]
}

fn near_threats_overrides(it: &Variant) -> Overrides {
    vec![("PERIODIC_BOX", flag(it.has_periodic_box))]
}
