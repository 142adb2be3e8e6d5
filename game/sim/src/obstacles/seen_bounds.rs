//! Where boids see an obstacle.

use super::{bounds::Bounds, obstacle_in_step::ObstacleInStep, sight::Sight};
use crate::math::Vec3d;

impl ObstacleInStep {
    /// The box outside of which no boid sees the obstacle.
    ///
    /// A boid at x, from the obstacle's origin, sees a point b of the obstacle if it would be there
    /// after a time t: (1 - t ω ×) x = b - t (v - V), for the velocities v of the boid, V of the
    /// origin, and the angular velocity ω. The left side leaves the part of x along ω as it is, and
    /// its part across ω becomes no shorter. So the right side bounds both parts.
    pub(crate) fn seen_bounds(&self, sight: &Sight) -> Bounds {
        let (way, seconds) = (&self.way, f64::from(sight.seconds));
        let own = f64::from(sight.speed) * seconds;
        let carried = way.velocity * seconds;
        let turn = way.begin.rotation.to_rotation_matrix().into_inner();
        let center = turn * self.local_box.center;
        let most = self.reach + carried.norm() + own;
        let spin = way.spin.try_normalize(0.0);
        let [mut low, mut high] = [Vec3d::zeros(); 2];
        for axis in 0..3 {
            let unit = Vec3d::ith(axis, 1.0);
            // An obstacle that does not turn has any axis.
            let along = spin.unwrap_or(unit);
            let half = turn.tr_mul(&along).abs().dot(&self.local_box.half) + own;
            let (middle, moved) = (center.dot(&along), carried.dot(&along));
            let ends = [
                middle - half + moved.min(0.0),
                middle + half + moved.max(0.0),
            ];
            let share = along[axis];
            let across = (1.0 - share * share).max(0.0).sqrt() * most;
            let [a, b] = ends.map(|end| share * end);
            low[axis] = (a.min(b) - across).max(-most);
            high[axis] = (a.max(b) + across).min(most);
        }
        let [low, high] = [low, high].map(|corner| (way.begin.origin + corner).cast());
        Bounds::of_path(low, high).enlarged(sight.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        math::{frame::Placement, samples::vector, Vec3},
        obstacles::{
            set::ObstacleSet,
            shape::{MovingObstacle, ObstacleShape},
        },
    };
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(crate::cases::config(2000))]

        #[test]
        fn who_sees_an_obstacle_is_in_the_box(
            half_extents in vector(1.0),
            (origin, turn) in (vector(5.0), vector(2.0)),
            (way, more_turn) in (vector(0.5), vector(0.5)),
            moves in prop::sample::select(vec![[true, false], [false, true], [true, true]]),
            boids in prop::collection::vec((vector(4.0), vector(1.0)), 50),
        ) {
            let half_extents = half_extents.abs().add_scalar(0.01);
            let placement = |origin: Vec3, turn: UnitQuaternion<f32>| Placement {
                origin,
                rotation: turn,
            };
            let (first, more) = (
                UnitQuaternion::from_scaled_axis(turn),
                UnitQuaternion::from_scaled_axis(more_turn * f32::from(u8::from(moves[1]))),
            );
            let mut set = ObstacleSet::default();
            let shape = ObstacleShape::Box { half_extents };
            let placement_before = placement(origin, first);
            let id = set.add(MovingObstacle { shape, placement: placement_before }).unwrap();
            let way = way * f32::from(u8::from(moves[0]));
            set.set_target(id, placement(origin + way, more * first)).unwrap();
            set.begin_step(0.1, |_, _| ());
            let obstacle = &set.in_step()[0];
            let sight = Sight { speed: 1.0, seconds: 0.5, radius: 0.1 };
            let bounds = obstacle.seen_bounds(&sight);
            for (offset, velocity) in boids {
                let velocity = velocity / velocity.norm().max(1.0);
                let place = origin + offset;
                if obstacle.approach(place, velocity, &sight).is_some() {
                    prop_assert!(bounds.contains(place.into()), "{place} of {bounds:?}");
                }
            }
        }
    }
}
