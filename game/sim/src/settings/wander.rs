//! Wandering: random steering.

use super::declare::*;

group! {
    /// Wandering: each boid steers in its own random direction, which changes smoothly.
    pub struct Wander("2b6f0a94-8a51-4a0e-b1d8-1f0c6f7a9d43") {
        /// Boids wander. Default: off.
        pub enabled: bool = false;
        /// Acceleration in the random direction, in m/s². 0 to 10,000; default 1.
        pub weight: f32 = 1.0, 0.0..=10_000.0, "m/s²", step 0.1;
        /// Time in which the direction changes to a new random one, in seconds. 0.01 to 1,000;
        /// default 1.5.
        pub change_time: f32 = 1.5, 0.01..=1000.0, "s", step 0.1;
        /// Only boids without a neighbour for any rule wander. Default: off.
        pub only_alone: bool = false;
    }
}

impl Wander {
    /// True if wandering is enabled and has a weight above 0.
    pub(crate) fn acts(&self) -> bool {
        self.enabled && self.weight > 0.0
    }
}
