//! Every pace and every response in levels of all kinds. The same on the GPU is in
//! `gpu/crossing.rs`.

use flock_testkit::crossing::levels::{cave, heap, hills, labyrinth, maze, rocks, shapes};

#[test]
fn in_a_maze_of_thin_sheets() {
    maze().check();
}

#[test]
fn over_hills() {
    hills().check();
}

#[test]
fn among_shapes_of_all_kinds() {
    shapes().check();
}

#[test]
fn among_walls_rocks_and_an_arch() {
    rocks().check();
}

#[test]
fn in_a_labyrinth() {
    labyrinth().check();
}

#[test]
fn among_triangles_that_run_through_each_other() {
    heap().check();
}

#[test]
#[ignore = "slow"]
fn in_a_cave() {
    cave().check();
}
