//! The skin: the gap that bodies keep from surfaces.

use super::scene::{after, one, push, settings, wall, RADIUS};
use flock_sim::settings::CollisionResponse;

#[test]
fn bodies_keep_the_gap_whatever_they_do() {
    for response in [
        CollisionResponse::Reverse,
        CollisionResponse::Bounce,
        CollisionResponse::Slide,
    ] {
        for skin in [0.0, 0.001, 0.1, 1.0] {
            let mut settings = settings(response);
            settings.collision.skin = skin;
            let mut flock = one(settings, wall(), [-1.0, 0.0, 0.0], [1.0, 0.7, 0.3]);
            push(&mut flock, [5.0, 0.0, 0.0]);
            let mut nearest = f32::INFINITY;
            for _ in 0..300 {
                nearest = nearest.min(1.0 - after(&mut flock, 1).position.x);
            }
            let reach = RADIUS + skin;
            assert!(
                nearest >= 0.9999 * reach,
                "{response:?} with {skin} m comes to {nearest} m"
            );
            assert!(
                nearest < reach + 0.1,
                "{response:?} with {skin} m only comes to {nearest} m"
            );
            assert!(flock.statistics().contacts > 0);
        }
    }
}

#[test]
fn a_body_that_starts_within_the_gap_leaves_it() {
    let mut settings = settings(CollisionResponse::Slide);
    settings.collision.skin = 0.2;
    let mut flock = one(settings, wall(), [0.9, 0.0, 0.0], [0.5, 1.0, 0.0]);
    let boid = after(&mut flock, 10);
    assert!(boid.position.x <= 0.9 && boid.position.y > 0.1, "{boid:?}");
    push(&mut flock, [-5.0, 0.0, 0.0]);
    after(&mut flock, 60);
    push(&mut flock, [20.0, 0.0, 0.0]);
    let boid = after(&mut flock, 60);
    assert!((0.249..0.26).contains(&(1.0 - boid.position.x)), "{boid:?}");
}
