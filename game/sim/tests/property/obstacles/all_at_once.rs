//! Everything at once: geometry, moving obstacles, a storm, hunters, panic, perches, the dead and
//! the held, levels of detail.

use flock_sim::settings::{Backend, CollisionResponse};
use flock_testkit::obstacles::{all_at_once::judge, random::effort};

#[test]
fn nothing_is_crossed_in_a_storm_among_hunters_doors_walls_and_perches() {
    let (boids, steps) = effort();
    for response in [
        CollisionResponse::Slide,
        CollisionResponse::Bounce,
        CollisionResponse::Reverse,
    ] {
        // Three trials of three flocks each.
        judge(Backend::Automatic, boids, steps, response);
    }
}
