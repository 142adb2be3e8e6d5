//! Boids added, removed and moved to free places.

use crate::{
    flock::{log::FlockInput, Flock},
    math::Vec3,
    motion::spawn_obstruction::SpawnObstruction,
    settings::validation::{Check, SettingsError},
    state::boid_id::BoidId,
};

impl Flock {
    /// Adds boids that start in `spawn.region`, like the first ones of the flock, and returns their
    /// ids.
    ///
    /// Boids for which no position clear of geometry is found wait for one; see
    /// [`not_placed`](Self::not_placed). Takes time in proportion to the number of boids added, on
    /// average: when the reserved memory is full, the flock reserves half as much again.
    ///
    /// # Errors
    /// Refuses a count that would make the flock, including the waiting boids, larger than
    /// 10,000,000 boids, or for which the memory does not suffice. No boid is added then.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let ids = flock.spawn(3)?.to_vec();
    /// assert_eq!(flock.len(), 1003);
    /// assert!(ids.iter().all(|id| flock.boid(*id).is_some()));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn spawn(&mut self, count: u32) -> Result<&[BoidId], SettingsError> {
        self.make_room(count)?;
        if count > 0 {
            self.log(|| FlockInput::Spawn(count));
        }
        self.change_population(|it, context| it.spawn(count, context));
        Ok(&self.population.newborn)
    }

    /// Adds a boid at a `position` in the world, in metres, with a `velocity` in the world, in m/s.
    ///
    /// The next step limits the velocity to the range of the settings. The boid may start outside
    /// the boundary; it then steers inward. Takes constant time on average, as
    /// [`spawn`](Self::spawn) does, plus a query of the geometry.
    ///
    /// # Errors
    /// Refuses a position or velocity that is not finite or, in the flock's frame, beyond ±10,000 m
    /// or m/s in a component. With `collision.enabled`, also refuses a position where the boid's
    /// body would not be clear of geometry; [`is_clear`](Self::is_clear) checks that beforehand.
    /// Also refuses the 10,000,001st boid, and a boid for which the memory does not suffice.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let id = flock.spawn_at(Vec3::new(1.0, 0.5, 0.0), Vec3::z())?;
    /// assert_eq!(flock.boid(id).unwrap().velocity, Vec3::z());
    ///
    /// let error = flock.spawn_at(Vec3::new(1e6, 0.0, 0.0), Vec3::z()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "position is (1000000, 0, 0); allowed: -10000 to 10000 m in every component"
    /// );
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn spawn_at(&mut self, position: Vec3, velocity: Vec3) -> Result<BoidId, SettingsError> {
        let motion = self.inputs.frame.given_motion();
        let position = motion.point_in(position);
        self.spawn_in_frame(position, motion.velocity_in(position, velocity))
    }

    /// Adds a boid at a position and with a velocity in the flock's frame.
    pub(crate) fn spawn_in_frame(
        &mut self,
        position: Vec3,
        velocity: Vec3,
    ) -> Result<BoidId, SettingsError> {
        let mut check = Check::default();
        check.vector("position", &position, "m");
        check.vector("velocity", &velocity, "m/s");
        check.finish()?;
        self.make_room_at(&position)?;
        self.log(|| FlockInput::SpawnAt { position, velocity });
        Ok(self.change_population(|it, context| it.spawn_at(position, velocity, context)))
    }

    /// Reserves memory for a boid at a position in the flock's frame, which must be clear.
    pub(crate) fn make_room_at(&mut self, position: &Vec3) -> Result<(), SettingsError> {
        let body_radius = self.config.settings.collision.body_radius;
        self.config
            .check_clear(position, body_radius, &self.inputs.obstacles)?;
        self.make_room(1)
    }

    /// Removes a boid, whether it is placed, waiting, dead or held.
    ///
    /// Returns false if there is no such boid. Takes constant time, except when the list of free
    /// slots grows. In the order of [`boids`](Self::boids), the last boid moves to the index of the
    /// removed one.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let eaten = flock.boids().next().unwrap().id;
    /// assert!(flock.remove(eaten));
    /// assert!(!flock.remove(eaten));
    /// assert_eq!(flock.len(), 999);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn remove(&mut self, id: BoidId) -> bool {
        let is_removed = self.remove_boid(id);
        if is_removed {
            self.log(|| FlockInput::Remove(id));
        }
        is_removed
    }

    /// Number of boids that wait, as no position clear of geometry was found. They keep their ids
    /// and are tried again whenever the geometry, the placement, moving obstacles, or the settings
    /// of spawn and collision change. It may still grow in the next steps:
    /// [`settled_not_placed`](Self::settled_not_placed). Takes constant time.
    pub fn not_placed(&self) -> usize {
        self.population.not_placed()
    }

    /// The reason why boids wait; `None` if all are placed.
    ///
    /// Tests many positions if some wait, so call it seldom.
    pub fn spawn_obstruction(&self) -> Option<SpawnObstruction> {
        let spawner = self.config.spawner(&self.inputs.obstacles);
        let boids = self.not_placed();
        (boids > 0).then(|| spawner.obstruction(boids))
    }

    /// True if a sphere at a place in the world overlaps no moving obstacle and no geometry.
    ///
    /// Geometry is tested as in [`Geometry::is_clear`](crate::Geometry::is_clear), except that
    /// two-sided closed surfaces are rooms if the centre of `spawn.region` lies inside, and solids
    /// otherwise. With `collision.body_radius` as radius, the result is true exactly where
    /// [`spawn_at`](Self::spawn_at) accepts the position.
    ///
    /// ```
    /// use flock_sim::{geometry::shapes, Flock, Geometry, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let cuboid = shapes::cuboid(Vec3::repeat(10.0));
    /// let turned: Vec<_> = cuboid.iter().map(|&[a, b, c]| [a, c, b]).collect();
    /// let (level, report) = Geometry::new(&[cuboid, turned].concat());
    /// assert_eq!(report.two_sided, 1);
    /// let flock = Flock::new(Settings::default(), Placement::default(), Arc::new(level))?;
    /// assert!(flock.is_clear(Vec3::zeros(), 0.1));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn is_clear(&self, center: Vec3, radius: f32) -> bool {
        let center = self.frame().point_to_frame(center);
        self.config.is_clear(center, radius, &self.inputs.obstacles)
    }

    /// [`not_placed`](Self::not_placed) once that is known: none while boids that geometry was put
    /// over have not been looked at, while waiting boids have not been tried again, and, while
    /// obstacles move, until the number has not grown for a second of simulated time. A change puts
    /// some boids out of their places in each of the next steps, so that their number in the first
    /// of them says little. Takes constant time.
    ///
    /// ```
    /// use flock_sim::{geometry::shapes, Flock, Geometry, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// assert_eq!(flock.settled_not_placed(), Some(0));
    /// let mountain = Geometry::new(&shapes::cuboid(Vec3::repeat(100.0))).0;
    /// flock.set_geometry(Arc::new(mountain));
    /// flock.step();
    /// assert!(flock.settled_not_placed().is_none() && flock.not_placed() < 1000);
    /// flock.depenetrate();
    /// assert_eq!(flock.settled_not_placed(), Some(1000));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn settled_not_placed(&self) -> Option<usize> {
        let is_moving = self.inputs.obstacles.is_moving();
        self.population
            .settled_not_placed(self.clock.time, is_moving)
    }

    /// Moves at once all boids out of the geometry that [`set_geometry`](Self::set_geometry) and
    /// [`set_settings`](Self::set_settings) leave to the next steps, and tries the boids that wait
    /// for a place. Takes time in proportion to the number of boids, each with a query of the
    /// geometry; none if there is nothing left to do.
    ///
    /// ```
    /// use flock_sim::{geometry::shapes, Flock, Geometry, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let block = Geometry::new(&shapes::cuboid(Vec3::repeat(0.5))).0;
    /// flock.set_geometry(Arc::new(block));
    /// flock.depenetrate();
    /// assert!(flock.statistics().rescued > 0);
    /// assert_eq!(flock.unchecked(), 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn depenetrate(&mut self) {
        if self.population.unchecked.left() + self.population.untried.left() > 0 {
            self.log(|| FlockInput::Depenetrate);
            self.change_population(|it, context| it.depenetrate_all(context));
        }
    }

    /// Number of slots whose boids have not been checked since the geometry or the bodies changed.
    ///
    /// These boids may still be inside solids. Each step on the CPU, and each frame on a GPU,
    /// checks the boids of 2,048 slots, or fewer while many boids have to be moved. Takes constant
    /// time.
    pub fn unchecked(&self) -> usize {
        self.population.unchecked.left()
    }
}
