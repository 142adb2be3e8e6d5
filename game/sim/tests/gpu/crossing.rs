//! No boid crosses geometry on the GPU: the trials of `property/crossing/levels.rs`.

use crate::backend::gpu_backend;
use flock_testkit::crossing::{
    levels::{cave, heap, hills, labyrinth, maze, rocks, shapes},
    short_stops::in_a_narrow_room,
};

#[test]
fn in_a_cave() {
    cave().check_on(gpu_backend());
}

#[test]
fn in_a_maze_of_thin_sheets() {
    maze().check_on(gpu_backend());
}

#[test]
fn over_hills() {
    hills().check_on(gpu_backend());
}

#[test]
fn among_shapes_of_all_kinds() {
    shapes().check_on(gpu_backend());
}

#[test]
fn among_walls_rocks_and_an_arch() {
    rocks().check_on(gpu_backend());
}

#[test]
fn in_a_labyrinth() {
    labyrinth().check_on(gpu_backend());
}

#[test]
fn among_triangles_that_run_through_each_other() {
    heap().check_on(gpu_backend());
}

#[test]
fn a_body_among_too_many_triangles_stops_short_and_is_counted() {
    let (way, statistics) = in_a_narrow_room(gpu_backend());
    println!("{way} m, {} stopped short", statistics.stopped_short);
    assert_eq!(statistics.crossings, 0);
    assert!(statistics.stopped_short > 5, "{}", statistics.stopped_short);
    assert!(way > 0.1, "they never get off: {way} m");
}
