//! No boid crosses geometry on the GPU: the trials of `property/crossing/levels.rs`.

use crate::support::{
    crossing::levels::{cave, hills, maze, rocks, shapes},
    gpu::gpu_driver,
};

#[test]
fn in_a_cave() {
    cave().check_on(gpu_driver());
}

#[test]
fn in_a_maze_of_thin_sheets() {
    maze().check_on(gpu_driver());
}

#[test]
fn over_hills() {
    hills().check_on(gpu_driver());
}

#[test]
fn among_shapes_of_all_kinds() {
    shapes().check_on(gpu_driver());
}

#[test]
fn among_walls_rocks_and_an_arch() {
    rocks().check_on(gpu_driver());
}
