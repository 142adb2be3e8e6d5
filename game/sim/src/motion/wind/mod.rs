//! Wind: boids fly in air that moves over ground.
//!
//! A displacement is (v + u) dt, where v is the velocity of the boid through the air, which a flock
//! stores, and u is the velocity of the air. The whole displacement is swept, so wind carries no
//! boid through a wall. [`Wind`] is what a game sets, [`air`] holds the parameters of one step that
//! follow from it.

pub(crate) mod air;
pub(crate) mod carry;
pub(crate) mod curl_noise;

use crate::{
    math::Vec3,
    settings::{
        declare::*,
        validation::{Check, SettingsError},
    },
};

/// Wind: the velocity of the air, or the water, in which boids move. By default the air is still.
///
/// See [`Flock::set_wind`](crate::Flock::set_wind).
///
/// A boid with the velocity v moves by (v + u) dt in a step. Here u is the velocity of the air: the
/// mean velocity, changed by gusts, plus turbulence. A flock reports and draws v, so a boid that
/// holds a course over ground heads into the wind, by the crab angle asin(u⊥ / |v|).
///
/// - The limits of speed and turning, the rules, avoidance and scares apply to v. Avoidance looks
///   along v and does not know where the wind carries the boid. The sweep does.
/// - Influences that lead correct the drift: they ask for velocities over ground, and paths look
///   ahead over ground. A boid that is too slow keeps the course but not the speed.
/// - At geometry v slides, bounces or reverses as in still air. Where the wind presses the boid
///   into a surface, it moves along the surface.
/// - A boundary that is not periodic stops the wind: the wind carries boids to the boundary, but no
///   farther out than their own motion leads.
/// - In a planar flock only the part of the wind in the plane acts.
/// - The wind does not act on dead and held boids.
///
/// ```
/// use flock_sim::{
///     wind::{Turbulence, Wind},
///     Flock, Placement, Settings, Vec3,
/// };
///
/// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
/// flock.set_wind(Wind {
///     velocity: Vec3::new(0.4, 0.0, 0.0),
///     turbulence: Turbulence { speed: 0.2, ..Turbulence::default() },
///     ..Wind::default()
/// })?;
/// # Ok::<(), flock_sim::SettingsError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wind {
    /// Mean velocity of the air over ground, in the flock's frame, in m/s. Within ±1,000 in every
    /// component; default 0.
    pub velocity: Vec3,
    /// Slow changes of the mean wind's direction and speed, the same everywhere.
    pub gusts: Gusts,
    /// Eddies that differ from place to place.
    pub turbulence: Turbulence,
}

group! {
    /// Gusts: slow changes of the mean wind, the same everywhere. Without a mean wind they have no
    /// effect.
    ///
    /// After t seconds, with ω = 2π / `period`, the mean velocity is rotated about the vertical by
    /// `swing` · (0.4 sin ωt + 0.25 cos 0.7 ωt) radians, as in tralev's murmuration, and its speed
    /// is multiplied by 1 + `strength` · sin 0.43 ωt.
    pub struct Gusts("3e8f6a21-b5d0-4c97-8a14-60d2f9c7be53") {
        /// How far the wind changes direction: with 1, it turns by up to 0.65 radians to either
        /// side. 0 to 4; default 0.
        pub swing: f32 = 0.0, 0.0..=4.0, "", step 0.1;
        /// Largest change of the speed, as a share of the mean speed. 0 to 1; default 0.
        pub strength: f32 = 0.0, 0.0..=1.0, "", step 0.05;
        /// Period of the gusts, in seconds. 0.1 to 10,000; default 12.
        pub period: f32 = 12.0, 0.1..=10000.0, "s", step 0.5;
    }
}

group! {
    /// Turbulence: eddies that differ from place to place, as curl noise (Bridson, Hourihan and
    /// Nordenstam 2007).
    ///
    /// The velocity field has no divergence: the air gathers nowhere, so it does not collect the
    /// boids that it carries.
    pub struct Turbulence("91c4d7f5-2ae8-4b06-b3f9-5e07a8d16c42") {
        /// Root mean square of the eddies' speed, in m/s. 0 to 1,000; default 0, which means no
        /// eddies.
        pub speed: f32 = 0.0, 0.0..=1000.0, "m/s", step 0.1;
        /// Size of the eddies, in metres. 0.01 to 10,000; default 5.
        pub size: f32 = 5.0, 0.01..=10000.0, "m", step 0.5;
        /// Rate at which the eddies change into new ones, per second: with 0.2, all have changed
        /// after 5 s. 0 keeps them constant. 0 to 100; default 0.2.
        pub rate: f32 = 0.2, 0.0..=100.0, "1/s", step 0.05;
    }
}

impl Wind {
    /// Checks that every value is in its range.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    ///
    /// ```
    /// use flock_sim::wind::{Turbulence, Wind};
    ///
    /// let turbulence = Turbulence { size: 0.0, ..Turbulence::default() };
    /// let error = Wind { turbulence, ..Wind::default() }.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "wind.turbulence.size is 0; allowed: 0.01 to 10000 m");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let fastest = Turbulence::speed.max;
        let mut check = Check::default();
        for (axis, component) in ["x", "y", "z"].into_iter().zip(self.velocity.iter()) {
            let field = format!("wind.velocity.{axis}");
            check.range(&field, *component, -fastest, fastest, "m/s");
        }
        check.numbers("wind.gusts", &self.gusts);
        check.numbers("wind.turbulence", &self.turbulence);
        check.finish()
    }

    /// True if the air does not move anywhere: no mean wind and no turbulence.
    pub fn is_still(&self) -> bool {
        self.velocity == Vec3::zeros() && self.turbulence.speed == 0.0
    }
}
