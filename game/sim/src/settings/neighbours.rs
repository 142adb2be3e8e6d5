//! Which neighbours count, and with what weight.

use super::declare::*;

group! {
    /// Which neighbours count, and with what weight.
    pub struct Neighbours("e8a3d1f5-6a0f-4a55-9c53-9d3d0a1b6e27") {
        /// What alignment takes from the neighbours. Default: their velocities.
        pub align_to: AlignTo = AlignTo::default();
        /// Counts only the nearest boids, as starlings heed their six or seven nearest.
        ///
        /// First the `nearest` boids are chosen, in all directions, within the largest radius of
        /// the active rules. Then the radius and the field of view of each rule may exclude some of
        /// them; no other boids replace these. Default: off.
        pub nearest_only: bool = false;
        /// Number of nearest boids that count. Of boids at the same distance, those with the lowest
        /// slots count. 1 to 32; default 7.
        pub nearest: u32 = 7, 1.0..=32.0, "", step 1.0;
        /// Gives more weight in separation to boids that are too close. Default: off.
        pub too_close: bool = false;
        /// Distance below which a boid is too close, in metres. It is limited to the radius of
        /// separation. 0.001 to 10,000; default 0.1.
        pub too_close_radius: f32 = 0.1, 0.001..=10_000.0, "m", step 0.05;
        /// Weight that a boid that is too close gets in addition: with 12 it counts as 13
        /// neighbours. 0 to 1,000; default 12.
        pub too_close_weight: f32 = 12.0, 0.0..=1000.0, "", step 1.0;
        /// Multiplies cohesion by `crowd_factor` in a crowd. Default: off.
        pub crowding: bool = false;
        /// Number of neighbours for cohesion above which they are a crowd. 0 to 10,000; default 10.
        pub crowd: u32 = 10, 0.0..=10_000.0, "", step 1.0;
        /// Factor by which cohesion is multiplied in a crowd. Below 0, the crowd repels. -100 to 1;
        /// default -0.25.
        pub crowd_factor: f32 = -0.25, -100.0..=1.0, "", step 0.05;
    }
}

choice! {
    /// What alignment takes from the neighbours.
    pub enum AlignTo("6d0b1f2e-4c53-49d7-8a4e-0b9a7f3c1e58") {
        /// The velocities of the neighbours: fast neighbours count for more.
        #[default]
        Velocity,
        /// The headings of the neighbours: their speeds do not matter.
        Heading,
        /// The differences between the neighbours' velocities and the boid's own velocity. The rule
        /// asks for nothing once the boid flies as its neighbours do.
        VelocityDifference,
    }
}
