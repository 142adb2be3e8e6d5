//! The boids in the memory of a graphics card.

use super::{device::Gpu, GpuError};
use crate::boids::Boids;
use bytemuck::{Pod, Zeroable};
use wgpu::Buffer;

/// Where a boid is, in the world, and the slot by which it is known. `Place` in common.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct Place {
    pub(crate) position: [f32; 3],
    pub(crate) slot: u32,
}

/// How a boid moves, in the world, and the phase of its beat. `Motion` in common.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct Motion {
    pub(crate) velocity: [f32; 3],
    pub(crate) phase: f32,
}

/// Orientation: x, y, z and w.
pub(crate) type Orientation = [f32; 4];

/// The boids, one item of each buffer for each.
pub(crate) struct State {
    /// [`Place`].
    pub(crate) place: Buffer,
    /// [`Motion`].
    pub(crate) motion: Buffer,
    /// [`Orientation`].
    pub(crate) orientation: Buffer,
}

impl State {
    /// Room for so many boids.
    pub(crate) fn new(gpu: &Gpu, room: usize) -> Result<Self, GpuError> {
        Ok(Self {
            place: gpu.buffer::<Place>("places", room)?,
            motion: gpu.buffer::<Motion>("motions", room)?,
            orientation: gpu.buffer::<Orientation>("orientations", room)?,
        })
    }

    /// Becomes these boids, for which there is room.
    pub(crate) fn write(&self, gpu: &Gpu, boids: &Boids) {
        let (places, motions, orientations) = pack(boids);
        gpu.write(&self.place, &places);
        gpu.write(&self.motion, &motions);
        gpu.write(&self.orientation, &orientations);
    }

    /// Brings back the first `count` boids, once all that was submitted is done. `variation` tells that of a slot.
    pub(crate) fn read(
        &self,
        gpu: &Gpu,
        count: usize,
        boids: &mut Boids,
        variation: impl Fn(u32) -> f32,
    ) -> Result<(), GpuError> {
        let places: Vec<Place> = gpu.read(&self.place, count)?;
        let motions: Vec<Motion> = gpu.read(&self.motion, count)?;
        let orientations: Vec<Orientation> = gpu.read(&self.orientation, count)?;
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

fn pack(boids: &Boids) -> (Vec<Place>, Vec<Motion>, Vec<Orientation>) {
    let all = 0..boids.len();
    let place = |index| Place {
        position: boids.position(index).into(),
        slot: boids.slot[index],
    };
    let motion = |index| Motion {
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
