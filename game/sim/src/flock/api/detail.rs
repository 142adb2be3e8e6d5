//! Viewers, levels of detail by distance from them, and the time budget.

use crate::{
    flock::{log::FlockInput, population::detail::COARSEST, Flock},
    settings::validation::{Check, SettingsError},
    state::viewer::{validate, Viewer},
};

/// With `detail.enabled`, boids far from all viewers steer only every second, fourth or eighth
/// step. Each time they apply the steering of all these steps together. They still move in every
/// step, swept against geometry and obstacles, and threats act in every step. Boids of one region
/// steer in the same steps. Levels change at 0.9 and 1.1 times the distances (hysteresis), so that
/// no boid flickers between levels. With `detail.sleep`, boids of the farthest level do not move
/// while no viewer sees them.
///
/// The levels follow from positions and step numbers alone, so runs are repeatable, with the same
/// bits on any number of threads. A GPU uses the same rule, but its rounding can put a boid exactly
/// at a distance into the other level.
impl Flock {
    /// Sets the viewers of the flock, usually the cameras, from the next step on; at most 64.
    ///
    /// Takes constant time. With `detail.enabled`, each viewer makes a step longer by a test of an
    /// eighth of the boids.
    ///
    /// # Errors
    /// Names every value that is out of range; the viewers then stay as they were.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3, boids::Viewer};
    ///
    /// let mut settings = Settings::default();
    /// settings.detail.enabled = true;
    /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    /// flock.set_viewers(&[Viewer::all_around(Vec3::new(0.0, 0.0, 60.0))])?;
    /// (0..8).for_each(|_| flock.step());
    /// assert_eq!(flock.detail_levels(), [0, 1000, 0, 0, 0]);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_viewers(&mut self, viewers: &[Viewer]) -> Result<(), SettingsError> {
        if viewers == self.population.boids.memories.detail.viewers {
            return Ok(());
        }
        validate(viewers)?;
        self.log(|| FlockInput::SetViewers(viewers.to_vec()));
        self.population.boids.memories.detail.viewers.clear();
        self.population
            .boids
            .memories
            .detail
            .viewers
            .extend_from_slice(viewers);
        Ok(())
    }

    /// The viewers that [`set_viewers`](Self::set_viewers) set.
    pub fn viewers(&self) -> &[Viewer] {
        &self.population.boids.memories.detail.viewers
    }

    /// Numbers of boids that steer every 1st, 2nd, 4th and 8th step, and of sleeping boids.
    ///
    /// Takes time in proportion to the number of boids. On a GPU it waits for all submitted steps.
    pub fn detail_levels(&self) -> [usize; 5] {
        let mut counts = [0; 5];
        let detail = self.known_detail();
        for slot in &self.population.boids.current().slot {
            counts[usize::from(detail.level(*slot))] += 1;
        }
        counts
    }

    /// Sets how long the steps of one frame may take, in milliseconds; `None`, the default, is no
    /// limit.
    ///
    /// If the steps take longer than the budget for 1.8 s, the distances of `detail` shrink by a
    /// third, down to a tenth of the settings. If that does not suffice, each frame makes at most
    /// one step and drops the rest of its time, which [`advance`](Self::advance) reports: the flock
    /// becomes slower than real time. If the steps take less than 60% of the budget for 3 s, these
    /// measures are undone one by one. No sweep is ever skipped. Without `detail.enabled` and
    /// [viewers](Self::set_viewers), only steps can be dropped.
    ///
    /// Related flocks of a world step together. Their steps are timed for the first of these
    /// flocks, so its budget counts. The budget has no effect on a GPU.
    ///
    /// The effect depends on the speed of the machine, so runs differ. A log records the decisions,
    /// and a replay follows them instead of the clock.
    ///
    /// # Errors
    /// Refuses a budget outside 0.01 to 1,000 ms; the budget then stays as it was.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// assert!(flock.set_budget(Some(-1.0)).is_err());
    /// flock.set_budget(Some(2.0))?;
    /// flock.advance(1.0 / 60.0);
    /// assert_eq!(flock.coarseness(), 1.0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_budget(&mut self, milliseconds: Option<f32>) -> Result<(), SettingsError> {
        self.clock.budget.set(milliseconds)
    }

    /// Factor by which the distances of `detail` are divided, 1 to 10; 1 by default.
    pub fn coarseness(&self) -> f32 {
        self.population.boids.memories.detail.coarseness
    }

    /// Sets the factor by which the distances of `detail` are divided, from the next step on.
    ///
    /// The [budget](Self::set_budget) changes the factor too.
    ///
    /// # Errors
    /// Refuses a factor outside 1 to 10; the factor then stays as it was.
    pub fn set_coarseness(&mut self, coarseness: f32) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.range("coarseness", coarseness, 1.0, COARSEST, "");
        check.finish()?;
        self.change_coarseness(coarseness);
        Ok(())
    }
}
