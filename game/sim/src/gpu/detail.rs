//! Levels of detail on the GPU.
//!
//! A pass decides on the levels of some boids, and on the pace of every boid in the step, which it
//! stores in w of the boid's wish. The passes that compute wishes skip boids that do not steer.

use super::{
    device::Gpu,
    error::GpuError,
    wgsl::{wgsl_struct, Padding1, Padding3, Vec3f},
};
use crate::{
    state::viewer::{Viewer, MOST_VIEWERS},
    step::{level::edge, pace::Paces},
};
use bytemuck::Zeroable;
use wgpu::Buffer;

/// Cosine for a viewer that sees in all directions.
const ALL_AROUND: f32 = -2.0;

wgsl_struct! {
    pub(crate) struct DetailUniform {
        /// Squared distances beyond which boids have the next level, for boids that had that level
        /// or a higher one before.
        nearer: Vec3f,
        viewer_count: u32,
        /// The same distances for all other boids.
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
        /// Cosine of half the cone in which boids are kept awake.
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
    /// [`MOST_VIEWERS`] items of [`ViewerUniform`].
    pub(crate) viewers: Buffer,
    /// The level of each slot. Empty until there are levels.
    pub(crate) levels: Buffer,
}

impl DetailBuffers {
    /// Creates the buffers for boids in slots below `slots`.
    pub(crate) fn new(gpu: &Gpu, slots: usize) -> Result<Self, GpuError> {
        Ok(Self {
            slots,
            is_on: false,
            uniform: gpu.uniform::<DetailUniform>("detail uniform"),
            viewers: gpu.uniform::<[ViewerUniform; MOST_VIEWERS]>("viewers"),
            levels: gpu.buffer::<u32>("levels of detail", 0)?,
        })
    }

    /// Uploads the levels of the CPU, by slot; `None` while all boids steer in every step.
    pub(crate) fn upload(&mut self, gpu: &Gpu, levels: Option<&[u8]>) -> Result<(), GpuError> {
        // Stays false if the allocation below fails.
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
    /// Fails if there is no memory for the levels.
    pub(crate) fn write(
        &mut self,
        gpu: &Gpu,
        paces: Option<&Paces>,
        count: usize,
    ) -> Result<(), GpuError> {
        if paces.is_some() != self.is_on {
            // All boids start at level 0 when the level of detail is switched on.
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

    /// True if boids have levels.
    pub(crate) fn has_levels(&self) -> bool {
        self.is_on
    }

    /// Reads the levels by slot, after all submitted work; `None` while there are none.
    ///
    /// # Errors
    /// Fails if the GPU was lost.
    pub(crate) fn read(&self, gpu: &Gpu) -> Result<Option<Vec<u8>>, GpuError> {
        if !self.is_on {
            return Ok(None);
        }
        let words: Vec<u32> = gpu.read(&self.levels, self.slots)?;
        Ok(Some(words.iter().map(|level| *level as u8).collect()))
    }
}
