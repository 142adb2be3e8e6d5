//! Moving obstacles of a flock.

use crate::{
    flock::{log::FlockInput, Flock},
    math::frame::Placement,
    obstacles::{set::ObstacleId, shape::MovingObstacle},
    settings::validation::SettingsError,
};

/// Moving obstacles: bodies that the game moves, such as the player, a door, a lift, a shark or a
/// ship. A body that is not convex is a mesh, or consists of several obstacles.
///
/// Boids see obstacles ahead and step aside; the settings of `avoidance` say how. With
/// `collision.enabled`, every move of a boid is swept against the obstacles, which move and turn
/// during the step. So no obstacle passes through a boid, at any speed. An obstacle pushes boids
/// away, whatever `collision.response` is. A boid at rest on a moving surface moves with it.
///
/// Static geometry and the boundary override obstacles. A boid caught between one of them and an
/// obstacle moves to a free place nearby in sight, which may be behind the obstacle. Without such a
/// place it starts again in `spawn.region`, or waits. The same happens to a boid over which an
/// obstacle is added or teleported.
/// [`Statistics::rescued`](crate::statistics::Statistics::rescued) counts these boids, and
/// [`EventKind::Rescued`](crate::events::EventKind) names them. After a step no boid is inside an
/// obstacle. In a planar flock pushes stay in the plane. A boid does not pass through a boundary
/// that wraps while an obstacle is in its way there, and no push moves it through.
///
/// Obstacles also push boids that land, stand on a [perch](Self::add_perch) or take off, and these
/// boids then fly away. They push the bodies of [dead](Self::kill) boids, which can lie on
/// obstacles. A dead boid that is crushed and finds no place is removed. A [held](Self::hold) boid
/// is where the game puts it, even inside an obstacle.
///
/// On a GPU, a caught boid moves to its free place when it is known on the CPU, usually within four
/// frames. After [`step`](Self::step) it moves at once. Boids that wait are tried again every 64
/// steps while obstacles move.
impl Flock {
    /// Adds a moving obstacle. A flock has at most 256. Takes constant time, or time in proportion
    /// to the number of points of a convex hull or of triangles of a mesh. An obstacle makes steps
    /// longer only for the boids near it.
    ///
    /// # Errors
    /// Names every value of the obstacle that is out of range, or the number of obstacles if there
    /// are 256 already. The flock is then unchanged.
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

    /// Sets where an obstacle is at the end of the next frame. It moves there in equal parts during
    /// the steps of the next [`advance`](Self::advance) that makes steps, or in one
    /// [`step`](Self::step). Then it rests until the next call. It takes the shorter rotation, so
    /// it can make at most half a turn in a step. False if it was removed before. Takes time in
    /// proportion to the number of obstacles.
    ///
    /// # Errors
    /// Refuses an origin that is not finite or beyond ±10,000 m in a component, and a rotation that
    /// is not a unit quaternion. The obstacle then keeps its earlier target.
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

    /// Puts an obstacle at a place without a move, for example when the game teleports a body. A
    /// game that only knows two placements of a body asks
    /// [`ObstacleShape::is_put`](crate::obstacles::ObstacleShape::is_put) whether the body moved.
    ///
    /// Boids on the way are not pushed. In the next step, every boid at the new place moves to a
    /// free place from which no surface separates it. In the open a boid tests about three places;
    /// beside walls and other obstacles, at most 320. All boids of a step together test at most
    /// 8,192 places, or 32 for each boid and 4,096 more. A boid that finds no place starts again in
    /// `spawn.region`, or waits.
    ///
    /// Boids that stand on a [perch](Self::add_perch) of the obstacle are taken along and turn with
    /// it. In the next step, those without room at the new place take off from where they were
    /// before. So a ship that consists of several obstacles can be teleported one obstacle after the
    /// other. Boids that are landing give up. The velocity with which the obstacle moves on is no
    /// jolt.
    ///
    /// False if the obstacle was removed before.
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
        let before = self.pose_of_obstacle(id);
        let is_there = self.inputs.obstacles.teleport(id, placement)?;
        if let Some(before) = before.filter(|_| is_there) {
            self.log(|| FlockInput::TeleportObstacle { id, placement });
            self.take_riders_along(id, &before);
            // Waiting boids may find a place now.
            self.population.begin_placing();
        }
        Ok(is_there)
    }

    /// Removes an obstacle and returns it, with its current placement. `None` if it was removed
    /// before.
    ///
    /// ```
    /// use flock_sim::{
    ///     obstacles::{MovingObstacle, ObstacleShape},
    ///     Flock, Placement, Settings,
    /// };
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
            self.inputs.forget_tag(id);
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
    /// use flock_sim::{
    ///     obstacles::{MovingObstacle, ObstacleShape},
    ///     Flock, Placement, Settings,
    /// };
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

    /// The placement that an obstacle reaches in the next steps, set by
    /// [`move_obstacle`](Self::move_obstacle). If the obstacle has reached it, this is its current
    /// placement. `None` if it was removed.
    pub fn obstacle_target(&self, id: ObstacleId) -> Option<&Placement> {
        self.inputs.obstacles.target(id)
    }
}
