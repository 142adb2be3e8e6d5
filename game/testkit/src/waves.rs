//! Waves of panic through a cube of birds.

use crate::flocks::in_the_open;
use flock_sim::{threats::Scare, Boid, Flock, Settings, Vec3};

/// A cube of birds that fly at 10 m/s, about 2 m apart, with panic.
pub fn birds(count: u32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.boundary.enabled = false;
    settings.cohesion.enabled = false;
    settings.separation.weight = 4.0;
    settings.separation.radius = 2.0;
    settings.alignment.weight = 6.0;
    settings.alignment.radius = 6.0;
    settings.motion.min_speed = 8.0;
    settings.motion.max_speed = 12.0;
    settings.motion.max_acceleration = 20.0;
    settings.panic.enabled = true;
    settings.panic.weight = 20.0;
    let mut flock = in_the_open(settings);
    let side = (f64::from(count)).cbrt().ceil() as u32;
    let mut random = 1_u32;
    let mut jitter = || {
        random = random.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (random >> 8) as f32 / (1 << 24) as f32 - 0.5
    };
    for index in 0..count {
        let cell = [index % side, index / side % side, index / side / side];
        let place = cell.map(|x| 2.0 * (x as f32 + jitter()));
        flock.spawn_at(place.into(), Vec3::x() * 10.0).unwrap();
    }
    flock
}

/// Begins a wave at the corner of the cube, and runs it for some seconds.
pub fn wave(mut flock: Flock, seconds: f32) -> Flock {
    (0..30).for_each(|_| flock.step());
    let corner = flock.boids().min_by(|a, b| {
        let sum = |boid: &Boid| boid.position.sum();
        sum(a).total_cmp(&sum(b))
    });
    let scare = Scare {
        point: corner.unwrap().position,
        radius: 4.0,
        strength: 0.1,
        decay: 1.0,
    };
    flock.scare(scare).unwrap();
    (0..(seconds * 60.0) as u32).for_each(|_| flock.step());
    flock
}
