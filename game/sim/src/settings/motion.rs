//! Steering and the limits of motion.

use super::{declare::*, Plane};

group! {
    /// Steering and the limits of motion.
    pub struct Motion("27f0a0d8-8b1c-46f4-9a4f-6a8f5f6f3a57") {
        /// Quantity that the rules decide. Default: the acceleration.
        pub steering: Steering = Steering::default();
        /// Factor of what all rules and wander ask for together. 0 to 100; default 1.
        pub drive: f32 = 1.0, 0.0..=100.0, "", step 0.1;
        /// Smallest speed, in m/s; never above the largest. A contact with geometry may leave less at
        /// the end of a step, see `collision.response`. 0 to 1,000; default 0.
        pub min_speed: f32 = 0.0, 0.0..=1000.0, "m/s", step 0.1;
        /// Largest speed, in m/s. 0 to 1,000; default 1.2.
        pub max_speed: f32 = 1.2, 0.0..=1000.0, "m/s", step 0.1;
        /// Largest acceleration by avoidance, the rules and wander together, in m/s². Not applied
        /// with `steering: Velocity`. 0 to 10,000; default 3.
        pub max_acceleration: f32 = 3.0, 0.0..=10_000.0, "m/s²", step 0.1;
        /// Limits the turn rate. Default: off.
        pub limit_turning: bool = false;
        /// Largest turn rate of the heading, in degrees per second. The turn starts from the
        /// velocity before the step, projected into the plane of a planar flock. A boid at rest may
        /// start in any direction. The boundary and contacts with geometry may turn a boid faster.
        /// 0 to 100,000; default 360.
        pub max_turn_rate: f32 = 360.0, 0.0..=100_000.0, "degrees/s", step 10.0;
        /// Share by which the acceleration along the flock's own Y axis is reduced, for a flock that
        /// keeps more or less level. A flock that steers by acceleration also brakes its velocity along
        /// that axis, at a rate of 4 /s times this share, and the sine of the slope at which boids start
        /// is reduced by the share. 0 to 1; default 0.
        pub flattening: f32 = 0.0, 0.0..=1.0, "", step 0.05;
        /// Directions in which a boid may move, in the flock's own frame. Default: all.
        pub plane: Plane = Plane::All;
    }
}

choice! {
    /// Quantity that the rules decide.
    pub enum Steering("a6f1c7d2-3f0e-4f9a-9b5a-7d2b1c0e8f64") {
        /// Acceleration: boids have inertia.
        #[default]
        Acceleration,
        /// Velocity: weights are speeds, in m/s, and `max_acceleration` is not applied. A boid
        /// stands still if the rules ask for nothing.
        Velocity,
    }
}
