use super::*;
use crate::{
    flock::inputs::emitters::{Emitter, EmitterId, MOST_ALIVE},
    geometry::{shapes, Geometry},
    math::{frame::Placement, Vec3},
    settings::{Region, Settings},
};
use std::sync::Arc;

/// Largest number of positions that are tried for one boid.
const FOR_ONE: usize = 64;

/// A flock without boids, around a block from -1 to 1.
fn flock() -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    let block = Geometry::new(&shapes::cuboid(Vec3::repeat(1.0))).0;
    Flock::new(settings, Placement::default(), Arc::new(block)).unwrap()
}

/// An emitter of a cube around a point, without a stream.
fn emitter(center: Vec3, half: f32) -> Emitter {
    Emitter {
        region: Region::Box {
            min: center.add_scalar(-half),
            max: center.add_scalar(half),
        },
        most_alive: MOST_ALIVE,
        ..Emitter::default()
    }
}

/// Number of boids of the emitter that are due.
fn due(flock: &Flock, id: EmitterId) -> f64 {
    flock.inputs.emitters.get(id).unwrap().due
}

#[test]
fn a_step_tries_a_bounded_number_of_places_and_the_rest_stays_due() {
    let mut flock = flock();
    // A fifth of the cube is clear of the block.
    let id = flock.add_emitter(emitter(Vec3::zeros(), 1.1)).unwrap();
    assert!(flock.burst(id, MOST_ALIVE));
    let mut running = flock.inputs.emitters.running[0].clone();
    let tried = flock.emit(&mut running, PLACES_IN_STEP);
    assert!((PLACES_IN_STEP..PLACES_IN_STEP + FOR_ONE).contains(&tried));
    let emitted = running.boids.len();
    assert_eq!(emitted, flock.len());
    assert!((500..4000).contains(&emitted), "{emitted}");
    // All boids that were due and not tried are still due.
    let tried_for = f64::from(MOST_ALIVE) - running.due;
    assert!(tried_for >= emitted as f64 && tried_for < 1.01 * emitted as f64);
}

#[test]
fn a_burst_ends_after_as_many_steps_as_its_places_need() {
    let mut flock = flock();
    let id = flock.add_emitter(emitter(Vec3::x() * 1.5, 0.2)).unwrap();
    flock.burst(id, 2 * PLACES_IN_STEP as u32 + 5);
    for emitted in [1, 2].map(|steps| steps * PLACES_IN_STEP) {
        flock.run_emitters();
        assert_eq!(flock.emitted(id), emitted);
    }
    flock.run_emitters();
    assert_eq!(flock.emitted(id), 2 * PLACES_IN_STEP + 5);
    assert_eq!(due(&flock, id), 0.0);
}

#[test]
fn emitters_share_the_places_of_a_step() {
    let mut flock = flock();
    let free = emitter(Vec3::x() * 1.5, 0.2);
    let [large, small, idle] = [0; 3].map(|_| flock.add_emitter(free.clone()).unwrap());
    flock.burst(large, MOST_ALIVE);
    flock.burst(small, 10);
    flock.run_emitters();
    let emitted = [large, small, idle].map(|id| flock.emitted(id));
    assert_eq!(emitted, [PLACES_IN_STEP / 2, 10, 0]);
    // Later emitters may use the positions that an emitter does not need.
    flock.burst(small, 10);
    flock.remove_emitter(large);
    let late = flock.add_emitter(free).unwrap();
    flock.burst(late, MOST_ALIVE);
    flock.run_emitters();
    assert_eq!(flock.emitted(late), PLACES_IN_STEP - 10);
}

#[test]
fn boids_for_which_there_is_no_room_are_left_out() {
    let mut flock = flock();
    let id = flock
        .add_emitter(Emitter {
            most_alive: 20,
            rate: 90.0,
            ..emitter(Vec3::x() * 1.5, 0.2)
        })
        .unwrap();
    flock.burst(id, 30);
    flock.run_emitters();
    // The fraction for the next boid stays.
    assert_eq!(flock.emitted(id), 20);
    assert!((due(&flock, id) - 0.5).abs() < 1e-3);
}
