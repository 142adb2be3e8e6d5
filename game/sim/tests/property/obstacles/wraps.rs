//! No boid that passes through a boundary that wraps appears inside of an obstacle. The same on the
//! GPU is in `gpu/obstacles.rs`.

use flock_sim::settings::{Backend, Plane};
use flock_testkit::obstacles::wraps::{cube, fast, slow, sphere};

const BACKEND: Backend = Backend::AllThreads;

#[test]
fn boids_that_pass_a_sphere_in_long_steps() {
    fast(BACKEND, sphere(), Plane::All);
    fast(BACKEND, sphere(), Plane::Xz);
}

#[test]
fn boids_that_pass_a_box_in_long_steps() {
    fast(BACKEND, cube(), Plane::All);
    fast(BACKEND, cube(), Plane::Xz);
}

#[test]
fn boids_that_pass_a_boundary_at_a_door_that_closes() {
    for region in [sphere(), cube()] {
        slow(BACKEND, region, Plane::All);
        slow(BACKEND, region, Plane::Xz);
    }
}
