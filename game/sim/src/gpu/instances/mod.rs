//! What the renderer draws, and what questions about the flock need besides.

#[cfg(test)]
mod tests;

use super::{
    boundary::{self, CONTAINMENT},
    device::Gpu,
    kernel::Bound,
    state::State,
    GpuError, COMMON,
};
use crate::{boundary::Containment, Body};
use bytemuck::{Pod, Zeroable};
use wgpu::{Buffer, ComputePass};

/// Texels of one boid.
pub(crate) const TEXELS: usize = 2;

/// A number of four components.
pub(crate) type Texel = [f32; 4];

/// The motion of a boid, and whose it is. `Tag` in tags.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct Tag {
    /// In the world, after the step.
    pub(crate) velocity: [f32; 3],
    pub(crate) slot: u32,
}

/// `Settings` in instances.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Packed {
    blend: f32,
    scale: f32,
    scale_variation: f32,
    count: u32,
}

/// The passes that write what the renderer draws.
pub(crate) struct Instances {
    /// [`TEXELS`] of each boid: its place and its size; its orientation and the phase of its beat. As
    /// [`write`](crate::instances::write) has them.
    pub(crate) texels: Buffer,
    /// [`Tag`]s.
    pub(crate) tags: Buffer,
    settings: Buffer,
    containment: Buffer,
    count: Buffer,
    drawing: Bound,
    tagging: Bound,
}

impl Instances {
    /// For so many boids, whose states before the step and after it are in the same order. `variation` has a number for each
    /// slot: the share of the scale variation by which its body differs.
    pub(crate) fn new(
        gpu: &Gpu,
        room: usize,
        before: &State,
        current: &State,
        variation: &Buffer,
    ) -> Result<Self, GpuError> {
        let texels = gpu.buffer::<[Texel; TEXELS]>("instances", room)?;
        let tags = gpu.buffer::<Tag>("tags", room)?;
        let settings = gpu.uniform::<Packed>("settings of drawing");
        let containment = gpu.uniform::<boundary::Packed>("boundary");
        let count = gpu.uniform::<u32>("number of boids");
        let parts = [COMMON, CONTAINMENT, include_str!("instances.wgsl")];
        let drawing = gpu.kernel("draw_boids", &parts, &[]).bind(
            gpu,
            &[
                &settings,
                &containment,
                &before.place,
                &before.motion,
                &before.orientation,
                &current.place,
                &current.motion,
                &current.orientation,
                variation,
                &texels,
            ],
        );
        let parts = [COMMON, include_str!("tags.wgsl")];
        let tagging = gpu
            .kernel("tag_boids", &parts, &[])
            .bind(gpu, &[&count, &current.place, &current.motion, &tags]);
        Ok(Self {
            texels,
            tags,
            settings,
            containment,
            count,
            drawing,
            tagging,
        })
    }

    /// Gets ready to draw so many boids `blend` of the way from the state before to the current one.
    pub(crate) fn prepare(
        &self,
        gpu: &Gpu,
        body: &Body,
        containment: Option<&Containment>,
        blend: f32,
        count: usize,
    ) {
        let settings = Packed {
            blend,
            scale: body.scale,
            scale_variation: body.scale_variation,
            count: count as u32,
        };
        gpu.write(&self.settings, &[settings]);
        gpu.write(&self.count, &[settings.count]);
        gpu.write(&self.containment, &[boundary::Packed::new(containment)]);
    }

    /// Writes the texels of so many boids.
    pub(crate) fn encode(&self, pass: &mut ComputePass, count: usize) {
        self.drawing.run(pass, count);
    }

    /// Writes the tags of so many boids. They change with each step, not with the blend.
    pub(crate) fn encode_tags(&self, pass: &mut ComputePass, count: usize) {
        self.tagging.run(pass, count);
    }
}
