//! What the boids see of the geometry.

use super::Flock;
use crate::{
    avoidance::{step_number, Lookout},
    placement::Frame,
    BoidId, Sight,
};

impl Flock {
    /// What a boid sees of the geometry from where it is, if it looks around right now: to be drawn, or to find out why it
    /// goes where it goes. In the steps it looks around now and then only. `None` if there is no such boid, if it waits for a
    /// place, or if boids do not see: without `avoidance.enabled` or `collision.enabled`, and without triangles. Takes the time
    /// of a look, some microseconds.
    ///
    /// ```
    /// use flock_sim::{shapes, Flock, Geometry, Placement, Settings, Vec3};
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
        let boids = self.known();
        let place = self.lookup.place(id)?;
        let lookout = self.lookout()?;
        let (position, velocity) = (boids.position(place), boids.velocity(place));
        let clearance = self.geometry.clearance(position);
        Some(lookout.sight(id.slot(), position, velocity, clearance))
    }

    /// That of the next step.
    fn lookout(&self) -> Option<Lookout<'_>> {
        Lookout::new(
            &self.settings,
            Frame::new(&self.placement),
            &self.geometry,
            &self.sights,
            step_number(self.statistics.steps),
            self.vectors,
        )
    }
}
