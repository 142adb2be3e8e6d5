//! Level of detail of the simulation.

use super::declare::*;

group! {
    /// Level of detail of the simulation: boids far from all viewers
    /// ([`Flock::set_viewers`](crate::Flock::set_viewers)) steer every second, fourth or eighth step.
    /// They move in every step, swept against geometry and obstacles as all boids. Without viewers all
    /// boids steer in every step.
    pub struct Detail("5b8f2c1e-90d4-4a67-b3f8-0c6e7d21a95b") {
        /// Boids far away steer less often. Default: off.
        pub enabled: bool = false;
        /// Distance from the nearest viewer beyond which boids steer every second step, in metres. 0
        /// to 10,000; default 40.
        pub second: f32 = 40.0, 0.0..=10_000.0, "m", step 1.0;
        /// Distance beyond which they steer every fourth step, in metres; at least the one before. 0 to
        /// 10,000; default 80.
        pub fourth: f32 = 80.0, 0.0..=10_000.0, "m", step 1.0;
        /// Distance beyond which they steer every eighth step, in metres; at least the one before. 0 to
        /// 10,000; default 160.
        pub eighth: f32 = 160.0, 0.0..=10_000.0, "m", step 1.0;
        /// Boids that steer every eighth step, or would, sleep while no viewer sees them: they stay where
        /// they are, unless a moving obstacle pushes them. Default: off.
        pub sleep: bool = false;
    }
}
