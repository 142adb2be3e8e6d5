//! Trials in wind.

use crate::{
    crossing::{positions, Level, RADIUS, RESPONSES},
    judge::Judge,
};
use flock_sim::{
    settings::Backend,
    wind::{Turbulence, Wind},
    Flock, Vec3,
};

/// Boids of each trial, and the steps with each response.
const BOIDS: u32 = 300;
const STEPS: usize = 40;

/// Speeds in m/s and time steps in seconds.
const PACES: [(f32, f32); 3] = [(1.0, 1.0 / 60.0), (10.0, 1.0 / 30.0), (30.0, 0.1)];

/// Wind three times as fast as the boids, with eddies as fast as they are.
pub fn storm(speed: f32, towards: Vec3) -> Wind {
    let turbulence = Turbulence {
        speed,
        size: 1.5,
        rate: 2.0,
    };
    Wind {
        velocity: towards.normalize() * (3.0 * speed),
        turbulence,
        ..Wind::default()
    }
}

/// Blows boids against a level with every response, and judges each step.
pub fn blow_against(level: &Level, backend: Backend) {
    let judge = Judge::new(&level.triangles, 0.25);
    let mut flock = level.flock(BOIDS);
    let mut turn = 0.0f32;
    for (pace, response) in PACES.into_iter().flat_map(|it| RESPONSES.map(|r| (it, r))) {
        let mut settings = level.settings(pace, response);
        settings.spawn.count = BOIDS;
        settings.spawn.speed = 1.0;
        settings.simulation.backend = backend;
        flock.set_settings(settings).unwrap();
        turn += 1.1;
        let towards = Vec3::new(turn.sin(), 0.5 * (3.0 * turn).cos(), turn.cos());
        flock.set_wind(storm(pace.0, towards)).unwrap();
        for _ in 0..STEPS {
            let before = positions(&flock);
            flock.step();
            assert_no_crossing(&flock, &before, &judge, pace.0);
        }
    }
    let statistics = flock.statistics();
    assert_eq!(statistics.crossings, 0);
    let contacts = statistics.contacts;
    assert!(
        contacts > 5 * u64::from(BOIDS),
        "too few contacts: {contacts}"
    );
}

fn assert_no_crossing(flock: &Flock, before: &[Vec3], judge: &Judge, max_speed: f32) {
    let radius = f64::from(RADIUS);
    for boid in flock.boids() {
        let from = before[boid.id.slot() as usize];
        let crossed = judge.crossed(from, boid.position);
        assert_eq!(crossed, None, "{boid:?} came from {from:?}");
        let nearest = judge.nearest(boid.position, radius);
        let is_clear = nearest.is_none_or(|distance| distance >= radius * (1.0 - 1e-3));
        assert!(is_clear, "{boid:?} is {nearest:?} m from a surface");
        // The wind gives it no speed.
        assert!(boid.velocity.norm() <= max_speed * 1.0001, "{boid:?}");
    }
}
