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

/// Perches: spots on roofs, wires and trees, found by
/// [`PerchSampling`](crate::perches::PerchSampling) or given by the game. No two boids have the
/// same spot.
///
/// A boid in reach of free spots decides now and then to land. It chooses a near one to which its
/// way is free, leaves the flock, flies to a place above it and comes down, braking, nose up, at
/// 0.2 m/s in the end. It stands for a while, with small turns, and takes off: after its time, when
/// a [scare](Self::scare) or, with `fear.enabled`, a hunter comes near (the nearest ones first, all
/// within 3 s), when a frightened one near it does, when its surface is gone, or [by
/// call](Self::take_off). It climbs for a second and joins the flock. All of these moves are swept
/// against the static geometry and the moving obstacles. One that an obstacle pushes is frightened:
/// it gives up its landing, or takes off from its spot. One that finds no way out is moved to the
/// nearest free place, as a boid of the flock is, and counted in
/// [`Statistics::rescued`](crate::statistics::Statistics::rescued).
///
/// Boids on perches are out of the flock, as [dead](Self::kill) ones are, and drawn. Those of a
/// planar flock do not land. Of a flock on a GPU the same is decided from what is known of it:
/// after single steps the exact state, between frames the drawn one, so that a boid leaves the
/// flock where it is drawn; who lands then depends on which frame has come back, and differs from
/// run to run.
impl Flock {
    /// Adds a perch, from the next step on. There are at most 256 at a time. Takes time in
    /// proportion to the number of its spots, as the next step does. The steps take longer for
    /// boids in its reach, of which at most 512 of the flock choose a spot in a step: each looks at
    /// the nearest ones.
    ///
    /// # Errors
    /// Names every value of the perch that is out of range, or the number of perches if there are
    /// 256 already; the flock then stays as it was.
    ///
    /// ```
    /// use flock_sim::{
    ///     perches::{Perch, PerchSampling},
    ///     Flock, Geometry, Placement, Settings, Vec3, geometry::shapes,
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
        let logged = self.to_log(&perch);
        let id = self.inputs.perches.add(perch)?;
        self.log_if(logged, FlockInput::AddPerch);
        Ok(id)
    }

    /// Removes a perch and returns it; its boids take off in the next step. `None` if it was
    /// removed before.
    pub fn remove_perch(&mut self, id: PerchId) -> Option<Perch> {
        let removed = self.inputs.perches.remove(id)?;
        self.inputs.tags.forget(id);
        self.log(|| FlockInput::RemovePerch(id));
        Some(removed)
    }

    /// Makes all boids of a perch take off within 3 s, those nearest to a point in the world first.
    /// False if the perch was removed before. Takes time in proportion to the number of boids on
    /// perches.
    ///
    /// # Errors
    /// Refuses a point that is not finite or beyond ±10,000 m in a component.
    pub fn take_off(&mut self, id: PerchId, from: Vec3) -> Result<bool, SettingsError> {
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

    /// How many spots of a perch are in use. `None` if it was removed. Takes time in proportion to
    /// the number of boids on perches.
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

    /// The spot on which a boid stands: its perch, and the number of the spot. `None` while it
    /// flies. Takes constant time.
    pub fn perched_on(&self, id: BoidId) -> Option<(PerchId, u32)> {
        let body = self.population.body(id)?;
        let stay = body.stay.filter(|stay| stay.phase == StayPhase::Stand)?;
        Some((stay.perch, stay.spot))
    }
}
