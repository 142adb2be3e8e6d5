//! Boids along a wall.

use super::level::{block, flock, geometry, settings, steps};
use flock_sim::Vec3;
use flock_testkit::flocks::disable_rules;

/// Boids that fly along a wall at z = 0 for ten seconds and start at a distance of 15 to 25 cm.
/// Returns the distance of the nearest one then, and the mean distance.
fn along_a_wall(examined_view: f32) -> (f32, f32) {
    let wall = block([-5.0, -50.0, -1.0], [100.0, 50.0, 0.0]);
    let mut settings = settings(0, [0.0; 3], [0.0; 3]);
    disable_rules(&mut settings);
    settings.avoidance.examined_view = examined_view;
    let mut flock = flock(settings, geometry(&[wall]), Vec3::new(0.3, 0.0, 0.0));
    for index in 0..100 {
        let place = Vec3::new(
            0.0,
            0.5 * (index as f32 - 50.0),
            0.15 + 0.001 * index as f32,
        );
        flock.spawn_at(place, Vec3::x()).unwrap();
    }
    steps(&mut flock, 10.0);
    assert_eq!(flock.statistics().contacts, 0);
    let distances = || flock.boids().map(|boid| boid.position.z);
    let mean = distances().sum::<f32>() / flock.len() as f32;
    (distances().fold(f32::MAX, f32::min), mean)
}

#[test]
fn boids_keep_their_distance_from_a_wall_alongside() {
    let (nearest, mean) = along_a_wall(60.0);
    println!("{nearest} m away and more, {mean} m on average");
    assert!(nearest > 0.4, "{nearest}");
}

#[test]
fn boids_without_examined_view_do_not_avoid_the_wall() {
    let (nearest, mean) = along_a_wall(0.0);
    println!("{nearest} m away and more, {mean} m on average");
    assert!(mean < 0.25, "{mean}");
}
