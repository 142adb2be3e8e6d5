//! A part of a body that moves, on which spots are searched.

use super::{
    candidates::{Candidate, Surface},
    perch::PerchSpot,
};
use crate::{
    geometry::shapes,
    math::Vec3,
    obstacles::{body::Body, convex::Core, pose::Pose, MovingObstacle, ObstacleShape},
};
use std::borrow::Cow;

/// Number of sides of the triangles around a ball or a capsule, on which candidates are chosen.
const SIDES: u32 = 32;

/// A moving obstacle as a part of a body.
pub(super) struct BodyPart<'a> {
    body: Body,
    /// In the coordinates of the part.
    triangles: Cow<'a, [[Vec3; 3]]>,
    /// Pose of the part in the coordinates of the body.
    pose: Pose,
    /// Radius of the bounding sphere around the origin of the part, in metres.
    reach: f64,
}

impl<'a> BodyPart<'a> {
    pub(super) fn new(obstacle: &'a MovingObstacle) -> Self {
        let body = Body::new(&obstacle.shape);
        Self {
            triangles: triangles(obstacle, &body),
            pose: Pose::new(&obstacle.placement),
            reach: body.reach(),
            body,
        }
    }

    /// The surface of the part. `number` distinguishes it from the other parts.
    pub(super) fn surface(&self, number: u32) -> Surface<'_> {
        Surface {
            number,
            triangles: &self.triangles,
            pose: Some(self.pose),
        }
    }

    /// A candidate moved from a triangle to the surface of the part, which may be round.
    pub(super) fn on_surface(&self, mut candidate: Candidate) -> Candidate {
        let is_round = matches!(&self.body, Body::Convex(convex) if convex.rounding > 0.0);
        if is_round {
            let spot = &mut candidate.spot;
            let (place, normal) = self.body.nearest_on_surface(&spot.position.cast());
            (spot.position, spot.normal) = (place.cast(), normal.cast());
        }
        candidate
    }

    /// A spot on the part, in the coordinates of the body.
    pub(super) fn out(&self, spot: &PerchSpot) -> PerchSpot {
        spot.out_of(&self.pose)
    }

    /// True if the part is certainly farther from a place than this distance, in metres.
    pub(super) fn is_far(&self, place: Vec3, distance: f32) -> bool {
        let offset = place.cast() - self.pose.origin;
        offset.norm() > self.reach + f64::from(distance)
    }

    /// True if the part leaves a sphere free, in the coordinates of the body.
    pub(super) fn is_clear(&self, center: Vec3, radius: f32) -> bool {
        let center = self.pose.point_to_local(&center.cast());
        self.body.is_clear(&center, f64::from(radius))
    }

    /// True if a sphere that moves does not come nearer to the part than its radius, in the
    /// coordinates of the body.
    pub(super) fn is_way_clear(&self, start: Vec3, displacement: Vec3, radius: f32) -> bool {
        let start = self.pose.point_to_local(&start.cast());
        let rotation = &self.pose.rotation;
        let displacement = rotation.inverse_transform_vector(&displacement.cast());
        self.body
            .is_way_clear(&start, &displacement, f64::from(radius))
    }

    /// Signed distance of a position in the coordinates of the part, in metres.
    #[cfg(test)]
    pub(super) fn distance(&self, place: Vec3) -> f64 {
        let (on_surface, normal) = self.body.nearest_on_surface(&place.cast());
        (place.cast() - on_surface).dot(&normal)
    }
}

/// The triangles of an obstacle, in its own coordinates. Those of a round shape lie outside of it,
/// by at most some percent of its radius.
fn triangles<'a>(obstacle: &'a MovingObstacle, body: &Body) -> Cow<'a, [[Vec3; 3]]> {
    if let ObstacleShape::Mesh(mesh) = &obstacle.shape {
        return mesh.geometry().triangles().into();
    }
    let Body::Convex(convex) = body else {
        return Cow::default();
    };
    let triangles = match &convex.core {
        Core::Segment { start, along } => {
            let (start, end) = (start.cast(), (start + along).cast());
            shapes::capsule(start, end, convex.rounding as f32, SIDES)
        }
        Core::Box { half } => shapes::cuboid(half.cast()),
        Core::Hull(hull) => hull.triangles.clone(),
    };
    triangles.into()
}
