//! Concave meshes that move on the GPU: small scenes of `property/obstacles/concave.rs`.

use crate::backend::gpu_backend;
use flock_sim::settings::CollisionResponse;
use flock_testkit::obstacles::{
    gyroid::a_gyroid_in_a_box_that_turns, train::a_train_through_a_flock,
};

#[test]
fn a_gyroid_in_a_box_that_turns_keeps_its_boids() {
    a_gyroid_in_a_box_that_turns(gpu_backend(), CollisionResponse::Slide, 60, 30);
}

#[test]
fn nobody_passes_the_walls_of_a_train() {
    a_train_through_a_flock(gpu_backend(), CollisionResponse::Bounce, 30.0, 30);
}
