//! The states of the boids in GPU memory.

use super::{
    device::Gpu,
    error::GpuError,
    wgsl::{wgsl_struct, Vec3f},
};
use crate::state::boids::Boids;
use wgpu::Buffer;

wgsl_struct! {
    /// Position of a boid in the world, and its slot.
    pub(crate) struct BoidPlace {
        pub(crate) position: Vec3f,
        pub(crate) slot: u32,
    }
}

wgsl_struct! {
    /// Velocity of a boid in the world, and the phase of its beat.
    pub(crate) struct BoidMotion {
        pub(crate) velocity: Vec3f,
        pub(crate) phase: f32,
    }
}

/// Components x, y, z and w of an orientation quaternion.
pub(crate) type Orientation = [f32; 4];

/// Buffers with one item for each boid.
pub(crate) struct BoidBuffers {
    /// [`BoidPlace`].
    pub(crate) places: Buffer,
    /// [`BoidMotion`].
    pub(crate) motions: Buffer,
    /// [`Orientation`].
    pub(crate) orientations: Buffer,
}

impl BoidBuffers {
    pub(crate) fn new(gpu: &Gpu, capacity: usize) -> Result<Self, GpuError> {
        Ok(Self {
            places: gpu.buffer::<BoidPlace>("places", capacity)?,
            motions: gpu.buffer::<BoidMotion>("motions", capacity)?,
            orientations: gpu.buffer::<Orientation>("orientations", capacity)?,
        })
    }

    /// Uploads the boids, at most as many as the capacity.
    pub(crate) fn write(&self, gpu: &Gpu, boids: &Boids) {
        let (places, motions, orientations) = pack(boids);
        gpu.write(&self.places, &places);
        gpu.write(&self.motions, &motions);
        gpu.write(&self.orientations, &orientations);
    }

    /// Reads back the first `count` boids after all submitted work. `variation` maps a slot to its
    /// size variation.
    pub(crate) fn read(
        &self,
        gpu: &Gpu,
        count: usize,
        boids: &mut Boids,
        variation: impl Fn(u32) -> f32,
    ) -> Result<(), GpuError> {
        let places: Vec<BoidPlace> = gpu.read(&self.places, count)?;
        let motions: Vec<BoidMotion> = gpu.read(&self.motions, count)?;
        let orientations: Vec<Orientation> = gpu.read(&self.orientations, count)?;
        for axis in 0..3 {
            fill(&mut boids.position[axis], &places, |it| it.position[axis]);
            fill(&mut boids.velocity[axis], &motions, |it| it.velocity[axis]);
        }
        for part in 0..4 {
            fill(&mut boids.orientation[part], &orientations, |it| it[part]);
        }
        fill(&mut boids.phase, &motions, |it| it.phase);
        fill(&mut boids.variation, &places, |it| variation(it.slot));
        fill(&mut boids.slot, &places, |it| it.slot);
        Ok(())
    }
}

fn pack(boids: &Boids) -> (Vec<BoidPlace>, Vec<BoidMotion>, Vec<Orientation>) {
    let all = 0..boids.len();
    let place = |index| BoidPlace {
        position: boids.position(index).into(),
        slot: boids.slot[index],
    };
    let motion = |index| BoidMotion {
        velocity: boids.velocity(index).into(),
        phase: boids.phase[index],
    };
    let orientation = |index: usize| boids.orientation.each_ref().map(|values| values[index]);
    (
        all.clone().map(place).collect(),
        all.clone().map(motion).collect(),
        all.map(orientation).collect(),
    )
}

fn fill<T, U>(to: &mut Vec<U>, from: &[T], value: impl Fn(&T) -> U) {
    to.clear();
    to.extend(from.iter().map(value));
}
