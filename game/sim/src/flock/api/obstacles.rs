//! Moving obstacles of a flock.

use crate::{
    flock::{log::FlockInput, Flock},
    math::frame::Placement,
    obstacles::{set::ObstacleId, shape::MovingObstacle},
    settings::validation::SettingsError,
};

/// Moving obstacles are convex bodies that the game moves, such as a player, a door, a lift or a
/// shark. Use several obstacles for a body that is not convex.
///
/// Boids see obstacles ahead, by the settings of `avoidance`, and steer around them. With
/// `collision.enabled`, every move is swept against the obstacles as they move and turn, so that no
/// obstacle passes through a boid, however fast it is. Obstacles push boids away for every
/// `collision.response`. A moving surface carries boids at rest beside it along.
///
/// Static geometry and the boundary take precedence over obstacles. A boid that is caught between
/// them and an obstacle moves to a free place near by in its line of sight, which may be behind the
/// obstacle; otherwise it starts again in `spawn.region`, or waits. The same happens to a boid
/// where an obstacle is added or teleported to.
/// [`Statistics::rescued`](crate::statistics::Statistics::rescued) and
/// [`EventKind::Rescued`](crate::events::EventKind) report these boids. After a step no boid is
/// inside an obstacle. In a planar flock, pushes stay in the plane. If an obstacle blocks the way
/// through a boundary that wraps, the boid does not pass and is not pushed through.
///
/// Obstacles also push boids that land, stand on a [perch](Self::add_perch) or take off; these then
/// fly away. They push the bodies of [dead](Self::kill) boids, which can also lie on obstacles; a
/// dead body that is crushed and has no free place is removed. A [held](Self::hold) boid stays
/// where the game puts it, even inside an obstacle.
///
/// On a GPU, caught boids are rescued when the drawn state that shows them has been read back: at
/// most two frames later, or at once after [`step`](Self::step). While obstacles move, waiting
/// boids are tried again every 64 steps.
impl Flock {
    /// Adds a moving obstacle; at most 256 at a time.
    ///
    /// Takes constant time, and for a convex hull time in proportion to the number of its points.
    /// An obstacle makes the steps longer only for the boids near it.
    ///
    /// # Errors
    /// Names every value of the obstacle that is out of range, or the number of obstacles if there
    /// are 256 already. The flock then stays as it was.
    ///
    /// ```
    /// use flock_sim::{
    ///     obstacles::{MovingObstacle, ObstacleShape},
    ///     Flock, Placement, Settings, Vec3,
    /// };
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let origin = Vec3::new(-8.0, 0.0, 0.0);
    /// let mut placement = Placement { origin, ..Placement::default() };
    /// let shape = ObstacleShape::Sphere { radius: 1.0 };
    /// let shark = flock.add_obstacle(MovingObstacle { shape, placement })?;
    /// while placement.origin.x < 8.0 {
    ///     placement.origin.x += 0.1;
    ///     flock.move_obstacle(shark, placement)?;
    ///     flock.advance(1.0 / 60.0);
    ///     assert_eq!(flock.in_sphere(placement.origin, 1.0).count(), 0);
    /// }
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn add_obstacle(&mut self, obstacle: MovingObstacle) -> Result<ObstacleId, SettingsError> {
        let logged = self.to_log(&obstacle);
        let id = self.inputs.obstacles.add(obstacle)?;
        self.log_if(logged, FlockInput::AddObstacle);
        self.population.boids.gpu_mut().try_again();
        Ok(id)
    }

    /// Sets the placement that an obstacle has at the end of the next frame.
    ///
    /// The obstacle moves there in equal parts in the steps of the next [`advance`](Self::advance)
    /// that makes any, or in one [`step`](Self::step). Then it rests until the next call. It takes
    /// the shorter rotation, so it can make at most half a turn in a step. Returns false if it was
    /// removed. Takes time in proportion to the number of obstacles.
    ///
    /// # Errors
    /// Refuses an origin that is not finite or beyond ±10,000 m in a component, and a rotation that
    /// is not a unit quaternion. The previous target of the obstacle then stays.
    ///
    /// ```
    /// use flock_sim::{
    ///     obstacles::{MovingObstacle, ObstacleShape},
    ///     Flock, Placement, Settings, Vec3,
    /// };
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let half_extents = Vec3::new(1.0, 0.1, 1.0);
    /// let shape = ObstacleShape::Box { half_extents };
    /// let lift = flock.add_obstacle(MovingObstacle { shape, placement: Placement::default() })?;
    /// let up = Placement { origin: Vec3::new(0.0, 0.3, 0.0), ..Placement::default() };
    /// assert!(flock.move_obstacle(lift, up)?);
    /// flock.step();
    /// assert_eq!(flock.obstacles().next().unwrap().1.placement, up);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn move_obstacle(
        &mut self,
        id: ObstacleId,
        placement: Placement,
    ) -> Result<bool, SettingsError> {
        // Each step logs the placements at its end, so that a replay does not depend on frames.
        self.inputs.obstacles.set_target(id, placement)
    }

    /// Puts an obstacle at another place without a motion in between.
    ///
    /// Boids between the two places are not pushed. The next step moves all boids at the new place
    /// to free places from which no surface separates them. Each boid tests about three places in
    /// the open, in 3 µs, and at most 320 beside walls and other obstacles. All boids of one step
    /// together test at most 8,192 places, or 32 each plus 4,096 if that is more. A boid that finds
    /// no place starts again in `spawn.region`, or waits. A game that knows only the old and the
    /// new placement of a body can ask
    /// [`ObstacleShape::is_put`](crate::obstacles::ObstacleShape::is_put) whether it was
    /// teleported. Returns false if the obstacle was removed.
    ///
    /// # Errors
    /// The same as for [`move_obstacle`](Self::move_obstacle).
    ///
    /// ```
    /// use flock_sim::{
    ///     obstacles::{MovingObstacle, ObstacleShape},
    ///     Flock, Placement, Settings, Vec3,
    /// };
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let far = Placement { origin: Vec3::new(50.0, 0.0, 0.0), ..Placement::default() };
    /// let shape = ObstacleShape::Sphere { radius: 1.0 };
    /// let ball = flock.add_obstacle(MovingObstacle { shape, placement: far })?;
    /// assert!(flock.teleport_obstacle(ball, Placement::default())?);
    /// flock.step();
    /// assert_eq!(flock.in_sphere(Vec3::zeros(), 1.0).count(), 0);
    /// assert!(flock.statistics().rescued > 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn teleport_obstacle(
        &mut self,
        id: ObstacleId,
        placement: Placement,
    ) -> Result<bool, SettingsError> {
        let is_there = self.inputs.obstacles.teleport(id, placement)?;
        if is_there {
            self.log(|| FlockInput::TeleportObstacle { id, placement });
            // Waiting boids may find a place now.
            self.population.begin_placing();
        }
        Ok(is_there)
    }

    /// Removes an obstacle and returns it, with its current placement. `None` if it was removed
    /// before.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, obstacles::{MovingObstacle, ObstacleShape}};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let shape = ObstacleShape::Sphere { radius: 1.0 };
    /// let ball = flock.add_obstacle(MovingObstacle { shape, placement: Placement::default() })?;
    /// assert!(flock.remove_obstacle(ball).is_some() && flock.remove_obstacle(ball).is_none());
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn remove_obstacle(&mut self, id: ObstacleId) -> Option<MovingObstacle> {
        let removed = self.inputs.obstacles.remove(id);
        if removed.is_some() {
            self.inputs.tags.forget(id);
            self.log(|| FlockInput::RemoveObstacle(id));
            self.population.boids.gpu_mut().try_again();
            // Waiting boids may find a place now.
            self.population.begin_placing();
        }
        removed
    }

    /// The obstacles in the order in which they were added, with their placements at the end of the
    /// last step.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, obstacles::{MovingObstacle, ObstacleShape}};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let shape = ObstacleShape::Sphere { radius: 1.0 };
    /// let obstacle = MovingObstacle { shape, placement: Placement::default() };
    /// let id = flock.add_obstacle(obstacle.clone())?;
    /// assert!(flock.obstacles().eq([(id, &obstacle)]));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn obstacles(&self) -> impl ExactSizeIterator<Item = (ObstacleId, &MovingObstacle)> {
        self.inputs.obstacles.iter()
    }

    /// The target placement of an obstacle, as the last [`move_obstacle`](Self::move_obstacle) set
    /// it.
    ///
    /// An obstacle that has arrived returns its current placement. `None` if it was removed.
    pub fn obstacle_target(&self, id: ObstacleId) -> Option<&Placement> {
        self.inputs.obstacles.target(id)
    }
}
