//! What dead boids and boids on perches feel in a frame that moves.

use super::twins::Vec3d;
use flock_sim::{
    boids::{DeadBody, Death},
    perches::Perch,
    BoidId, Flock, ReferenceFrame, Vec3,
};
use flock_testkit::{
    flocks::{disable_rules, in_the_open, settings_in_cube},
    roof::{roof, settings, spots, used},
};

/// Moves the frame along X for so many steps, with a velocity that begins at `from` m/s and grows by
/// `acceleration` m/s².
fn ride(flock: &mut Flock, from: f64, acceleration: f64, steps: u32) -> f64 {
    let dt = f64::from(flock.settings().simulation.time_step);
    let mut velocity = from;
    for _ in 0..steps {
        velocity += acceleration * dt;
        let origin = flock.frame().origin + Vec3d::x() * (velocity * dt);
        flock.move_frame(ReferenceFrame::at(origin)).unwrap();
        flock.step();
    }
    velocity
}

/// A dead boid at the origin of a frame that goes steadily at 20 m/s.
fn dead_aboard(inertia: f32, body: DeadBody) -> (Flock, BoidId) {
    let mut settings = settings_in_cube(0);
    disable_rules(&mut settings);
    settings.motion.inertia = inertia;
    settings.motion.max_speed = 50.0;
    let mut flock = in_the_open(settings);
    ride(&mut flock, 20.0, 0.0, 3);
    let (place, velocity) = (flock.frame().origin.cast(), Vec3::x() * 20.0);
    let id = flock.spawn_at(place, velocity).unwrap();
    assert!(flock.kill(id, Death::new(body)).unwrap());
    (flock, id)
}

fn velocity_in_frame(flock: &Flock, id: BoidId, velocity: f64) -> Vec3 {
    flock.boid(id).unwrap().velocity - Vec3::x() * velocity as f32
}

#[test]
fn a_dead_boid_goes_on_when_the_frame_brakes() {
    for share in [0.5, 1.0] {
        let (mut flock, id) = dead_aboard(share, DeadBody::Stays);
        let speed = ride(&mut flock, 20.0, -8.0, 60);
        // Drag of 2 per second towards the water, which brakes with the frame.
        let expected = 8.0 * share / 2.0 * (1.0 - (-2.0_f32).exp());
        let velocity = velocity_in_frame(&flock, id, speed);
        assert!(
            (velocity.x - expected).abs() < 0.02 * expected,
            "{velocity}"
        );
        assert!(velocity.yz().norm() < 1e-4);
    }
}

#[test]
fn without_inertia_a_dead_boid_notices_nothing() {
    for body in [DeadBody::Stays, DeadBody::Falls] {
        let places = [-8.0, 0.0].map(|acceleration| {
            let (mut flock, id) = dead_aboard(0.0, body);
            ride(&mut flock, 20.0, acceleration, 60);
            let place = flock.boid(id).unwrap().position;
            flock.frame().point_to_frame(place)
        });
        assert!((places[0] - places[1]).norm() < 1e-4);
    }
}

#[test]
fn a_frame_that_is_stopped_at_once_makes_no_body_faster_than_a_sweep_can_follow() {
    let (mut flock, id) = dead_aboard(1.0, DeadBody::Falls);
    for _ in 0..20 {
        ride(&mut flock, 0.0, 1e9, 1);
        let boid = flock.boid(id).unwrap();
        let numbers = boid.position.iter().chain(&boid.velocity);
        assert!(numbers.copied().all(f32::is_finite));
    }
}

/// Number of birds that stand on a carriage after it has braked for a second.
fn standing_after_braking(inertia: f32, brakes: f64) -> [usize; 2] {
    let mut settings = settings();
    settings.boundary.enabled = false;
    settings.motion.inertia = inertia;
    let mut flock = in_the_open(settings);
    let perch = Perch {
        landings: 2.0,
        stay: [1e5, 1e5],
        reach: 12.0,
        needs_surface: false,
        ..Perch::new(spots(&roof(), 200))
    };
    let perch = flock.add_perch(perch).unwrap();
    ride(&mut flock, 20.0, 0.0, 900);
    let before = used(&flock, perch).taken;
    // None comes back.
    flock.set_perch_times(perch, 0.0, [1e5, 1e5]).unwrap();
    ride(&mut flock, 20.0, -brakes, 60);
    [before, used(&flock, perch).taken]
}

#[test]
fn birds_on_a_train_rise_when_it_brakes_hard() {
    let [before, after] = standing_after_braking(1.0, 6.0);
    assert!(before > 20, "{before}");
    assert_eq!(after, before);
    let [before, after] = standing_after_braking(1.0, 25.0);
    assert!(before > 20, "{before}");
    assert_eq!(after, 0);
    let [before, after] = standing_after_braking(0.5, 25.0);
    assert_eq!(after, before);
    let [before, after] = standing_after_braking(0.0, 1000.0);
    assert_eq!(after, before);
}
