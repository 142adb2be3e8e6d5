//! Boids that meet surfaces make way, or their velocities are those of boids that stand still.

use flock_sim::settings::Backend;
use flock_testkit::progress;

#[test]
fn where_a_wall_stands_between_boids_and_the_boundary() {
    progress::behind_a_wall(Backend::AllThreads, 600);
}

#[test]
fn in_the_gap_between_a_wall_and_the_boundary() {
    progress::beside_the_boundary(Backend::AllThreads, 300);
}

#[test]
fn where_steps_are_longer_than_the_free_way() {
    progress::long_steps(Backend::AllThreads, 1500);
}

#[test]
fn where_the_boundary_runs_through_passages() {
    progress::boundary_in_passages(Backend::AllThreads, 1500);
}

#[test]
fn in_gaps_as_narrow_as_the_body() {
    progress::narrow_gaps(Backend::AllThreads, 120);
}
