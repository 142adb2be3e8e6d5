//! Settings of one steering rule.

use super::declare::*;

group! {
    /// Settings of one steering rule.
    ///
    /// Cohesion, separation and alignment have their own defaults, see
    /// [`Settings`](crate::Settings). If a preset gives only some fields of a rule, the other
    /// fields are those of [`Rule::default`].
    pub struct Rule("5b8f2c6e-0d0e-4f0b-9f63-0a4de9b5b0a2") {
        /// Switches the rule on. Default: on.
        pub enabled: bool = true;
        /// Acceleration, in m/s², with the normalization `Direction`. With another normalization it
        /// is the factor of the mean or the sum. 0 to 10,000. Each rule has its own default.
        pub weight: f32 = 1.0, 0.0..=10_000.0, "m/s²", step 0.1;
        /// Distance below which boids are neighbours for this rule, in metres. 0.001 to 10,000.
        /// Each rule has its own default.
        pub radius: f32 = 1.0, 0.001..=10_000.0, "m", step 0.05;
        /// How the sum over the neighbours is normalised. Default: to a direction.
        pub normalization: Normalization = Normalization::Direction;
        /// Full angle, in degrees, of the cone ahead in which a boid sees neighbours for this rule:
        /// with 270 it does not see the quarter turn behind it.
        ///
        /// Ahead is the direction of the velocity before the step, not projected onto the plane of
        /// a planar flock. A boid at rest sees in all directions. 0 to 360; default 360.
        pub field_of_view: f32 = 360.0, 0.0..=360.0, "degrees", step 5.0;
        /// Damping of sudden turns: the share of the boid's own heading that is mixed into the mean
        /// (or the sum) before its length is normalised.
        ///
        /// The heading is the direction ahead as in `field_of_view`. Without a neighbour the rule
        /// has no wish, and nothing is mixed in. 0 to 1; default 0.
        pub damping: f32 = 0.0, 0.0..=1.0, "", step 0.05;
    }
}

choice! {
    /// How the sum over the neighbours is normalised.
    ///
    /// The sum is over the offsets to the neighbours (cohesion, separation) or over the vectors
    /// that the boid aligns with.
    pub enum Normalization("4a2f5f0c-9be6-4f5e-8d0a-2f1f6f3d7c90") {
        /// Direction of the mean, with length 1: every boid with a neighbour steers with the full
        /// weight.
        ///
        /// Where neighbours balance each other, the direction alternates from step to step, and
        /// turns the boid by up to weight · time step / speed each time. A weight of 1.5 /s times
        /// the usual speed keeps that below 1.5 degrees at 60 steps a second.
        #[default]
        Direction,
        /// The mean: far neighbours pull harder.
        Mean,
        /// The mean, shortened to length 1 if it is longer.
        LimitedMean,
        /// The sum: many neighbours pull harder.
        Sum,
    }
}

impl Rule {
    /// An enabled rule with a weight in m/s² and a radius in metres. It uses
    /// `Normalization::Direction`, a field of view of 360 degrees and no damping.
    pub const fn new(weight: f32, radius: f32) -> Self {
        Self {
            enabled: true,
            weight,
            radius,
            normalization: Normalization::Direction,
            field_of_view: 360.0,
            damping: 0.0,
        }
    }

    /// True if the rule is enabled and has a weight above 0.
    pub(crate) fn acts(&self) -> bool {
        self.enabled && self.weight > 0.0
    }
}
