//! The boundary as shaders take it.

use crate::{
    boundary::{Ball, Containment, Cuboid, Shape},
    gpu::seam::columns,
    Vec3,
};
use bytemuck::{Pod, Zeroable};

/// Instead of infinity, which shaders need not know: so far away nothing is, and products with it stay finite.
const FAR: f32 = 1e30;

/// The volume that boids stay in, or none, as a uniform. `Containment` in containment.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct Packed {
    to_world: [[f32; 4]; 3],
    origin: [f32; 3],
    shape: u32,
    low: [f32; 3],
    wraps: u32,
    high: [f32; 3],
    margin: f32,
    center: [f32; 3],
    radius: f32,
    normal: [f32; 3],
    dt: f32,
    way: f32,
    padding: [u32; 3],
}

impl Packed {
    pub(crate) fn new(containment: Option<&Containment>) -> Self {
        let Some(containment) = containment else {
            return Self::default();
        };
        let curve = &containment.curve;
        let common = Self {
            wraps: containment.wraps.into(),
            margin: containment.margin,
            normal: curve.axis.into(),
            dt: curve.dt,
            way: curve.way,
            ..Self::default()
        };
        match containment.shape {
            Shape::Box(cuboid) => common.with_box(&cuboid),
            Shape::Sphere(ball) => common.with_sphere(&ball),
        }
    }

    fn with_box(self, cuboid: &Cuboid) -> Self {
        let near = |corner: &Vec3| corner.map(|coordinate| coordinate.clamp(-FAR, FAR));
        Self {
            shape: 1,
            to_world: columns(&cuboid.frame.to_world),
            origin: cuboid.frame.origin.into(),
            low: near(&cuboid.min).into(),
            high: near(&cuboid.max).into(),
            ..self
        }
    }

    fn with_sphere(self, ball: &Ball) -> Self {
        Self {
            shape: 2,
            center: ball.center.into(),
            radius: ball.radius,
            normal: ball.normal.into(),
            ..self
        }
    }
}
