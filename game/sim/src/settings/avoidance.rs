//! Avoidance: boids see static geometry and moving obstacles ahead and steer clear of them.

use super::declare::*;

group! {
    /// Avoidance: boids see static geometry and moving obstacles ahead and steer clear of them.
    ///
    /// A boid looks from time to time: it casts rays in directions that are spread evenly from its
    /// heading outwards. Each ray gives the distance that its body can travel in that direction
    /// before it meets geometry. Avoidance comes before the rules of the flock: the rules get the
    /// part of `motion.max_acceleration` that avoidance leaves. Whether boids collide with geometry
    /// does not depend on avoidance, see `collision`.
    pub struct Avoidance("5f0c3d6e-7a41-4c0b-9d2c-8e1f6a2b4c57") {
        /// Switches avoidance on. It acts only while `collision.enabled` is on, too. Default: on.
        pub enabled: bool = true;
        /// Acceleration right before geometry or an obstacle, in m/s². With
        /// `motion.steering: Velocity` it is a velocity, in m/s. 0 to 10,000; default 12.
        pub weight: f32 = 12.0, 0.0..=10_000.0, "m/s²", step 0.5;
        /// How far ahead boids see, as the time in seconds that a boid needs to travel that far at
        /// its present speed. 0 to 100; default 1.
        pub look_ahead: f32 = 1.0, 0.0..=100.0, "s", step 0.1;
        /// Number of directions that are spread over the whole sphere, or over the circle of a
        /// planar flock. A boid looks only along the directions that lie in its field of view. 1 to
        /// 1,000; default 48.
        pub rays: u32 = 48, 1.0..=1000.0, "", step 1.0;
        /// Full angle, in degrees, of the cone around the heading in which boids may look. 0 to
        /// 360; default 240.
        pub field_of_view: f32 = 240.0, 0.0..=360.0, "degrees", step 10.0;
        /// Full angle, in degrees, of the cone around the heading in which a boid looks along every
        /// direction, even if the way straight ahead is free. So it sees walls alongside. It is
        /// limited to the field of view. 0 to 360; default 60.
        pub examined_view: f32 = 60.0, 0.0..=360.0, "degrees", step 10.0;
        /// How boids steer towards the clear direction that they found. Default: they turn to it.
        pub steering: AvoidanceSteering = AvoidanceSteering::default();
        /// How the force of avoidance grows as geometry or an obstacle comes nearer. Default:
        /// linearly.
        pub growth: Growth = Growth::default();
        /// Shortest time between two looks of a boid, in seconds. With 0, a boid right before a
        /// surface looks in every step. A boid looks again after a third of the time that it needs
        /// to reach the nearest surface in sight, or the end of its sight if it sees none. 0 to 10;
        /// default 0.15.
        pub look_interval: f32 = 0.15, 0.0..=10.0, "s", step 0.01;
        /// Share of cohesion that is taken away right before geometry or an obstacle. Farther away
        /// less is taken away. So a flock parts around a pillar and does not bunch up in front of
        /// it. 0 to 1; default 1.
        pub cohesion_fade: f32 = 1.0, 0.0..=1.0, "", step 0.1;
        /// Largest number of rays that all boids of the flock together cast in a step; 0 sets no
        /// limit. The boids that would hit something soonest look first. The boids without a ray in
        /// this step go on with the result of their last look, and the statistics count them. One
        /// look needs one ray for each direction in the field of view, and one more: with a lower
        /// limit no boid looks. 0 to 1,000,000,000; default 0.
        pub ray_budget: u32 = 0, 0.0..=1_000_000_000.0, "", step 1000.0;
    }
}

choice! {
    /// How a boid steers towards the clear direction that it has found.
    pub enum AvoidanceSteering("9c2b7d10-4e6f-4f63-8a0e-3d5c1b7e9f28") {
        /// The boid turns to the direction, and so brakes before a wall. It turns with the full
        /// force if the direction is a quarter of a radian or more away from the heading, and with
        /// proportionally less if it is nearer. With `motion.steering: Velocity` a boid has no
        /// heading to turn, so it acts like `Toward`.
        #[default]
        Turn,
        /// The boid accelerates along the direction, as in the published aquarium.
        Toward,
    }
}

choice! {
    /// How the force of avoidance grows as geometry or an obstacle comes nearer.
    pub enum Growth("e41f5a7c-2b8d-4a19-b6c3-7f0d9e8a1c36") {
        /// The force does not grow: it is full as soon as a surface is seen, as in the published
        /// models.
        Constant,
        /// The force grows linearly, from zero where a surface comes in sight.
        #[default]
        Linear,
        /// The force grows with the square of the nearness: it sets in late and then rises fast.
        Quadratic,
    }
}
