//! What steering controls, and the limits of motion.

use super::{declare::*, Plane};

group! {
    /// What steering controls, and the limits of motion.
    pub struct Motion("27f0a0d8-8b1c-46f4-9a4f-6a8f5f6f3a57") {
        /// What the wishes of the rules are: an acceleration or a velocity. Default: an
        /// acceleration.
        pub steering: Steering = Steering::default();
        /// Factor that multiplies the sum of the wishes of all rules and of wander. 0 to 100;
        /// default 1.
        pub drive: f32 = 1.0, 0.0..=100.0, "", step 0.1;
        /// Smallest speed, in m/s. A value above `max_speed` counts as `max_speed`. A contact with
        /// geometry may leave a boid slower at the end of a step, see `collision.response`. 0 to
        /// 1,000; default 0.
        pub min_speed: f32 = 0.0, 0.0..=1000.0, "m/s", step 0.1;
        /// Largest speed, in m/s. 0 to 1,000; default 1.2.
        pub max_speed: f32 = 1.2, 0.0..=1000.0, "m/s", step 0.1;
        /// Largest acceleration by avoidance, the rules and wander together, in m/s². With
        /// `steering: Velocity` it has no effect. 0 to 10,000; default 3.
        pub max_acceleration: f32 = 3.0, 0.0..=10_000.0, "m/s²", step 0.1;
        /// Limits the turn rate. Default: off.
        pub limit_turning: bool = false;
        /// Largest turn rate of the heading, in degrees per second. It needs `limit_turning`.
        ///
        /// The turn starts from the velocity before the step, projected onto the plane of a planar
        /// flock. A boid at rest may start in any direction. The boundary and contacts with
        /// geometry may turn a boid faster. 0 to 100,000; default 360.
        pub max_turn_rate: f32 = 360.0, 0.0..=100_000.0, "degrees/s", step 10.0;
        /// Share by which the acceleration along the flock's own Y axis is reduced. It keeps a
        /// flock more or less level.
        ///
        /// With `steering: Acceleration` the velocity along that axis also decays, at a rate of 4
        /// per second times this share. The slope at which boids start has its sine reduced by this
        /// share. 0 to 1; default 0.
        pub flattening: f32 = 0.0, 0.0..=1.0, "", step 0.05;
        /// Share of the inertia that boids feel in a frame that moves, see `Flock::move_frame`: 0
        /// as if the frame were at rest, 1 all of it. With 1 they are pushed back when a train
        /// starts, and outwards when a ship turns.
        ///
        /// It changes velocities, up to `max_speed`, whatever `max_acceleration` and
        /// `max_turn_rate` say. In the world it has no effect. 0 to 1; default 0.
        pub inertia: f32 = 0.0, 0.0..=1.0, "", step 0.05;
        /// Directions in which a boid may move, in the flock's own frame. Default: all.
        pub plane: Plane = Plane::All;
    }
}

impl Motion {
    /// Largest length of the sum of all wishes: an acceleration in m/s², or a velocity in m/s.
    pub(crate) fn max_wish(&self) -> f32 {
        match self.steering {
            Steering::Acceleration => self.max_acceleration,
            Steering::Velocity => self.max_speed,
        }
    }
}

choice! {
    /// What the wishes of the rules are.
    pub enum Steering("a6f1c7d2-3f0e-4f9a-9b5a-7d2b1c0e8f64") {
        /// The wishes are accelerations: boids have inertia.
        #[default]
        Acceleration,
        /// The wishes are velocities: weights are speeds, in m/s, and `max_acceleration` has no
        /// effect. A boid stands still if the rules ask for nothing.
        Velocity,
    }
}
