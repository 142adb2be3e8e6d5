//! Waves of panic.

use flock_sim::{
    events::{EventKind, EventMask},
    settings::Manoeuvre,
    statistics::Measures,
    threats::{Predator, Scare},
    Vec3,
};
use flock_testkit::waves::{birds, wave};
use std::collections::BTreeMap;

/// The speed of the wave after so many seconds, checked against that of the flock.
fn speed(count: u32, seconds: f32) -> f32 {
    let flock = wave(birds(count), seconds);
    let measures = flock.measure();
    let Measures {
        panicked,
        panic_speed,
        panic_fit,
        mean_speed,
        ..
    } = measures;
    assert!(panicked * 10 > flock.len() * 9, "{measures:?}");
    assert!(panic_speed > 1.5 * mean_speed, "{measures:?}");
    assert!(panic_fit > 0.9, "{measures:?}");
    panic_speed
}

#[test]
fn a_wave_is_as_fast_in_a_small_flock_as_in_a_large_one() {
    let (small, large) = (speed(1000, 2.5), speed(10_000, 2.8));
    println!("{small} {large}");
    assert!(
        (small / large - 1.0).abs() < 0.15,
        "{small} and {large} m/s"
    );
}

#[test]
fn waves_are_faster_with_more_neighbours() {
    let of = |neighbours: u32| {
        let mut flock = birds(2000);
        let mut settings = flock.settings().clone();
        settings.panic.neighbours = neighbours;
        flock.set_settings(settings).unwrap();
        wave(flock, 2.5).measure().panic_speed
    };
    let speeds = [4, 8, 16].map(of);
    assert!(
        speeds.is_sorted() && speeds[2] > 1.3 * speeds[0],
        "{speeds:?}"
    );
}

#[test]
fn each_boid_panics_once_and_copies_after_its_neighbours() {
    let mut flock = birds(1000);
    flock.set_events(EventMask::PANICKED);
    let mut flock = wave(flock, 2.5);
    let events: Vec<_> = flock.drain_events().collect();
    let mut begins = BTreeMap::new();
    for event in &events {
        let EventKind::Panicked { generation } = event.kind else {
            panic!("{event:?}");
        };
        assert!(begins
            .insert(event.boid, (generation, event.step))
            .is_none());
    }
    assert!(begins.len() > 990, "{}", begins.len());
    let firsts: Vec<u64> = (0..5)
        .map(|wanted| {
            let of = begins
                .values()
                .filter(|(generation, _)| *generation == wanted);
            of.map(|(_, step)| *step).min().unwrap()
        })
        .collect();
    // 0.05 s are three steps.
    assert!(
        firsts.windows(2).all(|pair| pair[1] >= pair[0] + 3),
        "{firsts:?}"
    );
}

#[test]
fn a_boid_is_deaf_for_its_time() {
    let begins = |deaf_time: f32| {
        let mut flock = birds(2);
        let mut settings = flock.settings().clone();
        settings.panic.deaf_time = deaf_time;
        settings.fear.enabled = true;
        settings.fear.radius = 100.0;
        settings.fear.manoeuvre = Manoeuvre::Turn;
        flock.set_settings(settings).unwrap();
        flock.set_events(EventMask::PANICKED);
        let place = flock.boids().next().unwrap().position;
        let predator = Predator {
            threat: 2.0,
            ..Predator::new(place, Vec3::x() * 10.0)
        };
        flock.add_predator(predator).unwrap();
        (0..120).for_each(|_| flock.step());
        let events = flock.drain_events();
        events.len()
    };
    // Two boids, in two seconds, every fifth step at most.
    assert_eq!(begins(3.0), 2);
    assert_eq!(begins(0.9), 6);
    assert_eq!(begins(0.0), 48);
}

#[test]
fn panic_turns_to_one_side_and_back() {
    let mut flock = birds(1);
    let start = flock.boids().next().unwrap();
    let point = start.position + Vec3::z() * 0.5;
    let scare = Scare {
        point,
        radius: 4.0,
        strength: 1e-6,
        decay: 1.0,
    };
    flock.scare(scare).unwrap();
    let mut sideways = Vec::new();
    for _ in 0..45 {
        flock.step();
        sideways.push(flock.boids().next().unwrap().velocity.z);
    }
    let (turned, back) = (sideways[24], *sideways.last().unwrap());
    let most = sideways.iter().copied().fold(0.0, f32::min);
    // Away from the bang: 15 steps of 20 m/s², and 18 back.
    assert!((-5.2..-4.5).contains(&most), "{sideways:?}");
    assert!(turned > most && back.abs() < 1.2, "{sideways:?}");
}
