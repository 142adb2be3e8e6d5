//! Influences, wind, scares and custom rules: what a game does to the boids besides the settings.

use crate::{
    flock::{log::FlockInput, Flock},
    math::Vec3,
    motion::wind::Wind,
    settings::validation::SettingsError,
    state::boid_id::BoidId,
    steering::{
        custom_rule::CustomRule,
        influences::{Influence, InfluenceId},
        scare::{ActiveScare, Scare},
    },
};
use std::sync::Arc;

impl Flock {
    /// Adds an influence, from the next step on: a target, a leader, a pen. There are at most 256
    /// at a time, with at most 256 different meshes in their volumes. Takes constant time, and
    /// longer for meshes from a file that have not been used
    /// ([`MeshVolume`](crate::influences::MeshVolume)). A bounded influence makes the steps longer
    /// only for the boids that it reaches. So the time grows with the number of pairs of a boid and
    /// an influence that reaches it: where hundreds overlap, they take longer than the neighbours
    /// of the boids.
    ///
    /// # Errors
    /// Names every value of the influence that is out of range, or the number of influences or
    /// meshes if there are 256 already; the flock then stays as it was.
    ///
    /// ```
    /// use flock_sim::{
    ///     influences::{Influence, InfluenceKind},
    ///     Flock, Placement, Settings, Vec3,
    /// };
    ///
    /// let mut settings = Settings::default();
    /// settings.spawn.count = 0;
    /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    /// let fish = flock.spawn_at(Vec3::zeros(), Vec3::zeros())?;
    /// let point = Vec3::new(4.0, 0.0, 0.0);
    /// flock.add_influence(Influence::new(InfluenceKind::Target { point, slowing: 1.0 }))?;
    /// (0..60).for_each(|_| flock.step());
    /// assert!(flock.boid(fish).unwrap().velocity.x > 0.5);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn add_influence(&mut self, influence: Influence) -> Result<InfluenceId, SettingsError> {
        let logged = self.to_log(&influence);
        let id = self.inputs.influences.add(influence)?;
        self.log_if(logged, FlockInput::AddInfluence);
        Ok(id)
    }

    /// Replaces an influence, from the next step on, for example if its leader has moved.
    ///
    /// Returns false if it was removed. Takes time in proportion to the number of influences.
    ///
    /// # Errors
    /// Names every value of the influence that is out of range; the influence then stays as it was.
    pub fn set_influence(
        &mut self,
        id: InfluenceId,
        influence: Influence,
    ) -> Result<bool, SettingsError> {
        let before = self.inputs.influences.get(id);
        if before == Some(&influence) {
            return Ok(true);
        }
        let before = before.filter(|_| self.log.current.is_some());
        let keeps_shapes = before.is_some_and(|before| before.has_shapes_of(&influence));
        let logged = before.is_some().then(|| {
            if keeps_shapes {
                influence.clone().without_shapes()
            } else {
                influence.clone()
            }
        });
        let is_there = self.inputs.influences.set(id, influence)?;
        self.log_if(logged, |influence| FlockInput::SetInfluence {
            id,
            influence,
            keeps_shapes,
        });
        Ok(is_there)
    }

    /// Removes an influence, from the next step on, and returns it. `None` if it was removed
    /// before.
    pub fn remove_influence(&mut self, id: InfluenceId) -> Option<Influence> {
        let removed = self.inputs.influences.remove(id)?;
        self.inputs.forget_tag(id);
        self.log(|| FlockInput::RemoveInfluence(id));
        Some(removed)
    }

    /// The influences in the order in which they were added.
    pub fn influences(&self) -> impl ExactSizeIterator<Item = (InfluenceId, &Influence)> {
        self.inputs
            .influences
            .entries()
            .iter()
            .map(|(id, it)| (*id, it))
    }

    /// The places of a formation in the world, in metres, each with its boid. `None` if the influence
    /// is no [`Formation`](crate::influences::InfluenceKind::Formation), does not act, or was removed.
    ///
    /// They are those of the last step, after any [`change`](crate::influences::InfluenceKind) of the
    /// form. Takes constant time, and constant time for each place.
    ///
    /// ```
    /// use flock_sim::{
    ///     formations::Form, influences::{Influence, InfluenceKind}, Flock, Settings, Vec3,
    /// };
    ///
    /// let mut settings = Settings::default();
    /// settings.spawn.count = 9;
    /// let mut flock = Flock::new(settings, Default::default(), Default::default())?;
    /// let geese = InfluenceKind::Formation {
    ///     form: Form::Vee { angle: 70.0 },
    ///     spacing: 1.0,
    ///     position: Vec3::y() * 5.0,
    ///     rotation: Default::default(),
    ///     slowing: 1.0,
    ///     strictness: 0.8,
    ///     change: 0.0,
    ///     lead: 0.0,
    ///     shrinks: false,
    /// };
    /// let geese = flock.add_influence(Influence::new(geese))?;
    /// flock.step();
    /// assert!(flock.formation_places(geese).unwrap().all(|(_, boid)| boid.is_some()));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn formation_places(
        &self,
        id: InfluenceId,
    ) -> Option<impl ExactSizeIterator<Item = (Vec3, Option<BoidId>)> + '_> {
        let influence = self.inputs.influences.get(id)?;
        let frame = influence.kind.formation_frame()?;
        let formed = self.inputs.formations.places_of(id)?;
        let places = formed.places();
        Some(places.map(move |(place, boid)| {
            let place = self.frame().point_to_world(frame.point_to_world(place));
            (place, boid)
        }))
    }

    /// Sets the wind, from the next step on: still air is `Wind::default()`. Takes constant time;
    /// see [`Wind`] for what it does, and the page `figures` of the handbook for what it costs.
    ///
    /// # Errors
    /// Names every value of the wind that is out of range; the wind then stays as it was.
    pub fn set_wind(&mut self, wind: Wind) -> Result<(), SettingsError> {
        wind.validate()?;
        if wind != self.inputs.wind {
            self.inputs.wind = wind;
            self.log(|| FlockInput::SetWind(wind));
        }
        Ok(())
    }

    /// The wind that acts on the boids.
    pub fn wind(&self) -> &Wind {
        &self.inputs.wind
    }

    /// Scares boids away from a point of the world, from the next step on and until the scare
    /// fades. The point then moves with the flock's frame.
    ///
    /// There are at most 64 scares at a time. If one more is added, the weakest of all, which may
    /// be the new one, is dropped. Takes constant time; each scare makes the steps a little longer
    /// while it lasts.
    ///
    /// # Errors
    /// Names every value of the scare that is out of range, its point in the flock's frame; the
    /// flock then stays as it was.
    ///
    /// ```
    /// use flock_sim::{threats::Scare, Flock, Placement, Settings, Vec3};
    ///
    /// let mut settings = Settings::default();
    /// settings.spawn.count = 0;
    /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    /// let fish = flock.spawn_at(Vec3::x(), Vec3::zeros())?;
    /// flock.scare(Scare { point: Vec3::zeros(), radius: 2.0, strength: 60.0, decay: 0.3 })?;
    /// flock.step();
    /// assert!((flock.boid(fish).unwrap().velocity.x - 0.5).abs() < 1e-5);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn scare(&mut self, scare: Scare) -> Result<(), SettingsError> {
        let point = self.frame().point_to_frame(scare.point);
        self.scare_in_frame(Scare { point, ..scare })
    }

    /// Scares boids away from a point of the flock's frame.
    pub(crate) fn scare_in_frame(&mut self, scare: Scare) -> Result<(), SettingsError> {
        scare.validate()?;
        self.inputs.scares.add(scare);
        self.log(|| FlockInput::Scare(scare));
        Ok(())
    }

    /// The scares that have not faded yet, the oldest first. Their points are in the flock's frame,
    /// with which they move.
    ///
    /// ```
    /// use flock_sim::{threats::Scare, Flock, Placement, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// flock.scare(Scare { point: Vec3::zeros(), radius: 1.0, strength: 10.0, decay: 0.1 })?;
    /// assert_eq!(flock.scares()[0].strength(), 10.0);
    /// (0..60).for_each(|_| flock.step());
    /// assert!(flock.scares().is_empty());
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn scares(&self) -> &[ActiveScare] {
        self.inputs.scares.active()
    }

    /// Replaces the custom rule, or removes it with `None`, from the next step on.
    ///
    /// A custom rule makes the steps longer by its own time, and because neighbours are counted for
    /// it. Meanwhile, rules that are enabled with weight 0 search neighbours too, and count as
    /// active for `neighbours.nearest_only` and `wander.only_alone`. [`CustomRule`] has an example.
    /// Takes constant time.
    pub fn set_custom_rule(&mut self, rule: Option<Arc<dyn CustomRule>>) {
        self.inputs.custom_rule = rule;
        self.population.boids.gpu_mut().try_again();
    }

    /// The custom rule; `None` if there is none.
    pub fn custom_rule(&self) -> Option<&Arc<dyn CustomRule>> {
        self.inputs.custom_rule.as_ref()
    }
}
