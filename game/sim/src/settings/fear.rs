//! Fear: flight from threats.

use super::declare::*;

group! {
    /// Fear: flight from threats.
    ///
    /// Threats are the predators that the game moves
    /// ([`Flock::add_predator`](crate::Flock::add_predator)), and the boids of each flock to which
    /// the relation is [`RelationKind::Flee`](crate::world::RelationKind::Flee); for these boids
    /// the radius and weight of the relation apply. Boids flee from a scare
    /// ([`Flock::scare`](crate::Flock::scare)) also without fear. `motion.max_acceleration` does
    /// not limit flight.
    pub struct Fear("7c5d1f8a-3b64-4f0e-9a72-1e6b8d40c9f3") {
        /// Boids flee from threats. Default: off.
        pub enabled: bool = false;
        /// Acceleration, in m/s², with which boids flee from a predator whose threat is 1. 0 to
        /// 10,000; default 8.
        pub weight: f32 = 8.0, 0.0..=10_000.0, "m/s²", step 0.1;
        /// Distance, in metres, within which boids see predators. 0.001 to 10,000; default 2.
        pub radius: f32 = 2.0, 0.001..=10_000.0, "m", step 0.1;
        /// Time between two looks of a boid for threats and for panic around it, in seconds. So a
        /// boid reacts after half of this time on average. It is at least one step. 0 to 10;
        /// default 0.076, as measured in starlings.
        pub reaction_time: f32 = 0.076, 0.0..=10.0, "s", step 0.01;
        /// How boids flee from a threat. Default: chosen by the speed and direction of the attack.
        pub manoeuvre: Manoeuvre = Manoeuvre::default();
        /// Full angle, in degrees, of the cone in which boids keep the threat in view during a
        /// fountain. With 300 they flee at 30 degrees to the direction straight away from it. 0 to
        /// 360; default 300.
        pub field_of_view: f32 = 300.0, 0.0..=360.0, "degrees", step 5.0;
        /// Speed of a threat, as a share of `motion.max_speed`, below which `Automatic` chooses a
        /// vacuole. 0 to 100; default 0.5.
        pub slow: f32 = 0.5, 0.0..=100.0, "", step 0.05;
        /// Speed of a threat, as a multiple of `motion.max_speed`, from which `Automatic` chooses a
        /// flash expansion. 0 to 100; default 2.
        pub fast: f32 = 2.0, 0.0..=100.0, "", step 0.05;
        /// Angle of a dive below the horizontal, in degrees, from which `Automatic` treats it as an
        /// attack from above and chooses a flash expansion. 0 to 90; default 45.
        pub steep: f32 = 45.0, 0.0..=90.0, "degrees", step 5.0;
        /// Factor by which a flash expansion multiplies `weight`. 0 to 100; default 3.
        pub burst: f32 = 3.0, 0.0..=100.0, "", step 0.1;
        /// Time for which boids regroup after a flight, in seconds. 0 to 1,000; default 2.
        pub regroup_time: f32 = 2.0, 0.0..=1000.0, "s", step 0.1;
        /// Factor by which cohesion is multiplied while boids regroup. 0 to 100; default 2.
        pub regroup_cohesion: f32 = 2.0, 0.0..=100.0, "", step 0.1;
    }
}

choice! {
    /// How boids within the radius of a threat flee from it.
    pub enum Manoeuvre("d0a9f6b2-5e17-4c38-8b41-72f3c6e9a805") {
        /// The speed and direction of the threat decide, after Storms and others (2019).
        ///
        /// Slower than `slow`: `Vacuole`. Up to the largest speed of the flock: `Fountain`. Faster:
        /// `Turn`, with a wave of panic. As fast as `fast`, or in a dive of `steep` or more:
        /// `FlashExpansion`. A vacuole or flash expansion that is chosen here begins no panic.
        #[default]
        Automatic,
        /// Boids turn at right angles to the threat's heading, with the same weight at any
        /// distance, so that the flock splits. As in the pigeon model HoPE (Papadopoulou and
        /// others, 2022).
        Turn,
        /// Boids flee straight away from the threat. The weight falls linearly to 0 at the radius,
        /// so that an empty space forms around the threat.
        Vacuole,
        /// Boids flee at an angle that just keeps the threat in view, and towards its tail, so that
        /// the flock flows around the threat and joins behind it (Hall and others, 1986).
        ///
        /// The angle to the direction straight away from the threat is half of the blind part of
        /// `field_of_view`. The weight is the same at any distance.
        Fountain,
        /// Boids burst straight away from the threat, with `burst` times the weight, the same at
        /// any distance.
        FlashExpansion,
    }
}
