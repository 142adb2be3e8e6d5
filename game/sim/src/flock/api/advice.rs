//! Advice on a running flock.

use crate::{flock::Flock, settings::advice::Advice};

impl Flock {
    /// Advice on values that are allowed but foolish. Covers the settings (see
    /// [`Settings::advice`]), the influences (see [`Influence::advice`]), and a placement so far
    /// from the origin of the flock's frame that single-precision positions become too coarse. The
    /// advice that no rule acts is left out if an influence steers the boids. Cost: in proportion
    /// to the number of influences.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let far = Placement { origin: Vec3::x() * 9000.0, ..Placement::default() };
    /// let flock = Flock::new(Settings::default(), far, Default::default())?;
    /// assert_eq!(flock.advice()[0].field, "placement.origin");
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    ///
    /// [`Settings::advice`]: crate::Settings::advice
    /// [`Influence::advice`]: crate::influences::Influence::advice
    pub fn advice(&self) -> Vec<Advice> {
        let is_steered = self.influences().any(|(_, influence)| influence.can_act());
        let mut advice = self.config.settings.advice_if_steered(is_steered);
        advice.extend(
            self.config
                .settings
                .advice_on_distance(&self.config.placement),
        );
        for (_, influence) in self.influences() {
            for new in influence.advice(&self.config.settings) {
                if !advice.contains(&new) {
                    advice.push(new);
                }
            }
        }
        advice
    }
}
