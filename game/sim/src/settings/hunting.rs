//! Hunting: attacks on single boids of the prey.

use super::declare::*;

group! {
    /// Hunting: attacks on single boids of the prey.
    ///
    /// Applies to flocks with a relation of
    /// [`RelationKind::Hunt`](crate::world::RelationKind::Hunt) to their prey. Each hunter rests,
    /// shadows its prey, attacks one exposed boid, and then handles the boid if it is caught, or
    /// retreats if not. Hunters see prey within the radius of the relation; the weight of the
    /// relation limits their acceleration.
    pub struct Hunting("4f8e2d17-b6a3-4c90-8d5e-a1f07c3b9264") {
        /// Hunters attack single boids. Off: they move towards the mean position of their prey.
        /// Default: off.
        pub enabled: bool = false;
        /// Time of rest before hunters shadow their prey, in seconds. At the start each hunter
        /// waits for a part of it. 0 to 10,000; default 5. The pigeon model HoPE has 10.
        pub rest_time: f32 = 5.0, 0.0..=10_000.0, "s", step 0.5;
        /// Time for which hunters shadow their prey before they attack, in seconds. 0 to 10,000;
        /// default 5. HoPE has 20.
        pub shadow_time: f32 = 5.0, 0.0..=10_000.0, "s", step 0.5;
        /// Distance from their prey at which hunters shadow it, in metres. 0 to 10,000; default 3.
        /// HoPE has 40.
        pub shadow_distance: f32 = 3.0, 0.0..=10_000.0, "m", step 0.5;
        /// Angle between the heading of the prey and the direction in which a hunter shadows it, to
        /// the left or to the right, in degrees. 0 to 180; default 150, as in HoPE.
        pub shadow_angle: f32 = 150.0, 0.0..=180.0, "degrees", step 5.0;
        /// Longest duration of an attack, in seconds. 0 to 10,000; default 15, as in HoPE.
        pub attack_time: f32 = 15.0, 0.0..=10_000.0, "s", step 0.5;
        /// Gain of proportional navigation: the heading of a hunter turns this many times as fast
        /// as the line of sight to its prey. 0 to 100; default 5, as in StarDisplay.
        pub navigation: f32 = 5.0, 0.0..=100.0, "", step 0.5;
        /// Least exposure at which a boid is attacked. The exposure is the length of the mean
        /// direction to its neighbours within the largest radius of its rules: about 0 amid the
        /// flock, 1 apart from it. 0 to 1; default 0.35.
        pub exposed: f32 = 0.35, 0.0..=1.0, "", step 0.05;
        /// Exposure below which a hunter loses the boid that it attacks. It counts from one second
        /// after the attack began. 0 to 1; default 0.2.
        pub lost: f32 = 0.2, 0.0..=1.0, "", step 0.05;
        /// Distance between hunter and prey at which the prey is caught, in metres. 0 to 10,000;
        /// default 0.1.
        pub catch_distance: f32 = 0.1, 0.0..=10_000.0, "m", step 0.05;
        /// What happens to prey that is caught. Default: it is removed.
        pub catch: Catch = Catch::default();
        /// Time after a catch for which a hunter does not hunt, in seconds. 0 to 10,000; default
        /// 10. StarDisplay has 100.
        pub handling_time: f32 = 10.0, 0.0..=10_000.0, "s", step 0.5;
        /// Time for which a hunter retreats if its prey escaped, in seconds. 0 to 10,000; default
        /// 3.
        pub retreat_time: f32 = 3.0, 0.0..=10_000.0, "s", step 0.5;
    }
}

choice! {
    /// What happens to prey that is caught. In both cases the event
    /// [`EventKind::Caught`](crate::events::EventKind::Caught) reports the catch.
    pub enum Catch("b3c7e05d-2f94-4e1a-9c68-0d5a7b1f8e42") {
        /// The boid is removed from its flock.
        #[default]
        Remove,
        /// The boid stays; the game decides what to do with it.
        Report,
    }
}
