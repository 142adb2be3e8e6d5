//! Size, turning and tail beat of the drawn bodies.

use super::declare::*;

group! {
    /// Size, turning and tail beat of the drawn bodies. None of this changes the motion of the
    /// boids.
    pub struct Body("0b9a4d0f-6f3e-4b1c-9c0a-7f2d7c1f0a35") {
        /// Scale of the body model. 1 draws the model in its own size. 0.0001 to 10,000; default 1.
        pub scale: f32 = 1.0, 0.0001..=10_000.0, "", step 0.1;
        /// Largest random deviation of a body's size from `scale`, as a share of it: 0.2 draws
        /// bodies at 80% to 120%. 0 to 0.9; default 0.15.
        pub scale_variation: f32 = 0.15, 0.0..=0.9, "", step 0.05;
        /// Length of the body that rays and swept spheres of queries hit, in metres. The body is a
        /// capsule along the direction in which the boid is drawn, with the radius
        /// `collision.body_radius`. If the length is not above twice that radius, the body is a
        /// ball. 0 to 1,000; default 0.
        pub length: f32 = 0.0, 0.0..=1000.0, "m", step 0.05;
        /// Direction in which a drawn body points. Default: its velocity.
        pub facing: Facing = Facing::default();
        /// Time constant with which a drawn body turns to a new heading, in seconds. 0 turns it at
        /// once. 0 to 10; default 0.12.
        pub turn_time: f32 = 0.12, 0.0..=10.0, "s", step 0.01;
        /// How far drawn bodies roll into turns. The tangent of the roll angle is this factor times
        /// the sideways acceleration in units of gravity; the angle is at most 80 degrees. 1 banks
        /// as an aircraft does, 0 keeps bodies upright. The roll follows with the time constant
        /// `turn_time`. 0 to 2; default 0.
        pub banking: f32 = 0.0, 0.0..=2.0, "", step 0.1;
        /// Beats of the tail or the wings per second while the boid is at rest. 0 to 100; default
        /// 0.6.
        #[cfg_attr(feature = "reflect", reflect(display_name = "Beats at Rest"))]
        pub beats_per_second: f32 = 0.6, 0.0..=100.0, "beats/s", step 0.1;
        /// Beats that are added for each metre travelled, so that the beat follows the speed. 0 to
        /// 1,000; default 2.5.
        #[cfg_attr(feature = "reflect", reflect(display_name = "Beats a Metre"))]
        pub beats_per_metre: f32 = 2.5, 0.0..=1000.0, "beats/m", step 0.1;
    }
}

choice! {
    /// Direction in which a drawn body points.
    pub enum Facing("c93e5b1f-7d0a-4f36-8a7e-5e1d2b6f0a49") {
        /// The body points along the velocity of the boid.
        #[default]
        Velocity,
        /// The body points along the mean velocity of the boid's neighbours for alignment, or along
        /// its own velocity if it has no such neighbour.
        Alignment,
    }
}
