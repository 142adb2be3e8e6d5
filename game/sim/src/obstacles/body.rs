//! The body of an obstacle, prepared for queries in its own frame.

use super::{
    contact::{Limits, LocalContact, Meeting},
    convex::Convex,
    local_box::LocalBox,
    mesh::ObstacleMesh,
    separation::Separation,
    shape::ObstacleShape,
};
use crate::math::Vec3d;

/// The body of an obstacle, prepared for queries in its own frame.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Convex(Convex),
    Mesh(ObstacleMesh),
}

impl Body {
    pub(crate) fn new(shape: &ObstacleShape) -> Self {
        match shape {
            ObstacleShape::Mesh(mesh) => Self::Mesh(mesh.clone()),
            _ => Self::Convex(Convex::new(shape)),
        }
    }

    /// Radius of the bounding sphere around the origin of the frame, in metres.
    pub(crate) fn reach(&self) -> f64 {
        match self {
            Self::Convex(convex) => convex.reach,
            Self::Mesh(mesh) => mesh.reach(),
        }
    }

    /// Bounding box in the frame.
    pub(super) fn local_box(&self) -> LocalBox {
        match self {
            Self::Convex(convex) => convex.local_box(),
            Self::Mesh(mesh) => mesh.local_box(),
        }
    }

    /// Signed distance of a position, with its gradient. If it is not below `most`, in metres, the
    /// distance may be any number from `most` on, and the gradient any vector.
    pub(super) fn separation(&self, place: &Vec3d, most: f64) -> Separation {
        match self {
            Self::Convex(convex) => convex.separation(place),
            Self::Mesh(mesh) => mesh.separation(place, most),
        }
    }

    /// First contact of a boid that moves.
    pub(super) fn contact(
        &self,
        start: &Vec3d,
        displacement: &Vec3d,
        limits: &Limits,
    ) -> Option<LocalContact> {
        match self {
            Self::Convex(convex) => convex.contact(start, displacement, limits),
            Self::Mesh(mesh) => mesh.contact(start, displacement, limits),
        }
    }

    /// The first time at which a boid that moves is within `radius` metres.
    pub(super) fn meeting(
        &self,
        start: &Vec3d,
        displacement: &Vec3d,
        radius: f64,
    ) -> Option<Meeting> {
        match self {
            Self::Convex(convex) => convex.meeting(start, displacement, radius),
            Self::Mesh(mesh) => mesh.meeting(start, displacement, radius),
        }
    }
}
