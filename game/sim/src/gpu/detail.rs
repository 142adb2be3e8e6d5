//! Levels of detail on the GPU.
//!
//! A pass decides on the levels of some boids, and on the pace of each in the step, which it leaves in w
//! of the boid's wish. Boids that do not steer have nothing to do in the passes of wishes.

use super::{
    device::Gpu,
    wgsl::{wgsl_struct, Padding1, Padding3, Vec3f},
    GpuError,
};
use crate::{
    state::viewer::{Viewer, MOST_VIEWERS},
    step::{level::edge, pace::Paces},
};
use bytemuck::Zeroable;
use wgpu::Buffer;

/// Cosine of a viewer that sees all around.
const ALL_AROUND: f32 = -2.0;

wgsl_struct! {
    pub(crate) struct DetailUniform {
        /// Squares of the distances beyond which boids have the next level, if they had it or a higher
        /// one before.
        nearer: Vec3f,
        viewer_count: u32,
        /// The same for the other boids.
        farther: Vec3f,
        /// Number of the step.
        step: u32,
        regions_per_metre: Vec3f,
        /// 1 if boids sleep.
        sleeps: u32,
        /// Number of boids.
        count: u32,
        padding: Padding3,
    }
}

wgsl_struct! {
    pub(crate) struct ViewerUniform {
        point: Vec3f,
        /// Cosine of half the angle of the cone in which boids are awake.
        edge: f32,
        direction: Vec3f,
        padding: Padding1,
    }
}

impl DetailUniform {
    fn new(paces: &Paces, count: usize) -> Self {
        let choice = &paces.levels.choice;
        let [nearer, farther] = choice.limits;
        Self {
            nearer,
            viewer_count: choice.viewers.len() as u32,
            farther,
            step: paces.step,
            regions_per_metre: paces.regions_per_metre,
            sleeps: choice.sleeps.into(),
            count: count as u32,
            padding: Zeroable::zeroed(),
        }
    }
}

impl ViewerUniform {
    fn new(viewer: &Viewer) -> Self {
        Self {
            point: viewer.point.into(),
            edge: edge(viewer).unwrap_or(ALL_AROUND),
            direction: viewer.direction.into(),
            padding: Zeroable::zeroed(),
        }
    }
}

pub(crate) struct DetailBuffers {
    slots: usize,
    /// True if boids have levels.
    is_on: bool,
    /// [`DetailUniform`].
    pub(crate) uniform: Buffer,
    /// [`MOST_VIEWERS`] of [`ViewerUniform`].
    pub(crate) viewers: Buffer,
    /// The level of each slot. Empty until there are levels.
    pub(crate) levels: Buffer,
}

impl DetailBuffers {
    /// For boids in slots below `slots`.
    pub(crate) fn new(gpu: &Gpu, slots: usize) -> Result<Self, GpuError> {
        Ok(Self {
            slots,
            is_on: false,
            uniform: gpu.uniform::<DetailUniform>("detail uniform"),
            viewers: gpu.uniform::<[ViewerUniform; MOST_VIEWERS]>("viewers"),
            levels: gpu.buffer::<u32>("levels of detail", 0)?,
        })
    }

    /// Uploads the levels of the boids on the CPU, by slot; none while there are none.
    pub(crate) fn upload(&mut self, gpu: &Gpu, levels: Option<&[u8]>) -> Result<(), GpuError> {
        // Until there is room for them.
        self.is_on = false;
        let Some(levels) = levels else {
            return Ok(());
        };
        let mut words: Vec<u32> = levels.iter().map(|level| u32::from(*level)).collect();
        words.resize(self.slots, 0);
        if self.levels.size() < size_of_val(&*words) as u64 {
            self.levels = gpu.buffer::<u32>("levels of detail", self.slots)?;
        }
        gpu.write(&self.levels, &words);
        self.is_on = true;
        Ok(())
    }

    /// Prepares a step of `count` boids.
    ///
    /// # Errors
    /// If there is no memory for the levels.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        paces: Option<&Paces>,
        count: usize,
    ) -> Result<(), GpuError> {
        if paces.is_some() != self.is_on {
            // Boids begin anew when it is switched on.
            self.upload(gpu, paces.map(|_| &[][..]))?;
        }
        let Some(paces) = paces else {
            return Ok(());
        };
        gpu.write(&self.uniform, &[DetailUniform::new(paces, count)]);
        let viewers = paces.levels.choice.viewers.iter().take(MOST_VIEWERS);
        let viewers: Vec<_> = viewers.map(ViewerUniform::new).collect();
        gpu.write(&self.viewers, &viewers);
        Ok(())
    }

    /// The levels by slot, after all submitted work; none while there are none.
    ///
    /// # Errors
    /// If the GPU was lost.
    pub(crate) fn read(&self, gpu: &Gpu) -> Result<Option<Vec<u8>>, GpuError> {
        if !self.is_on {
            return Ok(None);
        }
        let words: Vec<u32> = gpu.read(&self.levels, self.slots)?;
        Ok(Some(words.iter().map(|level| *level as u8).collect()))
    }
}
