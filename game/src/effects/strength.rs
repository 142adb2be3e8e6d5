//! The strength of a script's effect on boids.

use crate::declare::*;
use flock_sim::influences::{FallOff, Influence, InfluenceKind};

group! {
    /// The strength and the reach of an effect on boids. The effect is an acceleration that
    /// competes with the accelerations of the rules for `motion.max_acceleration`; avoidance, the
    /// boundary and the level take precedence.
    #[derive(Copy)]
    pub struct Strength("f2a6c8d1-7e43-4b90-9d5c-18b3e0f74a62") {
        /// Largest acceleration, in m/s², or velocity in m/s if the rules set the velocity. 0 to
        /// 10,000; default 5.
        pub weight: f32 = 5.0, 0.0..=10000.0, step 0.5;
        /// Distance over which the effect falls off, in metres. 0.001 to 100,000; default 10.
        pub reach: f32 = 10.0, 0.001..=100000.0, step 0.5;
        /// How the effect falls off with the distance. Default: linearly.
        pub fall_off: FallOff = FallOff::Linear;
        /// Fraction of the boids that are affected, always the same boids: a few that know the way
        /// lead the others. 0 to 1; default 1.
        pub share: f32 = 1.0, 0.0..=1.0, step 0.05;
    }
}

impl Strength {
    pub(super) fn of(self, kind: InfluenceKind) -> Influence {
        Influence {
            weight: self.weight,
            reach: self.reach,
            fall_off: self.fall_off,
            share: self.share,
            ..Influence::new(kind)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flock_sim::Vec3;

    #[test]
    fn defaults_are_those_of_influences() {
        let kind = InfluenceKind::Target {
            point: Vec3::zeros(),
            slowing: 0.0,
        };
        assert_eq!(Strength::default().of(kind.clone()), Influence::new(kind));
    }
}
