//! Scares: points that boids flee from for a while.

use crate::{
    math::Vec3,
    settings::validation::{Check, SettingsError},
    state::snapshot_error::later,
    steering::{fear::threat::Threat, flee::FleeSource},
};

/// Largest number of active scares of a flock.
pub(crate) const MOST_SCARES: usize = 64;

/// Share of its strength below which a scare is over.
const OVER: f32 = 1e-3;

/// A scare: a point that boids flee from for a while, such as a shot, a splash or the snap of a
/// shark. See [`Flock::scare`](crate::Flock::scare).
///
/// After t seconds, a boid at the distance r < `radius` accelerates away from the point by
/// `strength · exp(-t / decay) · (1 - r / radius)`. A boid exactly at the point accelerates along
/// its velocity. The limit of acceleration does not apply; the limits of speed and turning, the
/// boundary and the geometry do.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scare {
    /// Position, in metres: in the world for [`Flock::scare`](crate::Flock::scare), in the flock's
    /// frame for [`Flock::scares`](crate::Flock::scares) and in logs. Within ±10,000 in every
    /// component in the frame.
    pub point: Vec3,
    /// Distance within which boids flee, in metres. 0.001 to 10,000.
    pub radius: f32,
    /// Acceleration at the point in the first step, in m/s². 0 to 10,000.
    pub strength: f32,
    /// Time in which the strength decays to 37%, in seconds. 0.001 to 1,000.
    ///
    /// After 6.9 times this time, less than a thousandth is left and the scare is over.
    pub decay: f32,
}

impl Scare {
    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    ///
    /// ```
    /// use flock_sim::{threats::Scare, Vec3};
    ///
    /// let scare = Scare { point: Vec3::zeros(), radius: -2.0, strength: 30.0, decay: 0.5 };
    /// let error = scare.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "scare.radius is -2; allowed: 0.001 to 10000 m");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.vector("scare.point", &self.point, "m");
        check.range("scare.radius", self.radius, 0.001, 10_000.0, "m");
        check.range("scare.strength", self.strength, 0.0, 10_000.0, "m/s²");
        check.range("scare.decay", self.decay, 0.001, 1000.0, "s");
        check.finish()
    }
}

/// A scare that has not decayed yet.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActiveScare {
    /// The scare as it began, with its point in the flock's frame.
    pub scare: Scare,
    /// Simulated time since the scare began, in seconds.
    pub age: f64,
}

impl ActiveScare {
    /// Acceleration at the point in the next step, in m/s².
    pub fn strength(&self) -> f32 {
        self.scare.strength * self.share()
    }

    fn share(&self) -> f32 {
        // `libm` gives the same bits on every platform, unlike the standard library.
        libm::exp(-self.age / f64::from(self.scare.decay)) as f32
    }

    fn flee_source(&self) -> FleeSource {
        FleeSource {
            point: self.scare.point,
            radius: self.scare.radius,
            strength: self.strength(),
        }
    }
}

/// The active scares of a flock.
#[derive(Debug, Default)]
pub(crate) struct Scares {
    /// Scares in the order in which they began.
    active: Vec<ActiveScare>,
    /// Points that boids flee from in the next step.
    flee_sources: Vec<FleeSource>,
}

impl Scares {
    /// Restores scares that began earlier, such as from a snapshot.
    pub(crate) fn new(active: &[ActiveScare]) -> Self {
        let mut scares = Self {
            active: active.to_vec(),
            flee_sources: Vec::new(),
        };
        scares.update();
        scares
    }

    pub(crate) fn active(&self) -> &[ActiveScare] {
        &self.active
    }

    /// Points that boids flee from in the next step.
    pub(crate) fn flee_sources(&self) -> &[FleeSource] {
        &self.flee_sources
    }

    /// The scares as threats that begin panics.
    pub(crate) fn threats(&self) -> impl Iterator<Item = Threat> + '_ {
        let all = self.active.iter().filter(|it| it.scare.strength > 0.0);
        all.map(|it| Threat::scare(it.scare.point, it.scare.radius, it.share()))
    }

    /// Adds a scare. If there are more than [`MOST_SCARES`] then, the weakest is removed; the
    /// oldest if several are equally weak.
    pub(crate) fn add(&mut self, scare: Scare) {
        // Memory for the largest number of scares is reserved once.
        self.active
            .reserve_exact(MOST_SCARES + 1 - self.active.len());
        self.flee_sources
            .reserve_exact(MOST_SCARES - self.flee_sources.len());
        self.active.push(ActiveScare { scare, age: 0.0 });
        if self.active.len() > MOST_SCARES {
            let strength = |index: &usize| self.active[*index].strength();
            let weakest = (0..self.active.len()).min_by(|a, b| strength(a).total_cmp(&strength(b)));
            weakest.map(|weakest| self.active.remove(weakest));
        }
        self.update();
    }

    /// Ages the scares by `dt` seconds, and removes the scares that are over.
    pub(crate) fn age(&mut self, dt: f32) {
        if self.active.is_empty() {
            return;
        }
        self.active
            .iter_mut()
            .for_each(|active| active.age = later(active.age, dt));
        self.active.retain(|active| active.share() >= OVER);
        self.update();
    }

    fn update(&mut self) {
        self.flee_sources.clear();
        self.flee_sources
            .extend(self.active.iter().map(ActiveScare::flee_source));
    }
}
