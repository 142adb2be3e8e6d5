//! The avoidance of one boid, for debugging.

use crate::{
    flock::Flock,
    state::boid_id::BoidId,
    steering::avoidance::{step_number, AvoidanceStep, Sight},
};

impl Flock {
    /// The rays and the decision that a look of a boid would give now, in the world, for drawing
    /// and debugging.
    ///
    /// In the steps, a boid looks around only at intervals. `None` if there is no such boid, if it
    /// waits, or if boids do not avoid geometry: without `avoidance.enabled`, `collision.enabled`
    /// or triangles. Takes some microseconds.
    /// ```
    /// use flock_sim::{geometry::shapes, Flock, Geometry, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let mut settings = Settings::default();
    /// settings.spawn.count = 0;
    /// let block = Geometry::new(&shapes::cuboid(Vec3::repeat(0.5))).0;
    /// let mut flock = Flock::new(settings, Placement::default(), Arc::new(block))?;
    /// let fish = flock.spawn_at(Vec3::x() * 1.4, -Vec3::x())?;
    ///
    /// let sight = flock.sight(fish).unwrap();
    /// assert_eq!(sight.view, 1.0);
    /// assert!(!sight.rays[0].is_clear && (sight.rays[0].distance - 0.848).abs() < 1e-3);
    /// assert!(sight.direction.is_some() && sight.nearness > 0.1);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn sight(&self, id: BoidId) -> Option<Sight> {
        let sight = self.sight_in_frame(id)?;
        Some(sight.out_of(self.frame()))
    }

    /// The rays and the decision of a look, in the flock's frame; like [`sight`](Self::sight).
    pub(crate) fn sight_in_frame(&self, id: BoidId) -> Option<Sight> {
        let boids = self.known();
        let index = self.population.boids.slot_map().index(id, &boids.slot)?;
        let avoidance_step = self.avoidance_step()?;
        let (position, velocity) = (boids.position(index), boids.velocity(index));
        let clearance = self.config.geometry.clearance(position);
        Some(avoidance_step.sight(id.slot(), position, velocity, clearance))
    }

    /// Avoidance as the next step computes it; `None` if boids do not avoid geometry.
    pub(crate) fn avoidance_step(&self) -> Option<AvoidanceStep<'_>> {
        AvoidanceStep::new(
            &self.config.settings,
            self.config.frame(),
            &self.config.geometry,
            &self.population.boids.memories.sights,
            step_number(self.reports.statistics.steps),
            self.config.vectors,
        )
    }
}
