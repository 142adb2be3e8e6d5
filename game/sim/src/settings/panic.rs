//! Panic: a sharp turn that passes from boid to boid.

use super::declare::*;

group! {
    /// Panic: a sharp turn to one side and back, which passes from boid to boid as a wave.
    ///
    /// The nearest neighbours of a boid in panic copy it. A panic begins near threats. After the
    /// model StarDisplay of starlings; Attanasi and others (2014) measured turns that cross flocks
    /// at 20 to 40 m/s.
    pub struct Panic("9e41b7c6-08d2-4a5f-b6e3-5c7fa12d8e90") {
        /// Boids panic. Default: off.
        pub enabled: bool = false;
        /// Closeness from which a boid panics. The closeness of a predator is threat · (1 -
        /// distance / radius); for a scare, the share of its strength that is left stands for the
        /// threat. 0 to 1; default 0.5.
        pub onset: f32 = 0.5, 0.0..=1.0, "", step 0.05;
        /// Sideways acceleration in a panic, in m/s². 0 to 10,000; default 8.
        pub weight: f32 = 8.0, 0.0..=10_000.0, "m/s²", step 0.1;
        /// Number of nearest neighbours that copy the panic of a boid. They lie within the largest
        /// radius of the rules. 1 to 16; default 6.
        pub neighbours: u32 = 6, 1.0..=16.0, "boids", step 1.0;
        /// Age of a panic at which neighbours see it, in seconds. They copy it at their next look,
        /// see `fear.reaction_time`. It is at least one step. 0 to 10; default 0.05.
        pub latency: f32 = 0.05, 0.0..=10.0, "s", step 0.01;
        /// Age of a panic up to which the boid turns to one side, in seconds. 0 to 10; default
        /// 0.25.
        pub turn_time: f32 = 0.25, 0.0..=10.0, "s", step 0.01;
        /// Age of a panic up to which the boid turns back, in seconds. 0 to 10; default 0.55.
        pub return_time: f32 = 0.55, 0.0..=10.0, "s", step 0.01;
        /// Age of a panic up to which the boid does not panic again, in seconds. 0 to 1,000;
        /// default 3.
        pub deaf_time: f32 = 3.0, 0.0..=1000.0, "s", step 0.1;
    }
}
