//! The wind, seen from outside.

use flock_sim::{
    saving::FlockInput,
    settings::{Backend, Plane, Region},
    wind::{Gusts, Turbulence, Wind},
    Flock, Settings, Vec3,
};
use flock_testkit::{
    flocks::{assert_finite, by_id, disable_rules, in_the_open, on_threads},
    saved::copy,
};
use std::sync::Arc;

/// A school in a sphere, without a boundary.
fn school(count: u32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::sphere(3.0);
    settings.boundary.enabled = false;
    in_the_open(settings)
}

fn breeze() -> Wind {
    Wind {
        velocity: Vec3::new(1.0, 0.2, -0.4),
        gusts: Gusts {
            swing: 1.0,
            strength: 0.5,
            period: 3.0,
        },
        turbulence: Turbulence {
            speed: 0.5,
            size: 2.0,
            rate: 1.0,
        },
    }
}

fn center(flock: &Flock) -> Vec3 {
    flock.boids().map(|boid| boid.position).sum::<Vec3>() / flock.len() as f32
}

/// How much farther a flock comes in a wind than the same one in still air, per second.
fn drift(wind: Wind, [mut still, mut blown]: [Flock; 2]) -> Vec3 {
    blown.set_wind(wind).unwrap();
    let start = center(&still);
    assert_eq!(start, center(&blown));
    let seconds = 40;
    for _ in 0..60 * seconds {
        still.step();
        blown.step();
    }
    (center(&blown) - center(&still)) / seconds as f32
}

#[test]
fn a_flock_drifts_with_the_wind() {
    let velocity = Vec3::new(1.5, 0.3, -0.8);
    let steady = Wind {
        velocity,
        ..Wind::default()
    };
    let off = (drift(steady, [school(1000), school(1000)]) - velocity).norm() / velocity.norm();
    assert!(off < 0.05, "{off}");
}

#[test]
fn eddies_carry_a_flock_nowhere_in_the_mean() {
    let turbulence = Turbulence {
        speed: 1.0,
        size: 1.5,
        rate: 1.0,
    };
    let velocity = Vec3::new(2.0, 0.0, 0.0);
    let eddies = Wind {
        velocity,
        turbulence,
        ..Wind::default()
    };
    // With rules, any small change in time leads the whole flock elsewhere.
    let alone = || {
        let mut flock = school(1000);
        let mut settings = flock.settings().clone();
        disable_rules(&mut settings);
        flock.set_settings(settings).unwrap();
        flock
    };
    let off = (drift(eddies, [alone(), alone()]) - velocity).norm() / velocity.norm();
    assert!(off < 0.05, "{off}");
}

#[test]
fn gusts_turn_the_wind_as_documented() {
    let (period, time) = (5.0f64, 100.0f64);
    let wind = Wind {
        velocity: Vec3::x() * 2.0,
        gusts: Gusts {
            swing: 1.5,
            strength: 0.5,
            period: period as f32,
        },
        ..Wind::default()
    };
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.motion.min_speed = 0.0;
    settings.boundary.enabled = false;
    settings.simulation.time_step = 1.0 / 64.0;
    let mut flock = in_the_open(settings);
    let boid = flock.spawn_at(Vec3::zeros(), Vec3::zeros()).unwrap();
    flock.set_wind(wind).unwrap();
    let mut expected = Vec3::zeros().cast::<f64>();
    for step in 0..(64.0 * time) as u32 {
        let phase = std::f64::consts::TAU / period * f64::from(step) / 64.0;
        let angle = 1.5 * (0.4 * phase.sin() + 0.25 * (0.7 * phase).cos());
        let speed = 2.0 * (1.0 + 0.5 * (0.43 * phase).sin());
        // About the vertical, from Z to X.
        expected.x += speed * angle.cos() / 64.0;
        expected.z -= speed * angle.sin() / 64.0;
        flock.step();
    }
    let place = flock.boid(boid).unwrap().position.cast::<f64>();
    assert!(
        (place - expected).norm() < 2e-3,
        "{place} instead of {expected}"
    );
    assert!(flock.boid(boid).unwrap().velocity.norm() == 0.0);
}

#[test]
fn still_air_changes_no_bit() {
    let (mut without, mut still) = (school(500), school(500));
    let gusts = Gusts {
        swing: 1.0,
        ..Gusts::default()
    };
    still.set_wind(breeze()).unwrap();
    still
        .set_wind(Wind {
            gusts,
            ..Wind::default()
        })
        .unwrap();
    assert!(still.wind().is_still());
    for _ in 0..50 {
        without.step();
        still.step();
    }
    assert_eq!(by_id(&without), by_id(&still));
}

#[test]
fn equal_bits_on_any_number_of_threads() {
    let blown = |backend: Backend| {
        let mut flock = school(3000);
        let mut settings = flock.settings().clone();
        settings.simulation.backend = backend;
        flock.set_settings(settings).unwrap();
        flock.set_wind(breeze()).unwrap();
        (0..20).for_each(|_| flock.step());
        flock.state_hash()
    };
    let expected = blown(Backend::SingleThread);
    for threads in [2, 3] {
        assert_eq!(on_threads(threads, || blown(Backend::AllThreads)), expected);
    }
}

/// The bits of a flock in gusts and eddies. If this fails because the wind has changed on purpose,
/// the message has the new hash.
#[test]
fn the_bits_are_known() {
    let mut flock = school(200);
    flock.set_wind(breeze()).unwrap();
    (0..200).for_each(|_| flock.step());
    let hash = flock.state_hash();
    assert_eq!(hash, HASH, "{hash:#018x}");
}

const HASH: u64 = 0x671f_d718_fd1e_45db;

#[test]
fn a_planar_flock_stays_in_its_plane() {
    let mut settings = school(100).settings().clone();
    settings.motion.plane = Plane::Xz;
    let mut flock = in_the_open(settings);
    flock.set_wind(breeze()).unwrap();
    let heights = |flock: &Flock| {
        let mut all: Vec<_> = flock.boids().map(|it| (it.id, it.position.y)).collect();
        all.sort_by_key(|it| it.0);
        all
    };
    let before = heights(&flock);
    (0..100).for_each(|_| flock.step());
    for (before, after) in before.iter().zip(heights(&flock)) {
        assert!((before.1 - after.1).abs() < 1e-5);
    }
}

#[test]
fn the_wind_is_logged_and_part_of_a_snapshot() {
    let mut flock = school(300);
    flock.start_log();
    flock.step();
    flock.set_wind(breeze()).unwrap();
    (0..30).for_each(|_| flock.step());
    let log = flock.take_log();
    assert_eq!(log.inputs(), [(1, FlockInput::SetWind(breeze()))]);
    let mut again = school(300);
    again.replay(log);
    (0..31).for_each(|_| again.step());
    assert_eq!(again.state_hash(), flock.state_hash());

    let saved = copy(&flock.snapshot());
    let mut restored = Flock::restore(&saved, Arc::default()).unwrap();
    assert_eq!(restored.wind(), &breeze());
    for _ in 0..20 {
        flock.step();
        restored.step();
    }
    assert_eq!(restored.state_hash(), flock.state_hash());
}

#[test]
fn a_wind_out_of_range_is_refused_and_changes_nothing() {
    let mut flock = school(10);
    flock.set_wind(breeze()).unwrap();
    let bad = Wind {
        velocity: Vec3::new(0.0, f32::NAN, 2000.0),
        gusts: Gusts {
            swing: -1.0,
            strength: 2.0,
            period: 0.0,
        },
        turbulence: Turbulence {
            speed: -1.0,
            size: 0.0,
            rate: f32::INFINITY,
        },
    };
    let error = flock.set_wind(bad).unwrap_err();
    let fields: Vec<_> = error
        .problems()
        .iter()
        .map(|it| it.field.as_str())
        .collect();
    assert_eq!(
        fields,
        [
            "wind.velocity.y",
            "wind.velocity.z",
            "wind.gusts.swing",
            "wind.gusts.strength",
            "wind.gusts.period",
            "wind.turbulence.speed",
            "wind.turbulence.size",
            "wind.turbulence.rate",
        ]
    );
    let text = error.to_string();
    assert!(
        text.contains("wind.velocity.z is 2000; allowed: -1000 to 1000 m/s"),
        "{text}"
    );
    assert_eq!(flock.wind(), &breeze());
}

#[test]
fn the_strongest_wind_has_a_defined_outcome() {
    let mut flock = school(100);
    let velocity = Vec3::repeat(-1000.0);
    let turbulence = Turbulence {
        speed: 1000.0,
        size: 0.01,
        rate: 100.0,
    };
    let wind = Wind {
        velocity,
        turbulence,
        ..breeze()
    };
    flock.set_wind(wind).unwrap();
    (0..200).for_each(|_| flock.step());
    assert_finite(&flock);
}
