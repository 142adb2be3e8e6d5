//! Flight from hunters.

use super::declare::*;

group! {
    /// Flight from hunters: those that the game moves
    /// ([`Flock::add_hunter`](crate::Flock::add_hunter)) and the boids of flocks to which the
    /// relation is [`RelationKind::Flee`](crate::world::RelationKind::Flee), with the relation's
    /// radius and weight. Flight is not subject to `motion.max_acceleration`.
    pub struct Fear("7c5d1f8a-3b64-4f0e-9a72-1e6b8d40c9f3") {
        /// Boids flee from hunters. Default: off.
        pub enabled: bool = false;
        /// Acceleration of flight from a hunter of threat 1 that the game moves, in m/s². 0 to
        /// 10,000; default 8.
        pub weight: f32 = 8.0, 0.0..=10_000.0, "m/s²", step 0.1;
        /// Distance within which boids see hunters that the game moves, in metres. 0.001 to 10,000;
        /// default 2.
        pub radius: f32 = 2.0, 0.001..=10_000.0, "m", step 0.1;
        /// Time between two looks of a boid for hunters and for panic around it, in seconds: it
        /// reacts after half of this on average. At least a step. 0 to 10; default 0.076, as of
        /// starlings.
        pub reaction_time: f32 = 0.076, 0.0..=10.0, "s", step 0.01;
        /// How boids flee. Default: as the speed and the direction of the attack demand.
        pub manoeuvre: Manoeuvre = Manoeuvre::default();
        /// Full angle of the cone in which boids keep the hunter in view during a fountain, in
        /// degrees: with 300 they flee at 30 degrees from straight away. 0 to 360; default 300.
        pub field_of_view: f32 = 300.0, 0.0..=360.0, "degrees", step 5.0;
        /// Speed of a hunter, as a share of `motion.max_speed`, below which an automatic manoeuvre
        /// is a vacuole. 0 to 100; default 0.5.
        pub slow: f32 = 0.5, 0.0..=100.0, "", step 0.05;
        /// Speed of a hunter, as a multiple of `motion.max_speed`, from which an automatic
        /// manoeuvre is a flash expansion. 0 to 100; default 2.
        pub fast: f32 = 2.0, 0.0..=100.0, "", step 0.05;
        /// Angle below the horizontal from which a dive is an attack from above, answered by a
        /// flash expansion, in degrees. 0 to 90; default 45.
        pub steep: f32 = 45.0, 0.0..=90.0, "degrees", step 5.0;
        /// Factor of the weight in a flash expansion. 0 to 100; default 3.
        pub burst: f32 = 3.0, 0.0..=100.0, "", step 0.1;
        /// Time after the flight in which boids regroup, in seconds. 0 to 1,000; default 2.
        pub regroup_time: f32 = 2.0, 0.0..=1000.0, "s", step 0.1;
        /// Factor of cohesion while they regroup. 0 to 100; default 2.
        pub regroup_cohesion: f32 = 2.0, 0.0..=100.0, "", step 0.1;
    }
}

choice! {
    /// How boids flee from a hunter, within its radius.
    pub enum Manoeuvre("d0a9f6b2-5e17-4c38-8b41-72f3c6e9a805") {
        /// By the hunter's speed and direction, after Storms and others (2019): from a slow one as
        /// in a vacuole; from one that is no faster than the flock as in a fountain; from a faster
        /// one by turning, with the wave of panic; by a flash expansion from one that is as `fast`,
        /// or dives `steep`ly. Vacuole and flash expansion begin no panic.
        #[default]
        Automatic,
        /// They turn normal to the hunter's heading, with the same weight at any distance, as in
        /// the pigeon model HoPE (Papadopoulou and others, 2022): the flock splits.
        Turn,
        /// They flee straight away from the hunter, with a weight that falls linearly to 0 at the
        /// radius: an empty space around the hunter.
        Vacuole,
        /// They flee at an angle of half the blind part of their view from straight away, towards
        /// the hunter's tail, with the same weight at any distance (Hall and others, 1986): the
        /// flock flows around the hunter and joins behind it.
        Fountain,
        /// They burst straight away from the hunter, with `burst` times the weight at any distance.
        FlashExpansion,
    }
}
