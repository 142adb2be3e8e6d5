//! Neighbours that count, and their weights.

use super::declare::*;

group! {
    /// Neighbours that count, and their weights.
    pub struct Neighbours("e8a3d1f5-6a0f-4a55-9c53-9d3d0a1b6e27") {
        /// Quantity that alignment takes from the neighbours. Default: their velocities.
        pub align_to: AlignTo = AlignTo::default();
        /// Counts only the nearest boids, as starlings heed their six or seven nearest. They are
        /// chosen first, all around, among the boids within the largest radius of the rules that
        /// act; the radius and the field of view of each rule then leave some of them out, and no
        /// others take their places. Default: off.
        pub nearest_only: bool = false;
        /// Number of nearest boids that count. Of boids equally far away those with the lower slots
        /// do. 1 to 32; default 7.
        pub nearest: u32 = 7, 1.0..=32.0, "", step 1.0;
        /// Gives boids that are too close more weight in separation. Default: off.
        pub too_close: bool = false;
        /// Distance below which boids are too close, in metres; at most the radius of separation.
        /// 0.001 to 10,000; default 0.1.
        pub too_close_radius: f32 = 0.1, 0.001..=10_000.0, "m", step 0.05;
        /// Additional weight of a boid that is too close, in neighbours. 0 to 1,000; default 12.
        pub too_close_weight: f32 = 12.0, 0.0..=1000.0, "", step 1.0;
        /// Multiplies cohesion by a factor in a crowd. Default: off.
        pub crowding: bool = false;
        /// Largest number of neighbours for cohesion that is no crowd yet. 0 to 10,000; default 10.
        pub crowd: u32 = 10, 0.0..=10_000.0, "", step 1.0;
        /// Factor of cohesion in a crowd; below 0 the crowd repels. -100 to 1; default -0.25.
        pub crowd_factor: f32 = -0.25, -100.0..=1.0, "", step 0.05;
    }
}

choice! {
    /// Quantity that alignment takes from the neighbours.
    pub enum AlignTo("6d0b1f2e-4c53-49d7-8a4e-0b9a7f3c1e58") {
        /// Their velocities: fast neighbours count for more.
        #[default]
        Velocity,
        /// Their headings, whatever their speeds.
        Heading,
        /// The differences of their velocities from the boid's own: it stops steering once it flies
        /// as they do.
        VelocityDifference,
    }
}
