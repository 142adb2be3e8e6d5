//! Instances for the renderer, and the data of the same boids that queries need.

use super::{
    device::Gpu,
    error::GpuError,
    wgsl::{wgsl_struct, Vec3f},
};
use crate::{pose::texels::Texels, settings::Body};
use wgpu::Buffer;

wgsl_struct! {
    /// Velocity in the world, between the last two states, and slot of a drawn boid.
    pub(crate) struct InstanceTag {
        pub(crate) velocity: Vec3f,
        pub(crate) slot: u32,
    }
}

wgsl_struct! {
    pub(crate) struct InstancesUniform {
        /// Position of the drawn state between the last two states, 0 to 1.
        blend: f32,
        scale: f32,
        scale_variation: f32,
        /// Number of boids.
        count: u32,
    }
}

impl InstancesUniform {
    pub(crate) fn new(body: &Body, blend: f32, count: usize) -> Self {
        Self {
            blend,
            scale: body.scale,
            scale_variation: body.scale_variation,
            count: count as u32,
        }
    }
}

pub(crate) struct InstanceBuffers {
    /// [`InstancesUniform`].
    pub(crate) uniform: Buffer,
    /// [`Texels`] of each boid.
    pub(crate) texels: Buffer,
    /// [`InstanceTag`] of each boid.
    pub(crate) tags: Buffer,
}

impl InstanceBuffers {
    pub(crate) fn new(gpu: &Gpu, capacity: usize) -> Result<Self, GpuError> {
        Ok(Self {
            uniform: gpu.uniform::<InstancesUniform>("instances uniform"),
            texels: gpu.buffer::<Texels>("instances", capacity)?,
            tags: gpu.buffer::<InstanceTag>("tags of instances", capacity)?,
        })
    }
}
