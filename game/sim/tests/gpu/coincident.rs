//! Boids at the very same position part on the GPU too.

use crate::backend::gpu_backend;
use flock_testkit::coincident;

#[test]
fn a_crowd_at_one_point_spreads() {
    coincident::crowd(gpu_backend(), 3000);
}

#[test]
fn two_boids_part_in_opposite_directions() {
    coincident::pairs(gpu_backend());
}

#[test]
fn pairs_part_amid_others() {
    coincident::pairs_in_a_flock(gpu_backend());
}
