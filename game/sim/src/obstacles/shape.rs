//! Shapes of moving obstacles.

use super::hull::{Hull, HullError, MOST_TRIANGLES};
use crate::{
    math::{frame::Placement, Vec3},
    settings::validation::{describe, Check, SettingsError},
};
use serde::{Deserialize, Serialize};

/// Limits of the lengths of a shape, in metres.
const SHORTEST: f32 = 0.001;
const LONGEST: f32 = 1000.0;

/// Largest number of points of a convex hull.
const MOST_POINTS: usize = 1024;

/// A body that the game moves and that boids see and never pass through: the player, a door, a
/// lift, a shark. See [`Flock::add_obstacle`](crate::Flock::add_obstacle).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovingObstacle {
    /// Its shape, in its own frame.
    pub shape: ObstacleShape,
    /// Where it is: its frame in the world. Default: at the origin, not turned.
    #[serde(default)]
    pub placement: Placement,
}

/// Convex shape of an obstacle, in its own frame, in metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ObstacleShape {
    /// A ball around the origin of the frame.
    Sphere {
        /// 0.001 to 1,000.
        radius: f32,
    },
    /// All places near a segment.
    Capsule {
        /// Begin of the segment. Within ±1,000 in every component.
        start: Vec3,
        /// End of the segment; the same point is allowed.
        end: Vec3,
        /// 0.001 to 1,000.
        radius: f32,
    },
    /// A box around the origin of the frame.
    Box {
        /// Half of its size along each axis. Each 0.001 to 1,000.
        half_extents: Vec3,
    },
    /// The convex hull of points, with at most 64 triangles, which 34 corners have. A body that is
    /// not convex is several obstacles.
    ConvexHull {
        /// 4 to 1,024 points that span a volume. Within ±1,000 in every component.
        points: Vec<Vec3>,
    },
}

impl MovingObstacle {
    /// Speed up to which a body is usually taken to have moved, in m/s: that of a fast car. See
    /// [`ObstacleShape::is_put`].
    pub const FASTEST: f32 = 60.0;

    /// Checks every value.
    ///
    /// # Errors
    /// Names every value that is out of range. NaN and infinities are out of any range.
    ///
    /// ```
    /// use flock_sim::{Placement, obstacles::{MovingObstacle, ObstacleShape}};
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

/// Checks where an obstacle is, or shall be.
pub(super) fn check_placement(check: &mut Check, placement: &Placement) {
    check.vector("obstacle.placement.origin", &placement.origin, "m");
    check.rotation("obstacle.placement.rotation", &placement.rotation);
}

impl ObstacleShape {
    /// True if a body of this shape that was `from` there a frame of so many `seconds` ago has been
    /// put where it is now, and has not moved `to` there: then
    /// [`Flock::teleport_obstacle`](crate::Flock::teleport_obstacle) takes it there without pushing
    /// the boids between, and otherwise [`Flock::move_obstacle`](crate::Flock::move_obstacle).
    ///
    /// That is so if its origin went farther than at the speed `fastest`, in m/s, and half of the
    /// body's length along the way beside: a body that overlaps the place where it was has moved.
    /// `fastest` is [`MovingObstacle::FASTEST`] for a body that a game moves by hand, and its own
    /// speed for one that physics moves; infinite if none is ever put. To turn is to move. Negative
    /// and NaN numbers count as 0.
    ///
    /// ```
    /// use flock_sim::{Placement, Vec3, obstacles::{MovingObstacle, ObstacleShape}};
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

    /// Half of the length along a unit vector in the shape's frame, in metres.
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
        }
    }
}

fn check_length(check: &mut Check, field: &str, length: f32) {
    check.range(field, length, SHORTEST, LONGEST, "m");
}

fn check_point(check: &mut Check, field: &str, point: &Vec3) -> bool {
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
            format!("{MOST_TRIANGLES} triangles, which 34 corners have; take fewer points"),
        ),
    }
}
