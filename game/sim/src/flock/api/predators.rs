//! Predators that the game moves, from which boids flee.

use crate::{
    flock::{log::FlockInput, Flock},
    settings::validation::SettingsError,
    steering::fear::predator::{Predator, PredatorId},
};

/// Predators are threats such as the player or a shark. With `fear.enabled` boids flee from them,
/// depending on the speed and direction of the attack. With `panic.enabled` panic spreads through
/// the flock in waves, which [`measure`](Self::measure) measures. A predator has no body: add an
/// [obstacle](Self::add_obstacle) too if boids must not pass through it.
///
/// In a box that wraps, boids flee from the nearest image of a predator or scare, also across the
/// sides of the box. A predator outside the box has no images. Boids do not see predators across
/// the surface of a sphere that wraps.
///
/// Each boid looks for predators once in `fear.reaction_time`, and flees only from a predator that
/// it has seen. It copies panic from its nearest neighbours.
impl Flock {
    /// Adds a predator, from the next step on. A flock has at most 256. Takes constant time. A
    /// predator makes steps longer for the boids within `fear.radius`.
    ///
    /// # Errors
    /// Names every value of the predator that is out of range, or the number of predators if there
    /// are 256 already. The flock is then unchanged.
    ///
    /// ```
    /// use flock_sim::{threats::Predator, Flock, Placement, Settings, Vec3};
    ///
    /// let mut settings = Settings::default();
    /// settings.fear.enabled = true;
    /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    /// let mut shark = Predator::new(Vec3::new(-3.0, 0.0, 0.0), Vec3::new(1.5, 0.0, 0.0));
    /// let id = flock.add_predator(shark)?;
    /// let near = |flock: &Flock, point: Vec3| flock.in_sphere(point, 0.5).count();
    /// for _ in 0..120 {
    ///     shark.point += shark.velocity / 60.0;
    ///     flock.move_predator(id, shark)?;
    ///     flock.advance(1.0 / 60.0);
    /// }
    /// assert_eq!(near(&flock, shark.point), 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn add_predator(&mut self, predator: Predator) -> Result<PredatorId, SettingsError> {
        let id = self.inputs.predators.add(predator)?;
        self.log(|| FlockInput::AddPredator(predator));
        Ok(id)
    }

    /// Sets the position and velocity of a predator at the end of the next frame. It moves there in
    /// equal parts during the steps of the next [`advance`](Self::advance) that makes steps, or in
    /// one [`step`](Self::step). Then it stays until the next call. False if it was removed before.
    /// Takes time in proportion to the number of predators.
    ///
    /// # Errors
    /// Names every value of the predator that is out of range. The predator then keeps its earlier
    /// target.
    pub fn move_predator(
        &mut self,
        id: PredatorId,
        predator: Predator,
    ) -> Result<bool, SettingsError> {
        if self.inputs.predators.target(id) != Some(&predator) {
            self.inputs.count_change();
        }
        // Each step logs the positions at its end, so that a replay does not depend on frames.
        self.inputs.predators.set_target(id, predator)
    }

    /// Removes a predator, from the next step on, and returns it. `None` if it was removed before.
    pub fn remove_predator(&mut self, id: PredatorId) -> Option<Predator> {
        let removed = self.inputs.predators.remove(id)?;
        self.inputs.forget_tag(id);
        self.log(|| FlockInput::RemovePredator(id));
        Some(removed)
    }

    /// The predators in the order in which they were added, with their state in the last step.
    pub fn predators(&self) -> impl ExactSizeIterator<Item = (PredatorId, &Predator)> {
        self.inputs.predators.iter()
    }

    /// The state that a predator reaches in the next steps, set by
    /// [`move_predator`](Self::move_predator). If the predator has reached it, this is its current
    /// state. `None` if it was removed.
    pub fn predator_target(&self, id: PredatorId) -> Option<&Predator> {
        self.inputs.predators.target(id)
    }
}
