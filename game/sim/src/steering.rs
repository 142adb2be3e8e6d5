//! From what the rules ask for to the velocity that a boid would like to have.

use crate::{
    algebra::length,
    placement::Frame,
    vectors::{load_all, store_all, Work},
    Motion, Steering, Vec3,
};

/// How wishes become velocities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steerage {
    steering: Steering,
    max_acceleration: f32,
    /// The flock's own Y axis in the world.
    up: Vec3,
    flattening: f32,
    dt: f32,
}

impl Steerage {
    /// In steps of `dt` seconds.
    pub(crate) fn new(motion: &Motion, frame: Frame, dt: f32) -> Self {
        Self {
            steering: motion.steering,
            max_acceleration: motion.max_acceleration,
            up: frame.vector_to_world(Vec3::y()),
            flattening: motion.flattening,
            dt,
        }
    }

    #[inline(always)]
    fn velocity(&self, velocity: [f32; 3], wish: [f32; 3]) -> [f32; 3] {
        let wish = self.flattened(wish);
        match self.steering {
            Steering::Velocity => wish,
            Steering::Acceleration => {
                let change = self.dt * shortening(wish, self.max_acceleration);
                [
                    velocity[0] + wish[0] * change,
                    velocity[1] + wish[1] * change,
                    velocity[2] + wish[2] * change,
                ]
            }
        }
    }

    #[inline(always)]
    fn flattened(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let up = &self.up;
        let less = self.flattening * (up.x * x + up.y * y + up.z * z);
        [x - up.x * less, y - up.y * less, z - up.z * less]
    }
}

/// Turns wishes into velocities.
pub(crate) struct Steer<'a> {
    pub(crate) steerage: &'a Steerage,
    /// The velocities before the step.
    pub(crate) before: [&'a [f32]; 3],
    /// What the rules ask for: accelerations, or velocities.
    pub(crate) wish: [&'a [f32]; 3],
    /// The velocities after the step.
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl Work for Steer<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.velocity[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let wish = load_all::<LANES, 3>(&self.wish, start, len);
            let mut lanes = load_all::<LANES, 3>(&self.before, start, len);
            for lane in 0..LANES {
                let wish = [wish[0][lane], wish[1][lane], wish[2][lane]];
                let before = [lanes[0][lane], lanes[1][lane], lanes[2][lane]];
                let [x, y, z] = self.steerage.velocity(before, wish);
                lanes[0][lane] = x;
                lanes[1][lane] = y;
                lanes[2][lane] = z;
            }
            store_all(&lanes, &mut self.velocity, start, len);
        }
    }
}

/// The factor that shortens a vector to `max` if it is longer.
#[inline(always)]
pub(crate) fn shortening(vector: [f32; 3], max: f32) -> f32 {
    let length = length(vector);
    if length > max {
        max / length
    } else {
        1.0
    }
}
