//! An obstacle during a step.

use super::{
    body::Body,
    bounds::Bounds,
    local_box::LocalBox,
    pose::{ObstacleWay, Pose},
    shape::MovingObstacle,
};
use crate::math::{frame::Placement, Vec3};

/// Distance below which a position counts as on a surface, as a share of the coordinates.
const ON_SURFACE: f32 = 32.0 * f32::EPSILON;

/// An obstacle during a step: its shape, its motion and the box around both.
#[derive(Clone, Debug)]
pub(crate) struct ObstacleInStep {
    pub(crate) body: Body,
    /// Radius of the bounding sphere around the body's origin, in metres.
    pub(super) reach: f64,
    /// Bounding box of the body in its own frame.
    pub(super) local_box: LocalBox,
    pub(crate) way: ObstacleWay,
    pub(crate) bounds: Bounds,
}

impl ObstacleInStep {
    pub(super) fn resting(obstacle: &MovingObstacle) -> Self {
        let body = Body::new(&obstacle.shape);
        let (reach, local_box) = (body.reach(), body.local_box());
        let way = ObstacleWay::new(&obstacle.placement, &obstacle.placement, 1.0);
        Self {
            bounds: local_box.during(&way, reach),
            body,
            reach,
            local_box,
            way,
        }
    }

    pub(super) fn rest(&mut self, placement: &Placement) {
        self.go(placement, placement, 1.0);
    }

    pub(super) fn go(&mut self, from: &Placement, to: &Placement, dt: f32) {
        self.way = ObstacleWay::new(from, to, dt);
        self.bounds = self.local_box.during(&self.way, self.reach);
    }

    pub(crate) fn is_mesh(&self) -> bool {
        matches!(self.body, Body::Mesh(_))
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
        let separation = self.body.separation(&local, f64::from(most));
        if separation.distance >= f64::from(most) {
            return (most, Vec3::zeros());
        }
        let outward = self.end().vector_to_world(&separation.outward);
        (separation.distance as f32, outward.cast())
    }

    /// True if a straight path between two positions leads through a surface of a mesh at the end of
    /// the step, unless it leads out of a solid.
    pub(super) fn is_behind(&self, from: Vec3, to: Vec3) -> bool {
        let Body::Mesh(mesh) = &self.body else {
            return false;
        };
        let around = Bounds::of_path(from, to);
        let end = self.end();
        let [start, goal] = [from, to].map(|place| end.point_to_local(&place.cast()));
        let on_surface = f64::from(ON_SURFACE * from.amax().max(start.amax() as f32));
        self.bounds.overlaps(&around)
            && mesh.crosses(&start, &goal)
            && mesh.separation(&start, 2.0 * on_surface).distance > on_surface
    }
}
