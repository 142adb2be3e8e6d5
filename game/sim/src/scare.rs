//! What scares the boids for a while.

use crate::{flee::Fright, validate::Check, SettingsError, Vec3};

/// Most scares at a time.
pub(crate) const MOST_SCARES: usize = 64;

/// A scare is over when this share of its strength is left.
const OVER: f32 = 1e-3;

/// Something that scares boids away from a point: a shot, a splash, the snap of a shark. See
/// [`Flock::scare`](crate::Flock::scare).
///
/// After t seconds, a boid at the distance r < `radius` is accelerated by `strength · exp(-t / decay) · (1 - r / radius)` away
/// from the point; on the very point it is driven on along its velocity. No limit of acceleration shortens this, but the
/// limits of speed and turning hold, and the boundary and geometry keep their authority.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scare {
    /// Where it is in the world, in metres. Within ±10,000 in every component.
    pub point: Vec3,
    /// How far it reaches, in metres. 0.001 to 10,000.
    pub radius: f32,
    /// The acceleration at the point in the first step, in m/s². 0 to 10,000.
    pub strength: f32,
    /// Time in which it fades to 37%, in seconds. 0.001 to 1,000. After 6.9 times this, less than a thousandth is left, and
    /// the scare is over.
    pub decay: f32,
}

impl Scare {
    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    ///
    /// ```
    /// use flock_sim::{Scare, Vec3};
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

/// A scare that is not over yet.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActiveScare {
    /// What was asked for.
    pub scare: Scare,
    /// Simulated time since then, in seconds.
    pub age: f64,
}

impl ActiveScare {
    /// The acceleration at the point in the next step, in m/s².
    pub fn strength(&self) -> f32 {
        self.scare.strength * self.share()
    }

    fn share(&self) -> f32 {
        // The function of a library, since platforms round their own differently.
        libm::exp(-self.age / f64::from(self.scare.decay)) as f32
    }

    fn fright(&self) -> Fright {
        Fright {
            point: self.scare.point,
            radius: self.scare.radius,
            strength: self.strength(),
        }
    }
}

/// The scares that are not over yet.
#[derive(Debug, Default)]
pub(crate) struct Scares {
    /// In the order in which they began.
    active: Vec<ActiveScare>,
    /// What they come to in the next step.
    frights: Vec<Fright>,
}

impl Scares {
    /// Scares that began earlier.
    pub(crate) fn new(active: &[ActiveScare]) -> Self {
        let mut scares = Self {
            active: active.to_vec(),
            frights: Vec::new(),
        };
        scares.update();
        scares
    }

    pub(crate) fn active(&self) -> &[ActiveScare] {
        &self.active
    }

    /// What they come to in the next step.
    pub(crate) fn frights(&self) -> &[Fright] {
        &self.frights
    }

    /// Adds a scare; if there are too many then, the weakest gives way, and of equal ones the oldest.
    pub(crate) fn add(&mut self, scare: Scare) {
        // At once for all that there may ever be.
        self.active
            .reserve_exact(MOST_SCARES + 1 - self.active.len());
        self.frights.reserve_exact(MOST_SCARES - self.frights.len());
        self.active.push(ActiveScare { scare, age: 0.0 });
        if self.active.len() > MOST_SCARES {
            let strength = |index: &usize| self.active[*index].strength();
            let weakest = (0..self.active.len()).min_by(|a, b| strength(a).total_cmp(&strength(b)));
            weakest.map(|weakest| self.active.remove(weakest));
        }
        self.update();
    }

    /// Lets time pass.
    pub(crate) fn age(&mut self, dt: f32) {
        if self.active.is_empty() {
            return;
        }
        self.active
            .iter_mut()
            .for_each(|active| active.age += f64::from(dt));
        self.active.retain(|active| active.share() >= OVER);
        self.update();
    }

    fn update(&mut self) {
        self.frights.clear();
        self.frights
            .extend(self.active.iter().map(ActiveScare::fright));
    }
}
