//! From what the rules ask for to the velocity that a boid would like to have.

use crate::{
    algebra::{length, scaled},
    placement::Frame,
    rules::of,
    vectors::{load_all, store_all, Work},
    Motion, Steering, Vec3,
};

/// How wishes become velocities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steerage {
    pub(crate) steering: Steering,
    /// Length of the longest acceleration, or velocity, that can be asked for.
    pub(crate) most: f32,
    /// The flock's own Y axis in the world.
    pub(crate) up: Vec3,
    pub(crate) flattening: f32,
    pub(crate) dt: f32,
}

impl Steerage {
    /// In steps of `dt` seconds.
    pub(crate) fn new(motion: &Motion, frame: Frame, dt: f32) -> Self {
        Self {
            steering: motion.steering,
            most: match motion.steering {
                Steering::Acceleration => motion.max_acceleration,
                Steering::Velocity => motion.max_speed,
            },
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
                let change = self.dt * shortening(wish, self.most);
                [
                    velocity[0] + wish[0] * change,
                    velocity[1] + wish[1] * change,
                    velocity[2] + wish[2] * change,
                ]
            }
        }
    }

    /// The same for a boid that is pushed by what it avoids, which comes first: the rules get what is left of the most that
    /// can be asked for.
    #[inline(always)]
    fn pushed_velocity(&self, velocity: [f32; 3], wish: [f32; 3], push: [f32; 3]) -> [f32; 3] {
        let wish = self.flattened(wish);
        let left = self.most - length(push).min(self.most);
        let push = scaled(push, shortening(push, self.most));
        let wish = scaled(wish, shortening(wish, left));
        let both = |axis: usize| push[axis] + wish[axis];
        match self.steering {
            Steering::Velocity => [both(0), both(1), both(2)],
            Steering::Acceleration => {
                [0, 1, 2].map(|axis: usize| velocity[axis] + self.dt * both(axis))
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
    /// What they ask for before that, to avoid geometry; none if no boid does.
    pub(crate) push: Option<[&'a [f32]; 3]>,
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
            let before = load_all::<LANES, 3>(&self.before, start, len);
            let mut lanes = before;
            for lane in 0..LANES {
                let velocity = self.steerage.velocity(of(&before, lane), of(&wish, lane));
                [lanes[0][lane], lanes[1][lane], lanes[2][lane]] = velocity;
            }
            if let Some(push) = &self.push {
                let push = load_all::<LANES, 3>(push, start, len);
                for lane in 0..LANES {
                    let push = of(&push, lane);
                    let steerage = self.steerage;
                    let pushed = steerage.pushed_velocity(of(&before, lane), of(&wish, lane), push);
                    // Bit by bit as without anything to avoid.
                    let is_pushed = push != [0.0; 3];
                    for axis in 0..3 {
                        lanes[axis][lane] = match is_pushed {
                            true => pushed[axis],
                            false => lanes[axis][lane],
                        };
                    }
                }
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
