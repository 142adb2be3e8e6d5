//! An obstacle during a step.

use super::{
    bounds::Bounds,
    convex::Convex,
    pose::{ObstacleWay, Pose},
    shape::MovingObstacle,
};
use crate::math::{frame::Placement, Vec3};

/// An obstacle during a step: its shape, its motion and the box around both.
#[derive(Clone, Debug)]
pub(crate) struct ObstacleInStep {
    pub(crate) convex: Convex,
    pub(crate) way: ObstacleWay,
    pub(crate) bounds: Bounds,
}

impl ObstacleInStep {
    pub(super) fn resting(obstacle: &MovingObstacle) -> Self {
        let convex = Convex::new(&obstacle.shape);
        let way = ObstacleWay::new(&obstacle.placement, &obstacle.placement, 1.0);
        Self {
            bounds: Bounds::of_way(&way, convex.reach),
            convex,
            way,
        }
    }

    pub(super) fn rest(&mut self, placement: &Placement) {
        self.go(placement, placement, 1.0);
    }

    pub(super) fn go(&mut self, from: &Placement, to: &Placement, dt: f32) {
        self.way = ObstacleWay::new(from, to, dt);
        self.bounds = Bounds::of_way(&self.way, self.convex.reach);
    }

    /// The pose at the end of the step.
    fn end(&self) -> &Pose {
        &self.way.end
    }

    /// Signed distance, in metres, of a position from the obstacle at the end of the step, and its
    /// gradient. If the distance is certainly not below `most`, the result is `most` and a zero
    /// vector.
    pub(crate) fn signed_distance(&self, place: Vec3, most: f32) -> (f32, Vec3) {
        if !self.bounds.is_within(place, most.max(0.0)) {
            return (most, Vec3::zeros());
        }
        let local = self.end().point_to_local(&place.cast());
        let separation = self.convex.separation(&local);
        let outward = self.end().vector_to_world(&separation.outward);
        (separation.distance as f32, outward.cast())
    }
}
