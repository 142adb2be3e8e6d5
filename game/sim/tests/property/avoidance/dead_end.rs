//! A dead end: boids come out of it.

use super::level::{block, geometry, settings, steps};
use flock_sim::{Flock, Placement, Vec3};
use flock_testkit::flocks::disable_rules;

const BOIDS: usize = 100;

/// Boids that fly into a dead end, 1.6 m wide and high and 5 m deep, which is open towards -X.
/// Returns the number of boids in it at the end.
fn into_the_dead_end(sees: bool) -> usize {
    let walls = [
        block([0.0, -1.0, -1.0], [5.2, 1.0, -0.8]),
        block([0.0, -1.0, 0.8], [5.2, 1.0, 1.0]),
        block([0.0, -1.0, -0.8], [5.2, -0.8, 0.8]),
        block([0.0, 0.8, -0.8], [5.2, 1.0, 0.8]),
        block([5.0, -0.8, -0.8], [5.2, 0.8, 0.8]),
    ];
    let mut settings = settings(0, [0.0; 3], [0.0; 3]);
    disable_rules(&mut settings);
    settings.motion.min_speed = 0.5;
    settings.avoidance.enabled = sees;
    let mut flock = Flock::new(settings, Placement::default(), geometry(&walls)).unwrap();
    for index in 0..BOIDS {
        let across = |step: usize| 0.12 * ((index / step % 10) as f32 - 4.5);
        let place = Vec3::new(0.5, across(1), across(10));
        flock.spawn_at(place, Vec3::new(1.0, 0.001, 0.002)).unwrap();
    }
    steps(&mut flock, 20.0);
    flock.boids().filter(|boid| boid.position.x > 0.0).count()
}

#[test]
fn boids_come_out_of_a_dead_end() {
    let (seeing, blind) = (into_the_dead_end(true), into_the_dead_end(false));
    println!("{seeing} and {blind} of {BOIDS} are still in it");
    assert!(seeing <= BOIDS / 20, "{seeing}");
    // Boids without avoidance stay in it.
    assert!(blind >= BOIDS / 2, "{blind}");
}
