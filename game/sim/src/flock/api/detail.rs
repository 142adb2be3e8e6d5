//! Viewers, levels of detail by distance from them, and the time budget.

use crate::{
    flock::{log::FlockInput, population::detail::COARSEST, Flock},
    settings::validation::{Check, SettingsError},
    state::viewer::{validate, Viewer},
};

/// With `detail.enabled`, boids far from all viewers steer every second, fourth or eighth step,
/// each time as much as in all of these steps together; they move in every step, swept against
/// geometry and obstacles, and what frightens them acts in every step. Boids of a region steer in
/// the same steps. The levels change at 0.9 and 1.1 times the distances, so that none flickers.
/// With `detail.sleep`, boids of the farthest level stay where they are while no viewer sees them.
///
/// The levels follow from places and steps alone, so runs repeat, and have the same bits on any
/// number of threads. A GPU decides by the same rule; its rounding can move a boid that is just at
/// a distance to the other level.
impl Flock {
    /// Says who sees the boids, from the next step on: the cameras. At most 64. Takes constant
    /// time; with `detail.enabled`, each makes the steps longer by a look at an eighth of the
    /// boids.
    ///
    /// # Errors
    /// Names every value that is out of range; the viewers then stay as they were.
    /// ```
    /// use flock_sim::{boids::Viewer, Flock, Placement, Settings, Vec3};
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

    /// Numbers of boids that steer every 1st, 2nd, 4th and 8th step, and of those that sleep. Takes
    /// time in proportion to the number of boids; on a GPU it waits for all steps.
    pub fn detail_levels(&self) -> [usize; 5] {
        let mut counts = [0; 5];
        let detail = self.known_detail();
        for slot in &self.population.boids.current().slot {
            counts[usize::from(detail.level(*slot))] += 1;
        }
        counts
    }

    /// Sets how long the steps of a frame may take, in milliseconds; `None`, the default, for no
    /// limit.
    ///
    /// If the steps take longer for 1.8 s, the distances of `detail` shrink by a third, down to a
    /// tenth of the settings. If that is not enough, or without `detail.enabled` and
    /// [viewers](Self::set_viewers), a frame makes at most one step, and drops the time of the
    /// others, which [`advance`](Self::advance) reports: the flock becomes slower than time. If the
    /// steps take less than 60% for 3 s, these changes are undone one by one; `None` undoes all of
    /// them. No sweep is ever left out. Frames without a step do not count.
    ///
    /// Of related flocks in a world, the first decides the number of steps for all; the budget of
    /// another one only changes its distances.
    ///
    /// On a GPU, the time of a step is the time of its compute passes, by the clock of the GPU. A
    /// GPU without such a clock ignores the budget.
    ///
    /// The machine decides, so runs differ; a log holds the decisions, and a replay follows them
    /// instead of the clock.
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
        let had_budget = self.clock.budget.milliseconds.is_some();
        self.clock.budget.set(milliseconds)?;
        // A replay follows the decisions in the log.
        if had_budget && milliseconds.is_none() && self.log.replay.is_none() {
            self.change_coarseness(1.0);
        }
        Ok(())
    }

    /// The budget of [`set_budget`](Self::set_budget) in milliseconds; `None` if there is no limit.
    pub fn budget(&self) -> Option<f32> {
        self.clock.budget.milliseconds
    }

    /// True while a frame makes at most one step, because more steps exceed the budget.
    pub fn leaves_out_steps(&self) -> bool {
        self.is_limited_to_one_step()
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
