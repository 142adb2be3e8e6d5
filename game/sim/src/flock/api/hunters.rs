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
/// Across the sides of a box that wraps round, boids flee from hunters and scares as from those
/// inside: from the image that is nearest. Only what is in the box has images; outside it, a hunter
/// is nowhere else than it is. Boids do not see hunters across the surface of a sphere that wraps
/// round.
///
/// Each boid looks once in `fear.reaction_time`. Before it has seen a hunter it does not flee;
/// panic it copies from those that have it among their nearest neighbours.
impl Flock {
    /// Adds a hunter, from the next step on. There are at most 256 at a time. Takes constant time;
    /// a hunter makes the steps longer for the boids within `fear.radius`.
    ///
    /// # Errors
    /// Names every value of the hunter that is out of range, or the number of hunters if there are
    /// 256 already. The flock then stays as it was.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3, threats::Hunter};
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

    /// Says where a hunter is at the end of the next frame, and its velocity then. It goes there in
    /// the steps of the next [`advance`](Self::advance) that makes any, in equal parts, or in one
    /// [`step`](Self::step); then it stays until the next call. False if it was removed before.
    /// Takes time in proportion to the number of hunters.
    ///
    /// # Errors
    /// Names every value of the hunter that is out of range; its previous target then stays.
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

    /// Where a hunter goes in the next steps, as the last [`move_hunter`](Self::move_hunter) said;
    /// a hunter that is there already is there. `None` if it was removed.
    pub fn hunter_target(&self, id: HunterId) -> Option<&Hunter> {
        self.inputs.hunters.target(id)
    }
}
