//! All passes, in their order. Each is one entry point in the file of its name.
//!
//! The order is that of the stages on the CPU, in [`Step`](crate::step::Step), with two exceptions:
//! the containment after the move, which stands behind the move there, is part of the pass
//! `update_poses`; and with a budget of rays the clearances are measured before the budget is
//! spent, since its passes use them.

mod parts;
mod variant;

pub(crate) use {parts::*, variant::Variant};

use super::{
    avoidance::{DueLook, KEY_DIGITS},
    buffers::StepBuffers,
    grid::{blocks, GridLayout, GridUniform, BOUNDS_PER_THREAD},
    instances::{InstanceTag, InstancesUniform},
    motion::MotionUniform,
    pipeline::{Overrides, WORKGROUP},
    wgsl::Part,
};
use crate::neighbours::grid::most_cells;
use std::slice::from_ref;
use wgpu::Buffer;

/// An entry point.
pub(crate) struct Pass {
    /// Name of the entry point and of its file.
    pub(crate) name: &'static str,
    pub(crate) source: &'static str,
    pub(crate) needs: &'static [&'static Part],
    /// Buffers in the order of the bindings.
    pub(crate) buffers: fn(&StepBuffers) -> Vec<&Buffer>,
    pub(crate) overrides: fn(&Variant) -> Overrides,
    /// Number of threads for this many boids.
    pub(crate) threads: fn(usize) -> usize,
}

/// Passes that run together, one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    pub(crate) runs: fn(&Variant) -> bool,
    /// True if the passes run for each relation to another flock, with buffers of its own.
    pub(crate) is_for_each_relation: bool,
    pub(crate) repeats: usize,
    pub(crate) passes: &'static [Pass],
}

/// The pass in the file of the given name. It has a thread for each boid and no overrides unless
/// they are given.
macro_rules! pass {
    ($name:ident, [$($need:expr),* $(,)?], $buffers:expr $(, $field:ident: $value:expr)* $(,)?) => {
        Pass {
            $($field: $value,)*
            ..Pass {
                name: stringify!($name),
                source: include_str!(concat!(stringify!($name), ".wgsl")),
                needs: &[$(&$need),*],
                buffers: $buffers,
                overrides: |_| Vec::new(),
                threads: |boids| boids,
            }
        }
    };
}

/// Threads of a pass over blocks of cells.
fn by_block(boids: usize) -> usize {
    WORKGROUP * blocks(most_cells(boids))
}

fn flag(is_set: bool) -> f64 {
    f64::from(u8::from(is_set))
}

const fn stage(runs: fn(&Variant) -> bool, passes: &'static [Pass]) -> Stage {
    Stage {
        runs,
        is_for_each_relation: false,
        repeats: 1,
        passes,
    }
}

/// The passes that find the next digit of a selection of looks.
static SELECT_LOOKS: [Pass; 2] = [
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

const fn select_looks() -> Stage {
    Stage {
        repeats: KEY_DIGITS,
        ..stage(|it| it.has_ray_budget, &SELECT_LOOKS)
    }
}

/// The passes that look at the boids of another flock. They are bound in `others.rs`.
pub(crate) static SUM_OTHERS: Pass = pass!(sum_others, [OTHERS, BOIDS], |_| Vec::new());
pub(crate) static FOLLOW_OTHERS: Pass = pass!(follow_others, [OTHERS, BOIDS], |_| Vec::new());

const fn for_each_relation(runs: fn(&Variant) -> bool, passes: &'static [Pass]) -> Stage {
    Stage {
        is_for_each_relation: true,
        ..stage(runs, passes)
    }
}

/// The number of stages of a step until the boids are sorted along the grid.
pub(crate) const SORTING: usize = 4;

/// The passes of a step.
pub(crate) static STEP: &[Stage] = &[
    // Boids that leave and join.
    stage(
        |it| it.has_leaving,
        &[pass!(mark_leaving, [CHANGES, BOIDS], |it| {
            let changes = &it.changes;
            vec![&changes.uniform, &changes.leaving, &it.current.places]
        })],
    ),
    stage(
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
    ),
    // Counting sort along the grid.
    stage(
        |_| true,
        &[
            pass!(
                find_bounds,
                [PLACE_IN_GRID, BOIDS],
                |it| vec![&it.grid.uniform, &it.boundary, &it.current.places, &it.grid.bounds],
                threads: |boids| boids.div_ceil(BOUNDS_PER_THREAD),
            ),
            pass!(
                lay_out_grid,
                [GridUniform::PART, GridLayout::PART, PERIODIC_BOX],
                |it| vec![&it.grid.uniform, &it.boundary, &it.grid.bounds, &it.grid.layout],
                threads: |_| 1,
            ),
            pass!(count_boids, [PLACE_IN_GRID, AXIS, BOIDS], |it| {
                let grid = &it.grid;
                vec![
                    &grid.uniform,
                    &it.boundary,
                    &grid.layout,
                    &it.current.places,
                    &grid.counts,
                    &grid.arrivals,
                ]
            }),
            pass!(
                sum_blocks,
                [CELL_BLOCKS],
                |it| vec![&it.grid.layout, &it.grid.counts, &it.grid.block_sums],
                threads: by_block,
            ),
            pass!(
                scan_blocks,
                [CELL_BLOCKS],
                |it| vec![&it.grid.layout, &it.grid.block_sums],
                threads: |_| 1,
            ),
            pass!(
                find_starts,
                [CELL_BLOCKS],
                |it| {
                    let grid = &it.grid;
                    vec![&grid.layout, &grid.counts, &grid.block_sums, &grid.starts]
                },
                threads: by_block,
            ),
            pass!(place_boids, [GridUniform::PART], |it| {
                let grid = &it.grid;
                vec![
                    &grid.uniform,
                    &grid.arrivals,
                    &grid.starts,
                    &grid.arrived,
                    &grid.cells,
                ]
            }),
            pass!(find_order, [GridUniform::PART, PREFIX_SUM], |it| {
                let grid = &it.grid;
                vec![
                    &grid.uniform,
                    &grid.arrived,
                    &grid.cells,
                    &grid.starts,
                    &grid.order,
                ]
            }),
            pass!(reorder, [GridUniform::PART, BOIDS], |it| {
                let (current, before) = (&it.current, &it.before);
                vec![
                    &it.grid.uniform,
                    &it.grid.order,
                    &current.places,
                    &current.motions,
                    &current.orientations,
                    &before.places,
                    &before.motions,
                    &before.orientations,
                ]
            }),
        ],
    ),
    stage(
        |it| it.has_periodic_box,
        &[pass!(
            fold_positions,
            [GridUniform::PART, PERIODIC_BOX, BOIDS],
            |it| {
                let search_places = it.grid.search_places(&it.before.places);
                vec![
                    &it.grid.uniform,
                    &it.boundary,
                    &it.before.places,
                    search_places,
                ]
            }
        )],
    ),
    stage(
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
    ),
    // Avoidance.
    stage(
        |it| it.avoids,
        &[pass!(
            find_due_looks,
            [NEAR, MEMORY, DueLook::PART, BOIDS],
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
                ]
            }
        )],
    ),
    stage(
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
    ),
    stage(
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
    ),
    select_looks(),
    stage(
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
    ),
    select_looks(),
    stage(
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
    ),
    stage(
        |it| it.avoids,
        &[pass!(avoid, [NEAR, MEMORY, AVOIDANCE_WISH, BOIDS], |it| {
            let avoidance = &it.avoidance;
            vec![
                &avoidance.uniform,
                &it.before.places,
                &it.before.motions,
                &avoidance.memory,
                &it.clearances,
                &avoidance.wishes,
                &avoidance.due_count,
            ]
        })],
    ),
    stage(
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
                ]
            },
            overrides: |it| vec![("AVOIDS", flag(it.avoids))],
        )],
    ),
    for_each_relation(|it| it.has_other_sums, from_ref(&SUM_OTHERS)),
    stage(
        |it| !it.has_other_sums,
        &[pass!(
            neighbour_loop,
            [NEIGHBOUR_LOOP, BOIDS],
            loop_buffers,
            overrides: loop_overrides,
        )],
    ),
    stage(
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
    ),
    for_each_relation(|it| it.follows_others, from_ref(&FOLLOW_OTHERS)),
    stage(
        |it| it.has_influences,
        &[pass!(
            follow_influences,
            [INFLUENCE_WISH, COMMON_BOUNDS, BOIDS],
            |it| {
                let influences = &it.influences;
                vec![
                    &influences.uniform,
                    &influences.terms,
                    &influences.volumes,
                    &influences.corners,
                    &influences.meshes,
                    &influences.fields,
                    &it.before.places,
                    &it.before.motions,
                    &it.neighbours.wishes,
                    &it.motion,
                ]
            },
            overrides: |it| vec![("HAS_WIND", flag(it.has_wind))],
        )],
    ),
    stage(
        |_| true,
        &[pass!(
            steer,
            [COMBINE, FLEE, LIMITS, CONTAIN, BOIDS],
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
            }
        )],
    ),
    stage(
        |it| !it.collides && !it.has_moving_obstacles,
        &[pass!(
            move_freely,
            [CARRY, BOIDS],
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
            overrides: |it| vec![("HAS_WIND", flag(it.has_wind))],
        )],
    ),
    stage(
        |it| it.collides && !it.has_moving_obstacles,
        &[pass!(
            move_among_geometry,
            [STRAIGHT_MOVE, BOID_MOVE, CARRY, CROSSING_CHECK, BOIDS],
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
                ]
            },
            overrides: |it| vec![
                ("RESPONSE", it.response.into()),
                ("WRAPS", flag(it.has_periodic_box || it.has_periodic_sphere)),
                ("IS_CHECKED", flag(it.is_checked)),
                ("HAS_WIND", flag(it.has_wind)),
            ],
        )],
    ),
    stage(
        |it| it.has_moving_obstacles,
        &[pass!(
            move_among_obstacles,
            [
                STRAIGHT_MOVE,
                BOID_MOVE,
                MOVING_OBSTACLES,
                CARRY,
                CROSSING_CHECK,
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
                    &it.geometry.nodes,
                    &it.geometry.triangles,
                    &it.counters,
                    &obstacles.caught,
                ]
            },
            overrides: |it| vec![
                ("COLLIDES", flag(it.collides)),
                ("RESPONSE", it.response.into()),
                ("WRAPS", flag(it.has_periodic_box || it.has_periodic_sphere)),
                ("IS_CHECKED", flag(it.is_checked)),
                ("HAS_WIND", flag(it.has_wind)),
            ],
        )],
    ),
    stage(
        |_| true,
        &[pass!(update_poses, [ORIENTATION, CONTAIN, BOIDS], |it| {
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
        })],
    ),
];

/// The passes of a frame that is drawn.
pub(crate) static INSTANCES: &[Stage] = &[stage(
    |_| true,
    &[
        pass!(
            write_instances,
            [InstancesUniform::PART, CONTAINMENT, INTERPOLATION, BOIDS],
            |it| {
                let (before, current) = (&it.before, &it.current);
                vec![
                    &it.instances.uniform,
                    &it.boundary,
                    &before.places,
                    &before.motions,
                    &before.orientations,
                    &current.places,
                    &current.motions,
                    &current.orientations,
                    &it.variations,
                    &it.instances.texels,
                ]
            }
        ),
        pass!(
            write_tags,
            [InstancesUniform::PART, InstanceTag::PART, BOIDS],
            |it| {
                let (instances, current) = (&it.instances, &it.current);
                vec![
                    &instances.uniform,
                    &current.places,
                    &current.motions,
                    &instances.tags,
                ]
            }
        ),
    ],
)];

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
    ]
}

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
