//! Killing and reviving boids.

use crate::{
    flock::{
        log::FlockInput, population::loose_bodies::check_return, reports::events::EventKind, Flock,
    },
    motion::loose_body::{Death, LooseBody},
    settings::validation::SettingsError,
    state::{boid_id::BoidId, boids::Boid},
};

/// A boid leaves the flock when it is killed or [held](Self::hold): rules no longer see it, spatial
/// queries do not find it, and it takes no time in the steps of the flock. Its id stays valid, and
/// it is drawn.
///
/// Loose bodies are simulated on the CPU. On a GPU, the first boid that is killed or held after a
/// step waits for that step, since a body begins where the boid is then, which may be a little
/// ahead of where it is drawn. So a [replay](Flock::replay) has the same bits.
impl Flock {
    /// Kills a boid: its body falls, floats, sinks or stays, among the geometry, which it does not
    /// cross, until it vanishes or is [revived](Self::revive). Moving obstacles push it, and it
    /// lies on them; if one crushes it, it is carried out as a boid is, or removed if there is no
    /// place. A held one is let go, out of what it is inside of. The impulse is in the world; then
    /// the body moves in the flock's frame and along with it. False if it is dead already, was
    /// removed, or waits for a place. Takes constant time on the CPU; each body makes the steps
    /// longer by a sweep.
    ///
    /// # Errors
    /// Names every value of `death` that is out of range; the boid then lives on.
    ///
    /// ```
    /// use flock_sim::{
    ///     boids::{DeadBody, Death},
    ///     Flock, Placement, Settings, Vec3,
    /// };
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let fish = flock.boids().next().unwrap();
    /// let death = Death {
    ///     impulse: Vec3::new(2.0, 0.0, 0.0),
    ///     vanishes_after: Some(60.0),
    ///     ..Death::new(DeadBody::Floats { water_level: 1.5 })
    /// };
    /// assert!(flock.kill(fish.id, death)?);
    /// assert_eq!((flock.len(), flock.is_alive(fish.id)), (999, false));
    /// (0..900).for_each(|_| flock.step());
    /// let position = flock.boid(fish.id).unwrap().position;
    /// assert!((position.y - 1.5).abs() < 0.05 && position.x > fish.position.x + 0.5);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn kill(&mut self, id: BoidId, death: Death) -> Result<bool, SettingsError> {
        death.validate()?;
        let frame = *self.frame();
        self.kill_in_frame(id, death.turned(|impulse| frame.vector_to_frame(impulse)))
    }

    /// Kills a boid by a death whose impulse is in the flock's frame.
    pub(crate) fn kill_in_frame(
        &mut self,
        id: BoidId,
        death: Death,
    ) -> Result<bool, SettingsError> {
        death.validate()?;
        let was_held = self.is_held(id);
        if !self.is_alive(id) || !self.change_population(|it, context| it.make_loose(id, context)) {
            return Ok(false);
        }
        self.log(|| FlockInput::Kill { id, death });
        self.record(EventKind::Killed, id);
        if let Some(body) = self.population.body_mut(id) {
            (body.death, body.seconds, body.is_held) = (Some(death), 0.0, false);
            body.stay = None;
            body.state.velocity += death.impulse;
            if body.has_vanished() {
                self.remove_boid(id);
            }
        }
        if was_held {
            // Without a free place the body stays where it is.
            let _ = self.change_population(|it, context| it.carry_out_released(id, context));
        }
        Ok(true)
    }

    /// Revives a dead boid: it joins the flock at the position and with the velocity of its body.
    ///
    /// A held boid stays held. Returns false if there is no dead boid with this id.
    ///
    /// # Errors
    /// Refuses a position farther than 10,000 m from the origin of the flock's frame and, with
    /// `collision.enabled`, one that is not clear of geometry. The boid then stays dead.
    ///
    /// ```
    /// use flock_sim::{
    ///     boids::{DeadBody, Death},
    ///     Flock, Placement, Settings,
    /// };
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let fish = flock.boids().next().unwrap().id;
    /// flock.kill(fish, Death::new(DeadBody::Sinks))?;
    /// assert!(flock.revive(fish)?);
    /// assert_eq!((flock.len(), flock.is_alive(fish)), (1000, true));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn revive(&mut self, id: BoidId) -> Result<bool, SettingsError> {
        let body = self.population.body(id);
        let Some(body) = body.filter(|body| body.death.is_some()).copied() else {
            return Ok(false);
        };
        if !body.is_held {
            check_return(&body.state, &self.config, &self.inputs.obstacles)?;
        }
        if let Some(body) = self.population.body_mut(id) {
            body.death = None;
        }
        if !body.is_held {
            self.change_population(|it, context| it.join(id, context));
        }
        self.log(|| FlockInput::Revive(id));
        Ok(true)
    }

    /// True if the boid is alive: in the flock, waiting for a place, or held. Takes constant time.
    pub fn is_alive(&self, id: BoidId) -> bool {
        let is_dead = |body: &LooseBody| body.death.is_some();
        self.population.boids.slot_map().contains(id)
            && !self.population.body(id).is_some_and(is_dead)
    }

    /// The dead and held boids, in the world, in the order in which
    /// [`write_instances`](Self::write_instances) writes them.
    ///
    /// Takes constant time for each.
    pub fn loose_boids(&self) -> impl ExactSizeIterator<Item = Boid> + '_ {
        let motion = self.inputs.frame.given_motion();
        let slot_map = self.population.boids.slot_map();
        let bodies = self.population.bodies.boids(slot_map);
        bodies.map(move |boid| boid.out_of(&motion))
    }
}
