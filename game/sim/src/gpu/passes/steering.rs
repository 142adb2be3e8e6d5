//! Stages for the wishes of rules, relations and influences, and for the new velocities.

use super::{
    parts::{
        BOIDS, COMBINE, COMMON_BOUNDS, CONTAIN, FLEE, INERTIA, INFLUENCE_WISH, LIMITS,
        NEIGHBOUR_LOOP, OTHERS, OTHER_SUMS, PACE,
    },
    stage::{flag, for_each_relation, pass, stage, Pass, Stage},
    variant::Variant,
};
use crate::gpu::{buffers::StepBuffers, motion::MotionUniform, pipeline::Overrides};
use std::slice::from_ref;
use wgpu::Buffer;

/// The passes that search the boids of another flock. They are bound in `others.rs`.
pub(crate) static SUM_OTHERS: Pass = pass!(
    sum_others,
    [OTHERS, BOIDS],
    |_| Vec::new(),
    overrides: |it| vec![("SELECTIVE", flag(it.is_selective))],
);
pub(crate) static ADD_RELATION_WISHES: Pass = pass!(
    add_relation_wishes,
    [OTHERS, PACE, BOIDS],
    |_| Vec::new(),
    overrides: |it| vec![("SELECTIVE", flag(false)), ("HAS_LEVELS", flag(it.has_levels))],
);

/// Sums over the boids of the flocks with which the flock flocks.
pub(super) static SUM_OTHER_FLOCKS: Stage =
    for_each_relation(|it| it.has_other_sums, from_ref(&SUM_OTHERS));

/// Adds the wishes to hunt the boids of other flocks, or to flee from them.
pub(super) static ADD_ALL_RELATION_WISHES: Stage =
    for_each_relation(|it| it.has_relation_wishes, from_ref(&ADD_RELATION_WISHES));

/// Adds the wishes of attacking boids.
pub(super) static ATTACK: Stage = stage(
    |it| it.has_attacks,
    &[pass!(
        attack,
        [MotionUniform::PART, PACE, BOIDS],
        |it| {
            vec![
                &it.motion,
                &it.before.places,
                &it.attacks,
                &it.neighbours.wishes,
            ]
        },
        overrides: |it| vec![("HAS_LEVELS", flag(it.has_levels))],
    )],
);

/// Computes the wishes of rules and wander.
pub(super) static NEIGHBOUR_LOOP_ALONE: Stage = stage(
    |it| !it.has_other_sums,
    &[pass!(
        neighbour_loop,
        [NEIGHBOUR_LOOP, BOIDS],
        loop_buffers,
        overrides: loop_overrides,
    )],
);

/// The same, with sums over other flocks.
pub(super) static NEIGHBOUR_LOOP_AMONG_OTHERS: Stage = stage(
    |it| it.has_other_sums,
    &[pass!(
        neighbour_loop_among_others,
        [NEIGHBOUR_LOOP, OTHER_SUMS, BOIDS],
        |it| {
            let mut buffers = loop_buffers(it);
            buffers.push(&it.other_sums);
            buffers
        },
        overrides: loop_overrides,
    )],
);

/// Adds the wishes of influences.
pub(super) static ADD_INFLUENCE_WISHES: Stage = stage(
    |it| it.has_influences,
    &[pass!(
        add_influence_wishes,
        [INFLUENCE_WISH, COMMON_BOUNDS, PACE, BOIDS],
        |it| {
            let influences = &it.influences;
            vec![
                &influences.uniform,
                &influences.terms,
                &influences.volumes,
                &influences.corners,
                &influences.fields.meshes,
                &influences.fields.fields,
                &it.before.places,
                &it.before.motions,
                &it.neighbours.wishes,
                &it.motion,
            ]
        },
        overrides: |it| vec![
            ("HAS_WAYS", flag(it.has_ways)),
            ("HAS_WIND", flag(it.has_wind)),
            ("HAS_LEVELS", flag(it.has_levels)),
        ],
    )],
);

/// Computes the new velocities.
pub(super) static STEER: Stage = stage(
    |_| true,
    &[pass!(
        steer,
        [COMBINE, FLEE, LIMITS, INERTIA, CONTAIN, PACE, BOIDS],
        |it| {
            let steering = &it.steering;
            vec![
                &it.boundary,
                &steering.uniform,
                &steering.sources,
                &steering.limits,
                &it.before.places,
                &it.before.motions,
                &it.neighbours.wishes,
                &it.avoidance.wishes,
                &it.current.motions,
            ]
        },
        overrides: |it| vec![
            ("HAS_LEVELS", flag(it.has_levels)),
            ("HAS_FEAR", flag(it.has_fear)),
            ("PERIODIC_BOX", flag(it.has_periodic_box)),
        ],
    )],
);

/// The bindings of the loop over the neighbours in the own flock.
fn loop_buffers(it: &StepBuffers) -> Vec<&Buffer> {
    let (grid, neighbours) = (&it.grid, &it.neighbours);
    vec![
        &it.boundary,
        &neighbours.criteria,
        &neighbours.rules,
        &neighbours.wander,
        &grid.layout,
        grid.search_places(&it.before.places),
        &it.before.motions,
        &grid.cells,
        &grid.starts,
        &it.avoidance.wishes,
        &neighbours.wishes,
        &neighbours.facings,
    ]
}

fn loop_overrides(it: &Variant) -> Overrides {
    vec![
        ("SELECTIVE", flag(it.is_selective)),
        ("NEAREST", flag(it.counts_nearest)),
        ("PERIODIC_BOX", flag(it.has_periodic_box)),
        ("PERIODIC_SPHERE", flag(it.has_periodic_sphere)),
        ("HAS_LEVELS", flag(it.has_levels)),
    ]
}
