//! The placement of a flock in its coordinates.

use crate::math::Vec3;
use nalgebra::{Matrix3, UnitQuaternion};
use serde::{Deserialize, Serialize};

/// Position and rotation of something, such as of the boundary of a flock.
///
/// The placement of a flock is the pose of its boundary, its spawn region and its plane of motion
/// in the coordinates of the flock. These are the world, or the
/// [`ReferenceFrame`](crate::ReferenceFrame) in which the flock computes. The boids stay where they
/// are when the placement changes; they move along with the reference frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Placement {
    /// Origin, in metres. Each component -10,000 to 10,000; default 0.
    pub origin: Vec3,
    /// Rotation from the placed axes to the coordinates of the flock. Default: none.
    pub rotation: UnitQuaternion<f32>,
}

impl Default for Placement {
    fn default() -> Self {
        Self {
            origin: Vec3::zeros(),
            rotation: UnitQuaternion::identity(),
        }
    }
}

impl Placement {
    /// A placement without a rotation, with its origin in metres.
    pub fn at(origin: Vec3) -> Self {
        Self {
            origin,
            ..Self::default()
        }
    }
}

/// A placement as matrices, for the transformation of many points. In its methods, `world` is the
/// coordinates of the flock, and `local` those of what is placed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) origin: Vec3,
    pub(crate) to_world: Matrix3<f32>,
    pub(crate) to_local: Matrix3<f32>,
}

impl Frame {
    pub(crate) fn new(placement: &Placement) -> Self {
        let rotation = UnitQuaternion::new_normalize(placement.rotation.into_inner());
        let to_world = rotation.to_rotation_matrix().into_inner();
        Self {
            origin: placement.origin,
            to_world,
            to_local: to_world.transpose(),
        }
    }

    pub(crate) fn point_to_world(&self, point: Vec3) -> Vec3 {
        self.origin + self.to_world * point
    }

    pub(crate) fn point_to_local(&self, point: Vec3) -> Vec3 {
        self.to_local * (point - self.origin)
    }

    pub(crate) fn vector_to_world(&self, vector: Vec3) -> Vec3 {
        self.to_world * vector
    }

    pub(crate) fn vector_to_local(&self, vector: Vec3) -> Vec3 {
        self.to_local * vector
    }
}
