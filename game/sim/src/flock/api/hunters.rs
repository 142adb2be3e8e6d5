//! Hunters that the game moves, from which boids flee.

use crate::{
    flock::{log::FlockInput, Flock},
    settings::validation::SettingsError,
    steering::fear::hunter::{Hunter, HunterId},
};

/// Hunters are threats such as the player or a shark. With `fear.enabled` boids flee from them,
/// depending on the speed and direction of the attack. With `panic.enabled` panic spreads through
/// the flock in waves, which [`measure`](Self::measure) measures. A hunter has no body: add an
/// [obstacle](Self::add_obstacle) too if boids must not pass through it.
///
/// In a box that wraps, boids flee from the nearest image of a hunter or scare, also across the
/// sides of the box. A hunter outside the box has no images. Boids do not see hunters across the
/// surface of a sphere that wraps.
///
/// Each boid looks for hunters once in `fear.reaction_time`, and flees only from a hunter that it
/// has seen. It copies panic from its nearest neighbours.
impl Flock {
    /// Adds a hunter, from the next step on. A flock has at most 256. Takes constant time. A hunter
    /// makes steps longer for the boids within `fear.radius`.
    ///
    /// # Errors
    /// Names every value of the hunter that is out of range, or the number of hunters if there are
    /// 256 already. The flock is then unchanged.
    ///
    /// ```
    /// use flock_sim::{threats::Hunter, Flock, Placement, Settings, Vec3};
    ///
    /// let mut settings = Settings::default();
    /// settings.fear.enabled = true;
    /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    /// let mut shark = Hunter::new(Vec3::new(-3.0, 0.0, 0.0), Vec3::new(1.5, 0.0, 0.0));
    /// let id = flock.add_hunter(shark)?;
    /// let near = |flock: &Flock, point: Vec3| flock.in_sphere(point, 0.5).count();
    /// for _ in 0..120 {
    ///     shark.point += shark.velocity / 60.0;
    ///     flock.move_hunter(id, shark)?;
    ///     flock.advance(1.0 / 60.0);
    /// }
    /// assert_eq!(near(&flock, shark.point), 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn add_hunter(&mut self, hunter: Hunter) -> Result<HunterId, SettingsError> {
        let id = self.inputs.hunters.add(hunter)?;
        self.log(|| FlockInput::AddHunter(hunter));
        Ok(id)
    }

    /// Sets the position and velocity of a hunter at the end of the next frame. It moves there in
    /// equal parts during the steps of the next [`advance`](Self::advance) that makes steps, or in
    /// one [`step`](Self::step). Then it stays until the next call. False if it was removed before.
    /// Takes time in proportion to the number of hunters.
    ///
    /// # Errors
    /// Names every value of the hunter that is out of range. The hunter then keeps its earlier
    /// target.
    pub fn move_hunter(&mut self, id: HunterId, hunter: Hunter) -> Result<bool, SettingsError> {
        // Each step logs the positions at its end, so that a replay does not depend on frames.
        self.inputs.hunters.set_target(id, hunter)
    }

    /// Removes a hunter, from the next step on, and returns it. `None` if it was removed before.
    pub fn remove_hunter(&mut self, id: HunterId) -> Option<Hunter> {
        let removed = self.inputs.hunters.remove(id)?;
        self.inputs.tags.forget(id);
        self.log(|| FlockInput::RemoveHunter(id));
        Some(removed)
    }

    /// The hunters in the order in which they were added, with their state in the last step.
    pub fn hunters(&self) -> impl ExactSizeIterator<Item = (HunterId, &Hunter)> {
        self.inputs.hunters.iter()
    }

    /// The state that a hunter reaches in the next steps, set by [`move_hunter`](Self::move_hunter).
    /// If the hunter has reached it, this is its current state. `None` if it was removed.
    pub fn hunter_target(&self, id: HunterId) -> Option<&Hunter> {
        self.inputs.hunters.target(id)
    }
}
