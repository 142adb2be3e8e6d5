//! No boid that passes through a boundary that wraps appears inside of an obstacle. The same on the
//! GPU is in `gpu/obstacles.rs`.

use flock_sim::settings::{Driver, Plane};
use flock_testkit::obstacles::wraps::{cube, fast, slow, sphere};

const DRIVER: Driver = Driver::AllThreads;

#[test]
fn boids_that_pass_a_sphere_in_long_steps() {
    fast(DRIVER, sphere(), Plane::All);
    fast(DRIVER, sphere(), Plane::Xz);
}

#[test]
fn boids_that_pass_a_box_in_long_steps() {
    fast(DRIVER, cube(), Plane::All);
    fast(DRIVER, cube(), Plane::Xz);
}

#[test]
fn boids_that_pass_a_boundary_at_a_door_that_closes() {
    for region in [sphere(), cube()] {
        slow(DRIVER, region, Plane::All);
        slow(DRIVER, region, Plane::Xz);
    }
}
