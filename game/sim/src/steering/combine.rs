//! Combination of wishes: the velocity that a boid requests, from the wishes of the rules and of
//! avoidance.

use crate::{
    math::{
        frame::Frame,
        lanes::{load_all, store_all, vector_at},
        simd::LaneWork,
        vector::{length, scaled, shortening},
        Vec3,
    },
    settings::{Motion, Steering},
};

/// Rate at which the velocity along the flock's Y axis decays at a flattening of 1, per second.
const LEVELLING_RATE: f32 = 4.0;

/// Parameters for turning wishes into velocities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SteeringParams {
    pub(crate) steering: Steering,
    /// Largest length of a wish: an acceleration in m/s², or a velocity in m/s.
    pub(crate) max_wish: f32,
    /// Y axis of the flock, in the world.
    pub(crate) up: Vec3,
    pub(crate) flattening: f32,
    /// Deceleration along `up`, in m/s² for each m/s along it.
    pub(crate) levelling: f32,
    pub(crate) dt: f32,
}

impl SteeringParams {
    /// Parameters for steps of `dt` seconds.
    pub(crate) fn new(motion: &Motion, frame: Frame, dt: f32) -> Self {
        Self {
            steering: motion.steering,
            max_wish: motion.max_wish(),
            up: frame.vector_to_world(Vec3::y()),
            flattening: motion.flattening,
            levelling: match motion.steering {
                Steering::Acceleration => LEVELLING_RATE * motion.flattening,
                Steering::Velocity => 0.0,
            },
            dt,
        }
    }

    #[inline(always)]
    fn velocity(&self, velocity: [f32; 3], wish: [f32; 3]) -> [f32; 3] {
        let wish = self.flattened(velocity, wish);
        match self.steering {
            Steering::Velocity => wish,
            Steering::Acceleration => {
                let change = self.dt * shortening(wish, self.max_wish);
                [
                    velocity[0] + wish[0] * change,
                    velocity[1] + wish[1] * change,
                    velocity[2] + wish[2] * change,
                ]
            }
        }
    }

    /// Velocity of a boid that has something to avoid. Avoidance comes first; the rules get the
    /// part of the largest wish that it leaves (prioritized acceleration allocation, Reynolds
    /// 1987).
    #[inline(always)]
    fn prioritized_velocity(
        &self,
        velocity: [f32; 3],
        wish: [f32; 3],
        avoidance: [f32; 3],
    ) -> [f32; 3] {
        let wish = self.flattened(velocity, wish);
        let rest = self.max_wish - length(avoidance).min(self.max_wish);
        let avoidance = scaled(avoidance, shortening(avoidance, self.max_wish));
        let wish = scaled(wish, shortening(wish, rest));
        let sum = |axis: usize| avoidance[axis] + wish[axis];
        match self.steering {
            Steering::Velocity => [sum(0), sum(1), sum(2)],
            Steering::Acceleration => {
                [0, 1, 2].map(|axis: usize| velocity[axis] + self.dt * sum(axis))
            }
        }
    }

    /// Reduces the wish along `up`, and decelerates the velocity along it.
    #[inline(always)]
    fn flattened(&self, velocity: [f32; 3], wish: [f32; 3]) -> [f32; 3] {
        let along_up = |[x, y, z]: [f32; 3]| self.up.x * x + self.up.y * y + self.up.z * z;
        // In a long step the velocity must not be reversed.
        let levelling = self.levelling.min(1.0 / self.dt);
        let removed = self.flattening * along_up(wish) + levelling * along_up(velocity);
        [0, 1, 2].map(|axis: usize| wish[axis] - self.up[axis] * removed)
    }
}

/// Turns the wishes of boids into velocities.
pub(crate) struct Steer<'a> {
    pub(crate) steering_params: &'a SteeringParams,
    /// Velocities before the step.
    pub(crate) before: [&'a [f32]; 3],
    /// Wishes of the rules: accelerations in m/s², or velocities in m/s.
    pub(crate) wish: [&'a [f32]; 3],
    /// Wishes to avoid geometry and obstacles; `None` if no boid has one.
    pub(crate) avoidance_wish: Option<[&'a [f32]; 3]>,
    /// Velocities after the step.
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl LaneWork for Steer<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(mut self) {
        let count = self.velocity[0].len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let wish = load_all::<LANES, 3>(&self.wish, start, len);
            let before = load_all::<LANES, 3>(&self.before, start, len);
            let mut lanes = before;
            for lane in 0..LANES {
                let velocity = self
                    .steering_params
                    .velocity(vector_at(&before, lane), vector_at(&wish, lane));
                [lanes[0][lane], lanes[1][lane], lanes[2][lane]] = velocity;
            }
            if let Some(avoidance) = &self.avoidance_wish {
                let avoidance = load_all::<LANES, 3>(avoidance, start, len);
                for lane in 0..LANES {
                    let avoidance = vector_at(&avoidance, lane);
                    let steering_params = self.steering_params;
                    let prioritized = steering_params.prioritized_velocity(
                        vector_at(&before, lane),
                        vector_at(&wish, lane),
                        avoidance,
                    );
                    // For boids with nothing to avoid, the result has the same bits as without
                    // avoidance.
                    let avoids = avoidance != [0.0; 3];
                    for axis in 0..3 {
                        lanes[axis][lane] = if avoids {
                            prioritized[axis]
                        } else {
                            lanes[axis][lane]
                        };
                    }
                }
            }
            store_all(&lanes, &mut self.velocity, start, len);
        }
    }
}
