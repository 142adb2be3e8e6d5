//! Shapes of moving obstacles.

use super::{
    hull::{Hull, HullError, MOST_TRIANGLES},
    mesh::ObstacleMesh,
};
use crate::{
    math::{frame::Placement, Vec3},
    settings::validation::{describe, Check, SettingsError},
};
use serde::{Deserialize, Serialize};

/// Limits of the lengths of a shape, in metres.
const SHORTEST: f32 = 0.001;
pub(super) const LONGEST: f32 = 1000.0;

/// Largest number of points from which a convex hull is made.
const MOST_POINTS: usize = 1024;

/// A moving obstacle: a body that the game moves, such as the player, a door, a lift or a shark.
///
/// Boids see it and never pass through it. See [`Flock::add_obstacle`](crate::Flock::add_obstacle).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovingObstacle {
    /// Shape of the obstacle, in its own frame.
    pub shape: ObstacleShape,
    /// Position and rotation of the obstacle in the flock's frame. Default: at the origin, not
    /// rotated.
    #[serde(default)]
    pub placement: Placement,
}

/// Shape of an obstacle, in its own frame. Lengths are in metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ObstacleShape {
    /// A sphere around the origin of the frame.
    Sphere {
        /// Radius, in metres. 0.001 to 1,000.
        radius: f32,
    },
    /// A capsule: all points within a radius of a line segment.
    Capsule {
        /// Start of the segment, in metres. Within ±1,000 in every component.
        start: Vec3,
        /// End of the segment, in metres. Within ±1,000 in every component. It may be equal to
        /// `start`.
        end: Vec3,
        /// Radius, in metres. 0.001 to 1,000.
        radius: f32,
    },
    /// A box around the origin of the frame.
    Box {
        /// Half of the size along each axis, in metres. Each 0.001 to 1,000.
        half_extents: Vec3,
    },
    /// The convex hull of points. It may have at most 64 triangles, which are enough for 34
    /// corners.
    ///
    /// For a body that is not convex, use a [`Mesh`](Self::Mesh), or add several obstacles.
    ConvexHull {
        /// 4 to 1,024 points, in metres, that do not lie in one plane. Within ±1,000 in every
        /// component.
        points: Vec<Vec3>,
    },
    /// A triangle mesh: concave, open or closed, such as a ship or a cart.
    ///
    /// The time of a sweep grows with the number of triangles within a boid's reach. A mesh with
    /// triangles that are not much smaller than a boid takes the least.
    Mesh(ObstacleMesh),
}

impl MovingObstacle {
    /// Usual value of `fastest` in [`ObstacleShape::is_put`], in m/s: the speed of a fast car.
    pub const FASTEST: f32 = 60.0;

    /// Checks every value.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    ///
    /// ```
    /// use flock_sim::{
    ///     obstacles::{MovingObstacle, ObstacleShape},
    ///     Placement,
    /// };
    ///
    /// let shape = ObstacleShape::Sphere { radius: -1.0 };
    /// let error = MovingObstacle { shape, placement: Placement::default() }.validate().unwrap_err();
    /// assert_eq!(error.to_string(), "obstacle.radius is -1; allowed: 0.001 to 1000 m");
    /// ```
    pub fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        self.shape.check(&mut check);
        check_placement(&mut check, &self.placement);
        check.finish()
    }
}

/// Refuses a placement or a target of an obstacle that is out of range.
pub(super) fn check_placement(check: &mut Check, placement: &Placement) {
    check.vector("obstacle.placement.origin", &placement.origin, "m");
    check.rotation("obstacle.placement.rotation", &placement.rotation);
}

impl ObstacleShape {
    /// True if a body jumped from one placement to another, and did not move between them.
    ///
    /// A body that was at `from` and is at `to` after a frame of `seconds` jumped if its origin
    /// went farther than it can move at the speed `fastest`, in m/s, plus half of the body's length
    /// in that direction. So a body that overlaps its earlier place has always moved. Rotation
    /// alone is never a jump. For a jump, use
    /// [`Flock::teleport_obstacle`](crate::Flock::teleport_obstacle), which does not push the boids
    /// in between; for a move, use [`Flock::move_obstacle`](crate::Flock::move_obstacle).
    ///
    /// Choose for `fastest`: [`MovingObstacle::FASTEST`] for a body that a game moves by hand, the
    /// body's own speed if physics moves it, infinity if it never jumps. Negative numbers and NaN
    /// count as 0.
    ///
    /// ```
    /// use flock_sim::{
    ///     obstacles::{MovingObstacle, ObstacleShape},
    ///     Placement, Vec3,
    /// };
    ///
    /// let shark = ObstacleShape::Sphere { radius: 1.0 };
    /// let at = |x: f32| Placement::at(Vec3::new(x, 0.0, 0.0));
    /// let is_put = |x, seconds| shark.is_put(&at(0.0), &at(x), seconds, MovingObstacle::FASTEST);
    /// assert!(is_put(4.0, 1.0 / 60.0));
    /// assert!(!is_put(1.9, 1.0 / 60.0) && !is_put(4.0, 0.1));
    /// ```
    pub fn is_put(&self, from: &Placement, to: &Placement, seconds: f32, fastest: f32) -> bool {
        let way = to.origin - from.origin;
        let Some(ahead) = way.try_normalize(0.0) else {
            return false;
        };
        let half_length = self.half_length(&from.rotation.inverse_transform_vector(&ahead));
        way.norm() > fastest.max(0.0) * seconds.max(0.0) + half_length
    }

    /// Half of the shape's length along a unit vector in its frame, in metres.
    fn half_length(&self, along: &Vec3) -> f32 {
        match self {
            Self::Sphere { radius } => *radius,
            Self::Capsule { start, end, radius } => radius + 0.5 * (end - start).dot(along).abs(),
            Self::Box { half_extents } => half_extents.dot(&along.abs()),
            Self::ConvexHull { points } => {
                let heights = points.iter().map(|point| point.dot(along));
                let range = heights.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), it| {
                    (low.min(it), high.max(it))
                });
                (0.5 * (range.1 - range.0)).max(0.0)
            }
            Self::Mesh(mesh) => mesh.half_length(along),
        }
    }

    fn check(&self, check: &mut Check) {
        match self {
            Self::Sphere { radius } => check_length(check, "obstacle.radius", *radius),
            Self::Capsule { start, end, radius } => {
                check_point(check, "obstacle.start", start);
                check_point(check, "obstacle.end", end);
                check_length(check, "obstacle.radius", *radius);
            }
            Self::Box { half_extents } => {
                for (axis, half) in ["x", "y", "z"].into_iter().zip(half_extents.iter()) {
                    check_length(check, &format!("obstacle.half_extents.{axis}"), *half);
                }
            }
            Self::ConvexHull { points } => check_hull(check, points),
            // It was checked when it was made.
            Self::Mesh(_) => (),
        }
    }
}

fn check_length(check: &mut Check, field: &str, length: f32) {
    check.range(field, length, SHORTEST, LONGEST, "m");
}

pub(super) fn check_point(check: &mut Check, field: &str, point: &Vec3) -> bool {
    let good = point.iter().all(|x| x.abs() <= LONGEST);
    if !good {
        let allowed = format!("-{LONGEST} to {LONGEST} m in every component");
        check.refuse(field, describe(point), allowed);
    }
    good
}

fn check_hull(check: &mut Check, points: &[Vec3]) {
    const FIELD: &str = "obstacle.points";
    let value = format!("a list of {}", points.len());
    if !(4..=MOST_POINTS).contains(&points.len()) {
        return check.refuse(FIELD, value, format!("4 to {MOST_POINTS}"));
    }
    let good = (0..).zip(points).fold(true, |good, (index, point)| {
        good & check_point(check, &format!("{FIELD}[{index}]"), point)
    });
    match Hull::new(points) {
        _ if !good => (),
        Ok(_) => (),
        Err(HullError::Flat) => check.refuse(FIELD, value, "points that span a volume"),
        Err(HullError::TooManyTriangles) => check.refuse(
            FIELD,
            format!("{value} whose hull has more than {MOST_TRIANGLES} triangles"),
            format!("{MOST_TRIANGLES} triangles, as of a hull with 34 corners; use fewer points"),
        ),
    }
}
