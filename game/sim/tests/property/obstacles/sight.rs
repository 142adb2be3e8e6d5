//! Boids see moving obstacles ahead.

use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    settings::Region,
    Flock, Placement, Settings, Vec3,
};
use flock_testkit::flocks::in_the_open;

/// A school, and a ball before it.
fn school(sees: bool, speed: f32) -> (Flock, flock_sim::obstacles::ObstacleId) {
    let mut settings = Settings::default();
    settings.spawn.count = 500;
    settings.spawn.region = Region::Box {
        min: Vec3::new(-1.5, -1.5, -1.5),
        max: Vec3::repeat(1.5),
    };
    settings.boundary.enabled = false;
    settings.spawn.speed = speed;
    settings.motion.min_speed = 0.0;
    settings.avoidance.enabled = sees;
    let mut flock = in_the_open(settings);
    let shape = ObstacleShape::Sphere { radius: 0.4 };
    let placement = at(-6.0);
    let ball = flock.add_obstacle(MovingObstacle { shape, placement });
    (flock, ball.unwrap())
}

fn at(x: f32) -> Placement {
    Placement::at(Vec3::new(x, 0.0, 0.0))
}

/// Moves that met the ball on its way through the school, at three times the speed of boids.
fn meetings(sees: bool) -> u64 {
    let (mut flock, ball) = school(sees, 0.3);
    let speed = 3.0 * flock.settings().motion.max_speed;
    let mut x = -6.0;
    while x < 6.0 {
        x += speed / 60.0;
        flock.move_obstacle(ball, at(x)).unwrap();
        flock.step();
    }
    flock.statistics().contacts
}

#[test]
fn a_shark_meets_far_fewer_of_those_that_see_it() {
    let [blind, seeing] = [false, true].map(meetings);
    println!("{blind} blind, {seeing} seeing");
    assert!(blind > 50, "{blind} prove little");
    assert!(4 * seeing < blind, "{seeing} instead of {blind}");
}

/// A boid alone at rest, right in the way: it goes aside, and is not touched.
#[test]
fn a_boid_at_rest_steps_aside() {
    let (mut flock, ball) = school(true, 0.0);
    let mut settings = flock.settings().clone();
    settings.spawn.count = 0;
    settings.wander.enabled = false;
    flock.set_settings(settings).unwrap();
    let boid = flock.spawn_at(Vec3::zeros(), Vec3::zeros()).unwrap();
    let mut x = -6.0;
    while x < 2.0 {
        x += 2.0 / 60.0;
        flock.move_obstacle(ball, at(x)).unwrap();
        flock.step();
    }
    let position = flock.boid(boid).unwrap().position;
    let aside = position.yz().norm();
    assert!(aside > 0.4, "{position}");
    assert_eq!(flock.statistics().contacts, 0);
}
