//! Emitters: where their boids appear, and when they are removed.

use crate::{
    math::Vec3,
    settings::{
        input::*,
        validation::{Check, SettingsError},
        Region,
    },
};

/// Largest number of boids of an emitter.
pub(crate) const MOST_ALIVE: u32 = Emitter::most_alive.max as u32;

input! {
    /// A place where boids appear, and the conditions that remove them. See
    /// [`Flock::add_emitter`](crate::Flock::add_emitter).
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Emitter {
        /// Volume in the flock's frame in which boids start, at random places clear of geometry.
        /// Default: a sphere with a radius of 1 m.
        pub region: Region = Region::default();
        /// Velocity of the boids at the start, in the flock's frame, in m/s. Within ±10,000
        /// in every component; default `None`, which gives each a random direction and
        /// `spawn.speed`.
        pub velocity: Option<Vec3> = None, -10000.0..=10000.0, "m/s";
        /// Boids per second of an endless stream. 0 to 100,000; default 0, with which only
        /// [bursts](crate::Flock::burst) release boids.
        pub rate: f32 = 0.0, 0.0..=100000.0, "boids/s";
        /// Largest number of living boids of this emitter; further ones are left out until some are
        /// removed. 0 to 1,000,000; default 1,000.
        pub most_alive: u32 = 1000, 0.0..=1000000.0, "";
        /// Time in seconds after which a boid is removed. 0 to 1,000,000; default `None`: never.
        pub lifetime: Option<f32> = None, 0.0..=1000000.0, "s";
        /// Distance in metres from the centre of the region beyond which a boid is removed. 0 to
        /// 100,000; default `None`: no limit.
        pub farthest: Option<f32> = None, 0.0..=100000.0, "m";
        /// Volume in the flock's frame in which a boid is removed, such as a den or the edge of the
        /// level. Default: `None`.
        pub exit: Option<Region> = None;
        /// False if the emitter is off: no boids appear, and none of its boids are removed.
        /// Default: true.
        pub enabled: bool = true;
    }
}

impl Emitter {
    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are always out of range.
    ///
    /// ```
    /// use flock_sim::emitters::Emitter;
    ///
    /// let error = Emitter { rate: -1.0, ..Emitter::default() }.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "emitter.rate is -1; allowed: 0 to 100000 boids/s");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.volume("emitter.region", &self.region);
        self.check_ranges("emitter", &mut check);
        if let Some(exit) = &self.exit {
            check.volume("emitter.exit", exit);
        }
        check.finish()
    }

    /// True if the emitter has a condition that removes boids.
    pub(crate) fn ends_lives(&self) -> bool {
        self.lifetime.is_some() || self.farthest.is_some() || self.exit.is_some()
    }

    /// True if a boid at this position in the flock's frame, `age` seconds old, is to be removed.
    pub(crate) fn ends(&self, place: Vec3, age: f64) -> bool {
        let center = self.region.center();
        let is_far = |farthest| (place - center).norm() > farthest;
        self.lifetime
            .is_some_and(|lifetime| age >= f64::from(lifetime))
            || self.farthest.is_some_and(is_far)
            || self.exit.is_some_and(|exit| exit.contains(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_tells_the_ranges() {
        assert_documented::<Emitter>();
    }
}
