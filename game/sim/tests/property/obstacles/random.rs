//! Obstacles of all shapes that fly, bounce and turn at random. The same on the GPU is in
//! `gpu/obstacles.rs`.

use flock_sim::{settings::Backend, Vec3};
use flock_testkit::obstacles::random::{check, check_around, check_long_steps, check_meshes};

const BACKEND: Backend = Backend::AllThreads;

#[test]
fn slow_obstacles() {
    check(BACKEND, 0.5, 0.5);
}

#[test]
fn obstacles_that_only_turn() {
    check(BACKEND, 0.0, 5.0);
}

#[test]
fn fast_obstacles() {
    check(BACKEND, 10.0, 5.0);
}

#[test]
fn obstacles_that_turn_fast() {
    check(BACKEND, 2.0, 40.0);
}

#[test]
fn obstacles_faster_than_their_own_size_in_a_step() {
    check(BACKEND, 100.0, 20.0);
}

#[test]
fn far_from_the_origin() {
    check_around(BACKEND, 10.0, 5.0, Vec3::new(1000.0, -700.0, 300.0));
}

#[test]
fn long_steps() {
    check_long_steps(BACKEND);
}

#[test]
fn slow_meshes() {
    check_meshes(BACKEND, 1.0, 2.0);
}

#[test]
fn fast_meshes() {
    check_meshes(BACKEND, 10.0, 5.0);
}
