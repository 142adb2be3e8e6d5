//! Avoidance: boids see the level's static geometry ahead and steer clear of it.

use super::declare::*;

group! {
    /// Avoidance: boids see the level's static geometry ahead and steer clear of it.
    ///
    /// A boid casts rays in directions spread evenly from its heading outwards; each gives the
    /// distance that its body can move that way. Avoidance comes before the rules of the flock,
    /// which get what it leaves of the largest acceleration. Boids collide with geometry whether
    /// they see it or not.
    pub struct Avoidance("5f0c3d6e-7a41-4c0b-9d2c-8e1f6a2b4c57") {
        /// Boids see geometry and moving obstacles; only with collision enabled. Default: on.
        pub enabled: bool = true;
        /// Acceleration right before an obstacle, in m/s²; with `motion.steering: Velocity` a
        /// velocity, in m/s. 0 to 10,000; default 12.
        pub weight: f32 = 12.0, 0.0..=10_000.0, "m/s²", step 0.5;
        /// Distance at which boids see obstacles, in seconds of travel at their speed. 0 to 100;
        /// default 1.
        pub look_ahead: f32 = 1.0, 0.0..=100.0, "s", step 0.1;
        /// Number of directions over the whole sphere, or the circle of a planar flock, of which
        /// boids look along those in their field of view. 1 to 1,000; default 48.
        pub rays: u32 = 48, 1.0..=1000.0, "", step 1.0;
        /// Full angle, in degrees, of the cone around the heading in which boids may look. 0 to
        /// 360; default 240.
        pub field_of_view: f32 = 240.0, 0.0..=360.0, "degrees", step 10.0;
        /// Full angle, in degrees, of the cone around the heading in which boids look even if the
        /// way straight ahead is free, so that they see walls alongside; at most the field of view.
        /// 0 to 360; default 60.
        pub examined_view: f32 = 60.0, 0.0..=360.0, "degrees", step 10.0;
        /// Steering towards the clear direction found. Default: turn to it.
        pub steering: AvoidanceSteering = AvoidanceSteering::default();
        /// Growth of the force as the obstacle nears. Default: linear.
        pub growth: Growth = Growth::default();
        /// Shortest time between two looks of a boid, in seconds; with 0, a boid right before an
        /// obstacle looks in every step. A boid looks again after a third of the time that it takes
        /// to the nearest obstacle in sight, or to the end of its sight. 0 to 10; default 0.15.
        pub look_interval: f32 = 0.15, 0.0..=10.0, "s", step 0.01;
        /// Share of cohesion that is taken away right before an obstacle, and less farther off, so
        /// that a flock parts around a pillar instead of bunching in front of it. 0 to 1; default
        /// 1.
        pub cohesion_fade: f32 = 1.0, 0.0..=1.0, "", step 0.1;
        /// Largest number of rays that all boids together cast in a step; 0 sets no limit. The
        /// boids that would hit something soonest look first; the others keep what they saw last
        /// and are counted in the statistics. No boid looks if the limit is below the rays of one
        /// look, which are one for each direction in the field of view and one more. 0 to
        /// 1,000,000,000; default 0.
        pub ray_budget: u32 = 0, 0.0..=1_000_000_000.0, "", step 1000.0;
    }
}

choice! {
    /// Steering towards the clear direction that a boid has found.
    pub enum AvoidanceSteering("9c2b7d10-4e6f-4f63-8a0e-3d5c1b7e9f28") {
        /// Turn to it, and so brake before a wall: with all force if it is a quarter of a radian or
        /// more from the heading, else with less the nearer it is. With `motion.steering: Velocity`
        /// boids have no heading to turn and go toward it.
        #[default]
        Turn,
        /// Accelerate along it, as in the published aquarium.
        Toward,
    }
}

choice! {
    /// Growth of the force of avoidance as the obstacle nears.
    pub enum Growth("e41f5a7c-2b8d-4a19-b6c3-7f0d9e8a1c36") {
        /// None: full force as soon as an obstacle is seen, as published.
        Constant,
        /// Linear, from zero where an obstacle comes in sight.
        #[default]
        Linear,
        /// With the square of the nearness: late, then fast.
        Quadratic,
    }
}
