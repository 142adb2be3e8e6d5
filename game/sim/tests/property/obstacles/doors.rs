//! A door that closes on a school, a lift through a flock, a player who runs through it. The same
//! on the GPU is in `gpu/obstacles.rs`.

use flock_sim::settings::Backend;
use flock_testkit::obstacles::doors;

const BACKEND: Backend = Backend::AllThreads;

#[test]
fn a_door_that_closes_on_a_school() {
    doors::a_door_that_closes_on_a_school(BACKEND);
}

#[test]
fn a_lift_through_a_flock() {
    doors::a_lift_through_a_flock(BACKEND);
}

#[test]
fn a_player_who_runs_through_a_flock() {
    doors::a_player_who_runs_through_a_flock(BACKEND);
}
