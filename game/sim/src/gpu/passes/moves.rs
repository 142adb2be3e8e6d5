//! Stages for the moves, and for the poses after them.

use super::{
    parts::{
        BOIDS, BOID_MOVE, CARRY, CONTAIN, CROSSING_CHECK, MARKS, MOVING_OBSTACLES, ORIENTATION,
        PACE, STRAIGHT_MOVE,
    },
    stage::{flag, pass, stage, Pass, Stage},
    variant::Variant,
};
use crate::gpu::pipeline::Overrides;

/// Moves boids without geometry and moving obstacles.
pub(super) static MOVE_FREELY: Stage = stage(
    |it| !it.collides && !it.has_moving_obstacles,
    &[pass!(
        move_freely,
        [CARRY, PACE, BOIDS],
        |it| {
            let (before, current) = (&it.before, &it.current);
            vec![
                &it.motion,
                &it.boundary,
                &before.places,
                &current.motions,
                &current.places,
            ]
        },
        overrides: |it| vec![
            ("HAS_WIND", flag(it.has_wind)),
            ("HAS_LEVELS", flag(it.has_levels)),
        ],
    )],
);

/// Moves boids, swept against the geometry.
pub(super) static MOVE_AMONG_GEOMETRY: Stage = stage(
    |it| it.collides && !it.has_moving_obstacles,
    &[pass!(
        move_among_geometry,
        [STRAIGHT_MOVE, BOID_MOVE, CARRY, CROSSING_CHECK, MARKS, PACE, BOIDS],
        |it| {
            vec![
                &it.motion,
                &it.boundary,
                &it.before.places,
                &it.clearances,
                &it.current.motions,
                &it.current.places,
                &it.geometry.nodes,
                &it.geometry.triangles,
                &it.counters,
                &it.marks.buffer,
            ]
        },
        overrides: swept_move_overrides,
    )],
);

/// Moves boids among moving obstacles, and among geometry if there is any.
pub(super) static MOVE_AMONG_OBSTACLES: Stage = stage(
    |it| it.has_moving_obstacles,
    &[pass!(
        move_among_obstacles,
        [
            STRAIGHT_MOVE,
            BOID_MOVE,
            MOVING_OBSTACLES,
            CARRY,
            CROSSING_CHECK,
            MARKS,
            PACE,
            BOIDS
        ],
        |it| {
            let obstacles = &it.obstacles;
            vec![
                &it.motion,
                &it.boundary,
                &obstacles.uniform,
                &obstacles.obstacles,
                &obstacles.faces,
                &it.before.places,
                &it.clearances,
                &it.current.motions,
                &it.current.places,
                obstacles.trees.nodes(&it.geometry),
                obstacles.trees.triangles(&it.geometry),
                &it.counters,
                &it.marks.buffer,
            ]
        },
        overrides: |it| {
            let mut overrides = swept_move_overrides(it);
            overrides.push(("COLLIDES", flag(it.collides)));
            overrides.push(("HAS_MESHES", flag(it.has_mesh_obstacles)));
            overrides
        },
    )],
);

/// Applies the boundary after the move, and updates the poses.
pub(super) static UPDATE_POSES: Stage = stage(
    |_| true,
    &[
        pass!(update_poses, [ORIENTATION, CONTAIN, PACE, BOIDS], |it| {
        let (before, current) = (&it.before, &it.current);
        vec![
            &it.pose,
            &it.boundary,
            &before.motions,
            &before.orientations,
            &it.neighbours.facings,
            &current.places,
            &current.motions,
            &current.orientations,
        ]
    }, overrides: |it| vec![("HAS_LEVELS", flag(it.has_levels))]),
    ],
);

/// The overrides of passes with swept moves.
fn swept_move_overrides(it: &Variant) -> Overrides {
    vec![
        ("RESPONSE", it.response.into()),
        ("WRAPS", flag(it.has_periodic_box || it.has_periodic_sphere)),
        ("IS_CHECKED", flag(it.is_checked)),
        ("HAS_WIND", flag(it.has_wind)),
        ("HAS_LEVELS", flag(it.has_levels)),
    ]
}
