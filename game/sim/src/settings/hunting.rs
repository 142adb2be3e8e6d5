//! Hunting in attacks.

use super::declare::*;

group! {
    /// Hunting in attacks, by flocks to which others are related by
    /// [`RelationKind::Hunt`](crate::world::RelationKind::Hunt): each hunter rests, shadows its
    /// prey, attacks one exposed boid of it, handles it if it is caught, or else retreats. Seen is
    /// what is within the relation's radius; the relation's weight limits the acceleration.
    pub struct Hunting("4f8e2d17-b6a3-4c90-8d5e-a1f07c3b9264") {
        /// Hunters attack. Off: they move towards the mean place of their prey. Default: off.
        pub enabled: bool = false;
        /// Time of rest before hunters shadow their prey, in seconds; at the start, a part of it.
        /// 0 to 10,000; default 5. The pigeon model HoPE has 10.
        pub rest_time: f32 = 5.0, 0.0..=10_000.0, "s", step 0.5;
        /// Time for which they shadow it, in seconds. 0 to 10,000; default 5. HoPE has 20.
        pub shadow_time: f32 = 5.0, 0.0..=10_000.0, "s", step 0.5;
        /// Distance from the prey that they shadow, in metres. 0 to 10,000; default 3. HoPE has 40.
        pub shadow_distance: f32 = 3.0, 0.0..=10_000.0, "m", step 0.5;
        /// Angle from the heading of the prey at which they shadow it, to one side or the other, in
        /// degrees. 0 to 180; default 150, as in HoPE.
        pub shadow_angle: f32 = 150.0, 0.0..=180.0, "degrees", step 5.0;
        /// Longest time of an attack, in seconds. 0 to 10,000; default 15, as in HoPE.
        pub attack_time: f32 = 15.0, 0.0..=10_000.0, "s", step 0.5;
        /// Gain of proportional navigation: a hunter turns so many times as fast as the direction
        /// to its prey. 0 to 100; default 5, as in StarDisplay.
        pub navigation: f32 = 5.0, 0.0..=100.0, "", step 0.5;
        /// Exposure from which prey is attacked: the length of the mean direction to its neighbours
        /// within the largest radius of its rules, about 0 amid the flock and 1 apart from it. 0 to
        /// 1; default 0.35.
        pub exposed: f32 = 0.35, 0.0..=1.0, "", step 0.05;
        /// Exposure below which prey is lost, a second after the attack began or later. 0 to 1;
        /// default 0.2.
        pub lost: f32 = 0.2, 0.0..=1.0, "", step 0.05;
        /// Distance between hunter and prey at which it is caught, in metres. 0 to 10,000; default
        /// 0.1.
        pub catch_distance: f32 = 0.1, 0.0..=10_000.0, "m", step 0.05;
        /// What becomes of prey that is caught. Default: it is removed.
        pub catch: Catch = Catch::default();
        /// Time after a catch in which a hunter does not hunt, in seconds. 0 to 10,000; default 10.
        /// StarDisplay has 100.
        pub handling_time: f32 = 10.0, 0.0..=10_000.0, "s", step 0.5;
        /// Time of retreat from prey that escaped, in seconds. 0 to 10,000; default 3.
        pub retreat_time: f32 = 3.0, 0.0..=10_000.0, "s", step 0.5;
    }
}

choice! {
    /// What becomes of prey that is caught. The event
    /// [`EventKind::Caught`](crate::events::EventKind::Caught) tells in both cases.
    pub enum Catch("b3c7e05d-2f94-4e1a-9c68-0d5a7b1f8e42") {
        /// It is removed.
        #[default]
        Remove,
        /// It is reported only; the game decides.
        Report,
    }
}
