//! The boundary in the layout that shaders read.

use super::wgsl::{wgsl_struct, Mat3, Vec3f};
use crate::{
    boundary::{shape::BoundaryShape, Containment},
    math::{frame::Frame, Vec3},
};
use bytemuck::Zeroable;
use nalgebra::Matrix3;

wgsl_struct! {
    /// The boundary; all zero if there is none.
    pub(crate) struct BoundaryUniform {
        /// Rotation from the frame of a box to the world.
        to_world: Mat3,
        origin: Vec3f,
        /// 0, [`BOX`](Self::BOX) or [`SPHERE`](Self::SPHERE).
        shape: u32,
        /// Lower corner of a box, in its frame; `-FAR_AWAY` along the normal of a plane of motion.
        low: Vec3f,
        /// 1 for a periodic boundary.
        wraps: u32,
        /// Upper corner of a box.
        high: Vec3f,
        /// Width of the soft turn, in metres; 0 without one.
        margin: f32,
        /// The edges of the box, `high - low`.
        periods: Vec3f,
        /// Radius of a sphere, in metres.
        radius: f32,
        /// Centre of a sphere, in the world.
        center: Vec3f,
        /// Length of a step for the soft turn, in seconds; 0 with velocity steering.
        dt: f32,
        /// Unit normal of the plane of motion in the world, or zero.
        normal: Vec3f,
        /// Length of the path for the soft turn with velocity steering, in metres; else 0.
        way: f32,
    }
}

impl BoundaryUniform {
    pub(crate) const BOX: u32 = 1;
    pub(crate) const SPHERE: u32 = 2;

    /// Replaces infinity, which WGSL need not support. Products with it stay finite.
    pub(crate) const FAR_AWAY: f32 = 1e30;

    pub(crate) fn new(containment: Option<&Containment>) -> Self {
        let Some(containment) = containment else {
            return Self::zeroed();
        };
        let common = Self {
            wraps: containment.wraps.into(),
            margin: containment.margin,
            normal: containment.curve.axis.into(),
            dt: containment.curve.dt,
            way: containment.curve.way,
            ..Self::zeroed()
        };
        match containment.shape {
            BoundaryShape::Box(cuboid) => common.with_box(cuboid.min, cuboid.max, &cuboid.frame),
            BoundaryShape::Sphere(sphere) => Self {
                shape: Self::SPHERE,
                center: sphere.center.into(),
                radius: sphere.radius,
                ..common
            },
        }
    }

    fn with_box(self, min: Vec3, max: Vec3, frame: &Frame) -> Self {
        let finite = |corner: Vec3| corner.map(|x| x.clamp(-Self::FAR_AWAY, Self::FAR_AWAY));
        let (low, high) = (finite(min), finite(max));
        Self {
            shape: Self::BOX,
            to_world: columns(&frame.to_world),
            origin: frame.origin.into(),
            low: low.into(),
            high: high.into(),
            periods: (high - low).into(),
            ..self
        }
    }

    #[cfg(test)]
    pub(crate) fn periodic(periodic_box: &crate::boundary::PeriodicBox) -> Self {
        let wrapping = Self {
            wraps: 1,
            ..Self::zeroed()
        };
        wrapping.with_box(periodic_box.min, periodic_box.max, periodic_box.frame())
    }
}

/// Converts a matrix to the layout of shaders.
pub(crate) fn columns(matrix: &Matrix3<f32>) -> Mat3 {
    [0, 1, 2].map(|column| {
        let [x, y, z] = matrix.column(column).into();
        [x, y, z, 0.0]
    })
}
