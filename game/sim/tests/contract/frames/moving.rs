//! Frames that move: velocities, replays and snapshots.

use super::twins::{assert_near, assert_vector, Vec3d, SCARE};
use flock_sim::{
    boids::{DeadBody, Death},
    nalgebra::UnitQuaternion,
    threats::Scare,
    Boid, Flock, ReferenceFrame, Vec3,
};
use flock_testkit::{
    flocks::{disable_rules, in_the_open, settings_in_cube},
    saved::copy,
};
use std::sync::Arc;

/// A frame that moves and turns like a ship, at a time in seconds.
pub fn ship(time: f64) -> ReferenceFrame {
    let turn = Vec3d::new(
        0.1 * (1.3 * time).sin(),
        0.4 * time,
        0.2 * (0.9 * time).cos(),
    );
    ReferenceFrame {
        origin: Vec3d::new(20.0 * time, (0.7 * time).sin(), -5.0 * time),
        rotation: UnitQuaternion::from_scaled_axis(turn),
    }
}

/// The velocity of a boid in the world is the change of its place there, and one that is given in
/// the world leaves it on its way.
#[test]
fn velocities_include_the_motion_of_the_frame() {
    let mut settings = settings_in_cube(0);
    disable_rules(&mut settings);
    settings.boundary.enabled = false;
    settings.motion.max_speed = 100.0;
    settings.motion.max_acceleration = 0.0;
    settings.motion.inertia = 1.0;
    let dt = f64::from(settings.simulation.time_step);
    let mut flock = in_the_open(settings);
    flock.set_frame(ship(0.0)).unwrap();
    for step in 1..=3 {
        flock.move_frame(ship(dt * f64::from(step))).unwrap();
        flock.step();
    }
    let velocity = Vec3::new(18.0, 1.0, -4.0);
    let start = ship(3.0 * dt).point_to_world(Vec3::new(1.0, 0.5, -2.0));
    let id = flock.spawn_at(start, velocity).unwrap();
    assert_vector(flock.boid(id).unwrap().velocity, velocity, 1e-4);
    for step in 4..=34 {
        let before = flock.boid(id).unwrap();
        flock.move_frame(ship(dt * f64::from(step))).unwrap();
        flock.step();
        let boid = flock.boid(id).unwrap();
        let way = (boid.position - before.position) / dt as f32;
        assert_vector(way, boid.velocity, 0.2);
    }
    let boid = flock.boid(id).unwrap();
    assert_vector(boid.velocity, velocity, 0.2);
    assert_vector(boid.position, start + velocity * (31.0 * dt) as f32, 0.1);

    // Thrown out of a hand.
    assert!(flock.hold(id));
    flock
        .move_held(id, boid.position, UnitQuaternion::identity())
        .unwrap();
    assert!(flock.release(id, velocity).unwrap());
    assert_near(&Boid { velocity, ..boid }, &flock.boid(id).unwrap());
}

fn aboard() -> Flock {
    let mut settings = settings_in_cube(300);
    settings.motion.inertia = 0.5;
    settings.wander.enabled = true;
    let mut flock = in_the_open(settings);
    flock.set_frame(ship(0.0)).unwrap();
    flock
}

/// What the game does in a frame: it moves the flock's frame, and does things in the world.
fn play(flock: &mut Flock, frame: u32) {
    flock.move_frame(ship(0.03 * f64::from(frame))).unwrap();
    let id = flock.boids().nth(frame as usize).unwrap().id;
    let hand = flock
        .frame()
        .point_to_world(Vec3::new(0.5, 1.0, 0.1 * frame as f32));
    let velocity = Vec3::new(19.0, 0.5, -5.0);
    match frame % 8 {
        0 => flock
            .scare(Scare {
                point: hand,
                ..SCARE
            })
            .unwrap(),
        1 => drop(flock.spawn_at(hand, velocity).unwrap()),
        2 => {
            let impulse = Vec3::new(2.0, 1.0, 0.0);
            let death = Death {
                impulse,
                ..Death::new(DeadBody::Sinks)
            };
            assert!(flock.kill(id, death).unwrap());
        }
        3 => {
            assert!(flock.hold(id));
            flock
                .move_held(id, hand, UnitQuaternion::identity())
                .unwrap();
            assert!(flock.release(id, velocity).unwrap());
        }
        4 => flock.translate(Vec3d::new(-100.0, 3.0, 0.0)).unwrap(),
        5 => flock
            .set_frame(ship(0.03 * f64::from(frame) + 0.01))
            .unwrap(),
        _ => {}
    }
    flock.advance(0.03);
}

#[test]
fn replays_in_a_moving_frame_have_the_same_bits() {
    let mut flock = aboard();
    flock.start_log();
    (1..=80).for_each(|frame| play(&mut flock, frame));
    let (steps, log) = (flock.statistics().steps, copy(&flock.take_log()));
    let mut again = aboard();
    again.replay(log);
    while again.statistics().steps < steps {
        again.advance(1.0 / 200.0);
    }
    assert_eq!(again.left_to_replay(), 0);
    assert_eq!(again.state_hash(), flock.state_hash());
}

#[test]
fn snapshots_in_a_moving_frame_have_the_same_bits() {
    let mut flock = aboard();
    (1..=30).for_each(|frame| play(&mut flock, frame));
    let snapshot = copy(&flock.snapshot());
    let mut restored = Flock::restore(&snapshot, Arc::default()).unwrap();
    assert_eq!(restored.frame(), flock.frame());
    assert!(restored.boids().eq(flock.boids()));
    for frame in 31..=60 {
        play(&mut flock, frame);
        play(&mut restored, frame);
        assert_eq!(restored.state_hash(), flock.state_hash());
    }
}
