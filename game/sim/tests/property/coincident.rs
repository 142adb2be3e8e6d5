//! Boids at the very same position part.

use flock_sim::settings::Backend;
use flock_testkit::coincident;

#[test]
fn a_crowd_at_one_point_spreads() {
    coincident::crowd(Backend::AllThreads, 3000);
}

#[test]
fn two_boids_part_in_opposite_directions() {
    coincident::pairs(Backend::SingleThread);
}

#[test]
fn pairs_part_amid_others() {
    coincident::pairs_in_a_flock(Backend::SingleThread);
}
