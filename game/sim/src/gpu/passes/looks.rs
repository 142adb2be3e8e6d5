//! Stages for looks at the geometry, and for the wishes to avoid geometry and moving obstacles.

use super::{
    parts::{
        AVOIDANCE_WISH, BOIDS, BUDGET, CLEAR_WAY, DISTANCE_FIELD, MEMORY, NEAR, OBSTACLE_AVOIDANCE,
        PACE, RAY_LIMIT, VIEW_FRAME, VIEW_SCAN,
    },
    stage::{flag, pass, stage, Pass, Stage},
};
use crate::gpu::{
    avoidance::{DueLook, KEY_DIGITS},
    buffers::StepBuffers,
    motion::MotionUniform,
};
use wgpu::Buffer;

/// Computes lower bounds of the distances to all surfaces.
pub(super) static MEASURE_CLEARANCES: Stage = stage(
    |it| it.collides,
    &[pass!(
        measure_clearances,
        [MotionUniform::PART, DISTANCE_FIELD, BOIDS],
        |it| {
            let geometry = &it.geometry;
            vec![
                &it.motion,
                &geometry.field,
                &geometry.blocks,
                &geometry.cells,
                &it.before.places,
                &it.clearances,
            ]
        }
    )],
);

/// Lists the boids whose looks are due.
pub(super) static FIND_DUE_LOOKS: Stage = stage(
    |it| it.avoids,
    &[pass!(
        find_due_looks,
        [NEAR, MEMORY, DueLook::PART, PACE, BOIDS],
        |it| {
            let avoidance = &it.avoidance;
            vec![
                &avoidance.uniform,
                &it.before.places,
                &it.before.motions,
                &avoidance.memory,
                &it.clearances,
                &avoidance.due,
                &avoidance.due_count,
                &it.neighbours.wishes,
            ]
        },
        overrides: |it| vec![("HAS_LEVELS", flag(it.has_levels))],
    )],
);

/// Lets the listed boids look, without a ray budget.
pub(super) static LOOK_AROUND: Stage = stage(
    |it| it.avoids && !it.has_ray_budget,
    &[pass!(look_around, [VIEW_SCAN], |it| {
        let mut buffers = view_of(it);
        buffers.extend([
            &it.avoidance.due,
            &it.avoidance.due_count,
            &it.avoidance.memory,
            &it.counters,
        ]);
        buffers
    })],
);

/// Computes the urgency of the looks, with a ray budget.
pub(super) static WEIGH_LOOKS: Stage = stage(
    |it| it.has_ray_budget,
    &[pass!(weigh_looks, [VIEW_FRAME, RAY_LIMIT, BUDGET], |it| {
        let avoidance = &it.avoidance;
        vec![
            &avoidance.uniform,
            &avoidance.due,
            &avoidance.due_count,
            &avoidance.selection,
            &avoidance.keys,
        ]
    })],
);

/// The passes that find the next digit of a radix selection of looks.
static FIND_LAST_LOOK: [Pass; 2] = [
    pass!(sum_rays, [BUDGET], |it| {
        let avoidance = &it.avoidance;
        vec![
            &avoidance.due,
            &avoidance.keys,
            &avoidance.selection,
            &avoidance.bins,
        ]
    }),
    pass!(
        pick_digit,
        [RAY_LIMIT],
        |it| vec![&it.avoidance.uniform, &it.avoidance.selection, &it.avoidance.bins],
        threads: |_| 1
    ),
];

/// Selects the most urgent looks, first by the smallest number of their rays, then by the true
/// number.
pub(super) static SELECT_LOOKS: Stage = Stage {
    repeats: KEY_DIGITS,
    ..stage(|it| it.has_ray_budget, &FIND_LAST_LOOK)
};

/// Lets the selected boids look.
pub(super) static TRY_LOOKS: Stage = stage(
    |it| it.has_ray_budget,
    &[pass!(try_looks, [VIEW_SCAN, BUDGET], |it| {
        let avoidance = &it.avoidance;
        let mut buffers = view_of(it);
        buffers.extend([
            &avoidance.due,
            &avoidance.memory,
            &avoidance.selection,
            &avoidance.keys,
        ]);
        buffers
    })],
);

/// Stores the looks that are within the budget.
pub(super) static KEEP_LOOKS: Stage = stage(
    |it| it.has_ray_budget,
    &[pass!(keep_looks, [BUDGET], |it| {
        let avoidance = &it.avoidance;
        vec![
            &avoidance.due,
            &avoidance.keys,
            &avoidance.selection,
            &avoidance.memory,
            &it.counters,
        ]
    })],
);

/// Computes the wishes to avoid geometry.
pub(super) static AVOID: Stage = stage(
    |it| it.avoids,
    &[pass!(
        avoid,
        [NEAR, MEMORY, AVOIDANCE_WISH, CLEAR_WAY, BOIDS],
        |it| {
            let avoidance = &it.avoidance;
            vec![
                &avoidance.uniform,
                &it.before.places,
                &it.before.motions,
                &avoidance.memory,
                &it.clearances,
                &avoidance.wishes,
                &avoidance.due_count,
                &it.influences.terms,
                &it.influences.fields.fields,
            ]
        },
        overrides: |it| vec![("HAS_WAYS", flag(it.has_ways))],
    )],
);

/// Adds the wishes to avoid moving obstacles.
pub(super) static AVOID_OBSTACLES: Stage = stage(
    |it| it.sees_moving_obstacles,
    &[pass!(
        avoid_obstacles,
        [OBSTACLE_AVOIDANCE, BOIDS],
        |it| {
            let obstacles = &it.obstacles;
            vec![
                &obstacles.uniform,
                &obstacles.obstacles,
                &obstacles.faces,
                &it.before.places,
                &it.before.motions,
                &it.avoidance.wishes,
                &it.motion,
                obstacles.trees.nodes(&it.geometry),
                obstacles.trees.triangles(&it.geometry),
            ]
        },
        overrides: |it| vec![
            ("AVOIDS", flag(it.avoids)),
            ("HAS_MESHES", flag(it.has_mesh_obstacles)),
        ],
    )],
);

/// The first bindings of passes in which boids look.
fn view_of(it: &StepBuffers) -> Vec<&Buffer> {
    let (avoidance, geometry) = (&it.avoidance, &it.geometry);
    vec![
        &avoidance.uniform,
        &avoidance.directions,
        &geometry.field,
        &geometry.blocks,
        &geometry.cells,
        &geometry.nodes,
        &geometry.triangles,
    ]
}
