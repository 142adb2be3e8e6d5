//! Perches: boids land on spots, stand there and take off.

use crate::{
    flock::{log::FlockInput, stepping::perches::LONGEST_FRIGHT, Flock},
    math::Vec3,
    motion::loose_body::LooseBody,
    perches::{
        perch::Perch,
        set::{PerchId, PerchUse},
        stay::StayPhase,
    },
    settings::validation::{Check, SettingsError},
    state::boid_id::BoidId,
};

/// Perches: spots on roofs, wires and trees where boids stand.
/// [`PerchSampling`](crate::perches::PerchSampling) finds spots, or the game gives them. No two
/// boids have the same spot.
///
/// Now and then, a boid within reach of free spots decides to land. It chooses a near spot to which
/// its way is free, leaves the flock and flies to a place above the spot. From there it descends
/// with the nose up, and brakes to 0.2 m/s. It stands for a while, with small turns.
///
/// A boid takes off for one of these reasons:
///
/// - Its time is over.
/// - A [scare](Self::scare) or, with `fear.enabled`, another threat comes near. The boids nearest
///   to it take off first, all of them within 3 s.
/// - A frightened boid near it takes off.
/// - Its surface is gone.
/// - The moving obstacle that carries the perch is removed, jolts or tilts.
/// - The game calls [`take_off`](Self::take_off).
///
/// On a perch with a [`carrier`](crate::perches::Perch::carrier), such as a ship, boids land with
/// the velocity of the carrier, ride along on their spots, and are drawn where the game last put
/// the carrier.
///
/// It climbs for a second and joins the flock. All of these moves are swept against the static
/// geometry and the moving obstacles. A boid that an obstacle pushes gives up its landing, or takes
/// off from its spot. A boid that finds no way out is moved to the nearest free place, like a boid
/// of the flock, and [`Statistics::rescued`](crate::statistics::Statistics::rescued) counts it.
///
/// Boids on perches are drawn, but they are no part of the flock, like [dead](Self::kill) boids.
/// Boids of a planar flock do not land.
///
/// For a flock on a GPU, these decisions use the state that was read back: the exact state after
/// single steps, the drawn state between frames. A boid therefore leaves the flock at the place
/// where it is drawn. Which boids land then depends on which frame has been read back, and differs
/// from run to run.
impl Flock {
    /// Adds a perch, from the next step on. A flock has at most 256. This call and the next step
    /// take time in proportion to the number of spots. Later steps take longer for boids within
    /// reach of the perch. At most 512 boids of the flock choose a spot in a step, each among the
    /// spots nearest to it.
    ///
    /// # Errors
    /// Names every value of the perch that is out of range, or the number of perches if there are
    /// 256 already. The flock is then unchanged.
    ///
    /// ```
    /// use flock_sim::{
    ///     geometry::shapes,
    ///     perches::{Perch, PerchSampling},
    ///     Flock, Geometry, Placement, Settings, Vec3,
    /// };
    /// use std::sync::Arc;
    ///
    /// let (roof, _) = Geometry::new(&shapes::cuboid(Vec3::new(3.0, 0.2, 3.0)));
    /// let settings = Settings::default();
    /// let radius = settings.collision.body_radius;
    /// let all = [Vec3::repeat(-10.0), Vec3::repeat(10.0)];
    /// let spots = PerchSampling::default().find(&roof, all, radius)?.spots;
    /// let mut flock = Flock::new(settings, Placement::default(), Arc::new(roof))?;
    /// let perch = flock.add_perch(Perch { landings: 2.0, ..Perch::new(spots) })?;
    /// (0..600).for_each(|_| flock.step());
    /// let standing = flock.perch_use(perch).unwrap().taken;
    /// assert!(standing > 50, "{standing}");
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn add_perch(&mut self, perch: Perch) -> Result<PerchId, SettingsError> {
        if let Some(carrier) = perch.carrier {
            if self.inputs.obstacles.target(carrier).is_none() {
                let mut check = Check::default();
                let allowed = "a moving obstacle of the flock";
                check.refuse("perch.carrier", format!("{carrier:?}"), allowed);
                check.finish()?;
            }
        }
        let logged = self.to_log(&perch);
        let id = self.inputs.perches.add(perch)?;
        self.log_if(logged, FlockInput::AddPerch);
        Ok(id)
    }

    /// Changes `landings` and `stay` of a [`Perch`], for example at nightfall. Boids that stand
    /// keep the time of their take-off; [`take_off`](Self::take_off) ends it. Takes constant time.
    /// False if the perch was removed before.
    ///
    /// # Errors
    /// Names every value that is out of range. The perch is then unchanged.
    pub fn set_perch_times(
        &mut self,
        id: PerchId,
        landings: f32,
        stay: [f32; 2],
    ) -> Result<bool, SettingsError> {
        let before = self.inputs.perches.get(id).map(|entry| entry.perch.times());
        let is_known = self.inputs.perches.set_times(id, landings, stay)?;
        if is_known && before != Some((landings, stay)) {
            self.log(|| FlockInput::SetPerchTimes { id, landings, stay });
        }
        Ok(is_known)
    }

    /// Removes a perch and returns it; its boids take off in the next step. `None` if it was
    /// removed before.
    pub fn remove_perch(&mut self, id: PerchId) -> Option<Perch> {
        let removed = self.inputs.perches.remove(id)?;
        self.inputs.forget_tag(id);
        self.log(|| FlockInput::RemovePerch(id));
        Some(removed)
    }

    /// Makes all boids of a perch take off within 3 s. The boids nearest to `from`, a point in the
    /// world, take off first. False if the perch was removed before. Takes time in proportion to
    /// the number of boids on perches.
    ///
    /// # Errors
    /// Refuses a point that is not finite or, in the flock's frame, beyond ±10,000 m in a
    /// component.
    pub fn take_off(&mut self, id: PerchId, from: Vec3) -> Result<bool, SettingsError> {
        let from = self.frame().point_to_frame(from);
        self.take_off_in_frame(id, from)
    }

    /// Makes all boids of a perch take off; `from` is a point of the flock's frame.
    pub(crate) fn take_off_in_frame(
        &mut self,
        id: PerchId,
        from: Vec3,
    ) -> Result<bool, SettingsError> {
        let mut check = Check::default();
        check.vector("from", &from, "m");
        check.finish()?;
        if self.inputs.perches.get(id).is_none() {
            return Ok(false);
        }
        self.log(|| FlockInput::TakeOff { id, from });
        let on_it = |body: &&mut LooseBody| body.stay.is_some_and(|stay| stay.perch == id);
        let distance = |body: &LooseBody| (body.state.position - from).norm();
        let bodies = self.population.bodies.list_mut().iter_mut().filter(on_it);
        let farthest = bodies.map(|body| distance(body)).fold(1e-3, f32::max);
        for body in self.population.bodies.list_mut().iter_mut().filter(on_it) {
            let delay = LONGEST_FRIGHT * distance(body) / farthest;
            body.frighten(delay);
        }
        Ok(true)
    }

    /// The perches in the order in which they were added.
    pub fn perches(&self) -> impl ExactSizeIterator<Item = (PerchId, &Perch)> {
        let entries = self.inputs.perches.entries().iter();
        entries.map(|entry| (entry.id, &entry.perch))
    }

    /// The numbers of spots of a perch that are free, reserved, taken and gone. `None` if the perch
    /// was removed. Takes time in proportion to the number of boids on perches.
    pub fn perch_use(&self, id: PerchId) -> Option<PerchUse> {
        let entry = self.inputs.perches.get(id)?;
        let stays = self.stays().filter(|(_, stay)| stay.perch == id);
        let mut used = PerchUse {
            gone: entry.gone(),
            ..PerchUse::default()
        };
        for (_, stay) in stays {
            used.reserved += usize::from(stay.is_landing());
            used.taken += usize::from(stay.phase == StayPhase::Stand);
        }
        let not_free = used.reserved + used.taken + used.gone;
        used.free = entry.perch.spots.len().saturating_sub(not_free);
        Some(used)
    }

    /// The perch and the index of the spot on which a boid stands. `None` while it flies. Takes
    /// constant time.
    pub fn perched_on(&self, id: BoidId) -> Option<(PerchId, u32)> {
        let body = self.population.body(id)?;
        let stay = body.stay.filter(|stay| stay.phase == StayPhase::Stand)?;
        Some((stay.perch, stay.spot))
    }
}
