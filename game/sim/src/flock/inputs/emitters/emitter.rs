//! What an emitter is: where its boids appear, and what ends their lives.

use crate::{
    math::Vec3,
    settings::{
        validation::{Check, SettingsError},
        Region,
    },
};
use serde::{Deserialize, Serialize};

/// Largest number of boids of an emitter.
pub(crate) const MOST_ALIVE: u32 = 1_000_000;

/// A place where boids appear, and what ends their lives. See
/// [`Flock::add_emitter`](crate::Flock::add_emitter).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Emitter {
    /// Volume in the flock's frame in which they start, at random places clear of geometry.
    /// Default: a sphere with a radius of 1 m.
    pub region: Region,
    /// Their velocity at the start in the flock's frame, in m/s. Default: none, which takes a
    /// random direction and `spawn.speed`.
    pub velocity: Option<Vec3>,
    /// Boids per second of an endless stream. 0 to 100,000; default 0, for
    /// [bursts](crate::Flock::burst) only.
    pub rate: f32,
    /// Largest number of its boids at a time; further ones are left out until some are removed. 0
    /// to 1,000,000; default 1,000.
    pub most_alive: u32,
    /// Time after which a boid is removed, in seconds. 0 to 1,000,000; default: none.
    pub lifetime: Option<f32>,
    /// Distance from the centre of the region beyond which a boid is removed, in metres. 0 to
    /// 100,000; default: none.
    pub farthest: Option<f32>,
    /// Volume in the flock's frame in which a boid is removed: a den, the edge of the level.
    /// Default: none.
    pub exit: Option<Region>,
    /// False if it is switched off: no boids appear, and none of its own are removed. Default: on.
    pub enabled: bool,
}

impl Default for Emitter {
    fn default() -> Self {
        Self {
            region: Region::default(),
            velocity: None,
            rate: 0.0,
            most_alive: 1000,
            lifetime: None,
            farthest: None,
            exit: None,
            enabled: true,
        }
    }
}

impl Emitter {
    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
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
        if let Some(velocity) = &self.velocity {
            check.vector("emitter.velocity", velocity, "m/s");
        }
        check.range("emitter.rate", self.rate, 0.0, 100_000.0, "boids/s");
        check.count("emitter.most_alive", self.most_alive, 0, MOST_ALIVE);
        if let Some(lifetime) = self.lifetime {
            check.range("emitter.lifetime", lifetime, 0.0, 1e6, "s");
        }
        if let Some(farthest) = self.farthest {
            check.range("emitter.farthest", farthest, 0.0, 100_000.0, "m");
        }
        if let Some(exit) = &self.exit {
            check.volume("emitter.exit", exit);
        }
        check.finish()
    }

    /// True if it removes boids.
    pub(crate) fn ends_lives(&self) -> bool {
        self.lifetime.is_some() || self.farthest.is_some() || self.exit.is_some()
    }

    /// True if a boid at this place in the flock's frame, so many seconds old, is to be removed.
    pub(crate) fn ends(&self, place: Vec3, age: f64) -> bool {
        let center = self.region.center();
        let is_far = |farthest| (place - center).norm() > farthest;
        self.lifetime
            .is_some_and(|lifetime| age >= f64::from(lifetime))
            || self.farthest.is_some_and(is_far)
            || self.exit.is_some_and(|exit| exit.contains(place))
    }
}
