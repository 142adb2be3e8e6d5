//! Concave meshes that move and keep boids in and out: a gyroid, a ring that closes, a train, an
//! elevator. The same on the GPU is in `gpu/concave_obstacles.rs`.

use flock_sim::settings::{Backend, CollisionResponse};
use flock_testkit::obstacles::{
    closing::a_ring_that_closes_around_boids, elevator::the_door_of_a_moving_elevator,
    gyroid::a_gyroid_in_a_box_that_turns, train::a_train_through_a_flock,
};

const BACKEND: Backend = Backend::AllThreads;

/// Those that bounce are blind, so that they meet more.
const RESPONSES: [CollisionResponse; 2] = [CollisionResponse::Slide, CollisionResponse::Bounce];

#[test]
fn a_gyroid_in_a_box_that_turns_keeps_its_boids() {
    for response in RESPONSES {
        a_gyroid_in_a_box_that_turns(BACKEND, response, 100, 60);
    }
}

#[test]
fn nobody_passes_a_ring_that_closes() {
    for (response, speed) in RESPONSES.into_iter().zip([1.0, 8.0]) {
        a_ring_that_closes_around_boids(BACKEND, response, speed, 40);
    }
}

#[test]
fn nobody_passes_the_walls_of_a_train() {
    for (response, speed) in RESPONSES.into_iter().zip([10.0, 30.0]) {
        a_train_through_a_flock(BACKEND, response, speed, 60);
    }
}

#[test]
fn nobody_passes_the_shut_door_of_a_moving_elevator() {
    for response in RESPONSES {
        the_door_of_a_moving_elevator(BACKEND, response, 30, 2);
    }
}
