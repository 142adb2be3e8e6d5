//! Obstacles that are in the way to goals.

use crate::{
    math::Vec3,
    obstacles::{bounds::Bounds, MovingObstacle, ObstacleSet},
    ways::Obstruction,
};
use std::sync::Arc;

/// Least step of the sphere tracing, as a share of the distance to an obstacle. At most a fortieth of
/// the body may so overlap an obstacle beside the way.
const LEAST_STEP: f32 = 0.05;

/// Share of the distance from an obstacle that may be lost to rounding.
const ROUNDING: f32 = 1e-3;

/// Largest number of steps of the sphere tracing. A way that needs more is not free.
const MOST_STEPS: usize = 1024;

/// Obstacles that are in the way to some goals.
struct InTheWay(ObstacleSet);

/// The obstacles that are in the way to some goals for a body; `None` if none is. An obstacle at a goal
/// is not in the way to it, such as the player whom the boids follow.
pub(super) fn in_the_way(
    obstacles: &[MovingObstacle],
    goals: &[Vec3],
    radius: f32,
) -> Option<Arc<dyn Obstruction>> {
    let mut set = ObstacleSet::default();
    for obstacle in obstacles {
        let id = set.add(obstacle.clone()).ok()?;
        let added = set.in_step_of(id)?;
        let is_near = |goal: &Vec3| added.signed_distance(*goal, radius).0 < radius;
        if goals.iter().any(is_near) {
            set.remove(id);
        }
    }
    (!set.is_empty()).then(|| Arc::new(InTheWay(set)) as Arc<dyn Obstruction>)
}

impl Obstruction for InTheWay {
    fn is_way_clear(&self, from: Vec3, to: Vec3, radius: f32) -> bool {
        let (way, length) = (to - from, (to - from).norm());
        if !length.is_finite() {
            return false;
        }
        let around = Bounds::of_path(from, to).enlarged(radius);
        if !self.0.boxes().iter().any(|bounds| bounds.overlaps(&around)) {
            return true;
        }
        let distance = |at: Vec3| self.0.signed_distance(at, length + 2.0 * radius).0;
        let start = distance(from);
        if start <= 0.0 || distance(to) < radius {
            return false;
        }
        let least = radius.min(start);
        let mut along = 0.0;
        for _ in 0..MOST_STEPS {
            if along >= length {
                return true;
            }
            let room = distance(from + way * (along / length));
            if room < least * (1.0 - ROUNDING) {
                return false;
            }
            // No step is longer than the distance, so none leads through an obstacle.
            along += (room - least).max(LEAST_STEP * room);
        }
        along >= length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::frame::Placement, obstacles::ObstacleShape};

    /// A plate across X at the origin, 2 m wide and high.
    fn plate(thickness: f32) -> MovingObstacle {
        let half_extents = Vec3::new(thickness / 2.0, 1.0, 1.0);
        MovingObstacle {
            shape: ObstacleShape::Box { half_extents },
            placement: Placement::default(),
        }
    }

    fn obstruction(thickness: f32) -> Arc<dyn Obstruction> {
        in_the_way(&[plate(thickness)], &[Vec3::x() * 5.0], 0.2).unwrap()
    }

    #[test]
    fn ways_lead_beside_a_plate_and_not_through_it() {
        for thickness in [0.02, 0.1] {
            let plate = obstruction(thickness);
            let is_clear =
                |from: [f32; 3], to: [f32; 3]| plate.is_way_clear(from.into(), to.into(), 0.2);
            assert!(!is_clear([-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]));
            assert!(!is_clear([-2.0, 1.1, 0.0], [2.0, 1.1, 0.0]));
            assert!(is_clear([-2.0, 1.21, 0.0], [2.0, 1.21, 0.0]));
            assert!(is_clear([-1.0, -3.0, 0.0], [-1.0, 3.0, 0.0]));
            // From a place that overlaps the plate, a way leads away, but not through the plate.
            assert!(is_clear([-0.1, 0.0, 0.0], [-1.0, 0.3, 0.0]));
            assert!(!is_clear([-0.1, 0.0, 0.0], [1.0, 0.0, 0.0]));
            assert!(!is_clear([-1.0, 0.0, 0.0], [-0.1, 0.0, 0.0]));
            assert!(!is_clear([0.0, 0.0, 0.0], [-1.0, 0.0, 0.0]));
            assert!(!is_clear([-0.1, 0.0, 0.0], [-0.1, 0.0, 0.0]));
            assert!(is_clear([-0.3, 0.0, 0.0], [-0.3, 0.0, 0.0]));
            assert!(!is_clear([-2.0, 0.0, 0.0], [f32::NAN, 0.0, 0.0]));
            assert!(!is_clear([-2.0, 0.0, 0.0], [f32::INFINITY, 0.0, 0.0]));
        }
    }

    #[test]
    fn an_obstacle_at_a_goal_is_not_in_the_way() {
        let plates = [plate(0.1)];
        assert!(in_the_way(&plates, &[Vec3::x() * 0.1], 0.2).is_none());
        assert!(in_the_way(&plates, &[Vec3::x() * 0.3], 0.2).is_some());
        assert!(in_the_way(&[], &[], 0.2).is_none());
    }
}
