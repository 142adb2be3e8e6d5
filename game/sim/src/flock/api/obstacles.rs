//! Moving obstacles of a flock.

use crate::{
    flock::{log::FlockInput, Flock},
    math::frame::Placement,
    obstacles::{set::ObstacleId, shape::MovingObstacle},
    settings::validation::SettingsError,
};

/// Moving obstacles: convex bodies that the game moves, such as the player, a door, a lift, a
/// shark. A body that is not convex is several obstacles.
///
/// Boids see them ahead, by the settings of `avoidance`, and step aside. Every move is swept
/// against the obstacles as they move and turn, with `collision.enabled`, so that none passes
/// through a boid, however fast it is; it pushes boids away, whatever `collision.response` is.
/// Boids at rest beside a moving surface are carried along by it.
///
/// Static geometry and the boundary always win: a boid that is caught between them and an obstacle
/// moves to a free place near by in sight, which may be behind the obstacle, or starts anew in
/// `spawn.region`, or waits. So does a boid over which an obstacle is added or teleported.
/// [`Statistics::rescued`](crate::statistics::Statistics::rescued) and
/// [`EventKind::Rescued`](crate::events::EventKind) tell. After a step no boid is inside of an
/// obstacle. In a planar flock pushes stay in the plane. A boid does not pass through a boundary
/// that wraps while an obstacle is in its way there, and is not pushed through.
///
/// Boids that land, stand on a [perch](Self::add_perch) or take off are pushed as well, and then
/// fly away; so are the bodies of [dead](Self::kill) ones, which also lie on obstacles. A dead one
/// that is crushed and finds no place is removed. A [held](Self::hold) boid is where the game puts
/// it, also inside of an obstacle.
///
/// On a GPU, boids that are caught are carried out when the drawn state that shows it is back, at
/// most two frames later, and after [`step`](Self::step) at once; boids that wait are tried again
/// every 64 steps while obstacles move.
impl Flock {
    /// Adds a moving obstacle. There are at most 256 at a time. Takes constant time, and for a
    /// convex hull time in proportion to the number of its points; an obstacle makes the steps
    /// longer only for the boids near it.
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

    /// Says where an obstacle is at the end of the next frame. It goes there in the steps of the
    /// next [`advance`](Self::advance) that makes any, in equal parts, or in one
    /// [`step`](Self::step); then it rests until the next call. It takes the shorter rotation, so
    /// that it can make at most half a turn in a step. False if it was removed before. Takes time
    /// in proportion to the number of obstacles.
    ///
    /// # Errors
    /// Refuses an origin that is not finite or beyond ±10,000 m in a component, and a rotation that
    /// is not a unit quaternion; the obstacle then goes where it would have gone.
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

    /// Puts an obstacle somewhere without a way between, as when a game jumps; a game that only
    /// knows where a body was and is asks
    /// [`ObstacleShape::is_put`](crate::obstacles::ObstacleShape::is_put). No boid between is
    /// pushed: boids there are carried out in the next step, all of them, to places from which no
    /// surface separates them. Each tests about three places in the open, in 3 µs; beside walls and
    /// other obstacles at most 320, and all of a step together at most 8,192, or 32 each and 4,096
    /// more. Those that find none start anew in `spawn.region`, or wait. False if it was removed
    /// before.
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

    /// The obstacles in the order in which they were added, each where it was at the end of the
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

    /// Where an obstacle goes in the next steps, as the last [`move_obstacle`](Self::move_obstacle)
    /// said; where it is if it is there already. `None` if it was removed.
    pub fn obstacle_target(&self, id: ObstacleId) -> Option<&Placement> {
        self.inputs.obstacles.target(id)
    }
}
