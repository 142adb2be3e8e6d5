//! Boids that meet surfaces on the GPU make way: the scenes of `property/contacts/progress.rs`.

use crate::backend::gpu_backend;
use flock_testkit::progress;

#[test]
fn where_a_wall_stands_between_boids_and_the_boundary() {
    progress::behind_a_wall(gpu_backend(), 120);
}

#[test]
fn in_the_gap_between_a_wall_and_the_boundary() {
    progress::beside_the_boundary(gpu_backend(), 120);
}

#[test]
fn where_steps_are_longer_than_the_free_way() {
    progress::long_steps(gpu_backend(), 600);
}

#[test]
fn where_the_boundary_runs_through_passages() {
    progress::boundary_in_passages(gpu_backend(), 600);
}

#[test]
fn in_gaps_as_narrow_as_the_body() {
    progress::narrow_gaps(gpu_backend(), 40);
}
