//! Level of detail of the simulation.

use super::declare::*;

group! {
    /// Level of detail of the simulation: boids far from all viewers steer less often.
    ///
    /// Viewers are set with [`Flock::set_viewers`](crate::Flock::set_viewers). Far boids steer in
    /// every second, fourth or eighth step. All boids still move in every step, and the sweep
    /// against geometry and obstacles still limits each move. Without viewers all boids steer in
    /// every step.
    pub struct Detail("5b8f2c1e-90d4-4a67-b3f8-0c6e7d21a95b") {
        /// Boids far from all viewers steer less often. Default: off.
        pub enabled: bool = false;
        /// Distance from the nearest viewer, in metres, beyond which boids steer in every second
        /// step. 0 to 10,000; default 40.
        pub second: f32 = 40.0, 0.0..=10_000.0, "m", step 1.0;
        /// Distance from the nearest viewer, in metres, beyond which boids steer in every fourth
        /// step. A value below `second` counts as `second`. 0 to 10,000; default 80.
        pub fourth: f32 = 80.0, 0.0..=10_000.0, "m", step 1.0;
        /// Distance from the nearest viewer, in metres, beyond which boids steer in every eighth
        /// step. A value below `fourth` counts as `fourth`. 0 to 10,000; default 160.
        pub eighth: f32 = 160.0, 0.0..=10_000.0, "m", step 1.0;
        /// Boids beyond the distance `eighth` sleep while no viewer sees them: they stay where they
        /// are, unless a moving obstacle pushes them. Default: off.
        pub sleep: bool = false;
    }
}
