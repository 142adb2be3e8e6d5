//! The pass that steers: from what the rules ask for to the velocity of each boid in the next state.

mod settings;
#[cfg(test)]
mod tests;

use super::{
    boundary::{self, CONTAINMENT},
    device::Gpu,
    kernel::Bound,
    state::State,
    COMMON, NOISE,
};
use crate::{
    boundary::Containment, flee::Fright, limits::Limits, scare::MOST_SCARES, steering::Steerage,
};
use settings::{Packed, PackedFright};
use wgpu::{Buffer, ComputePass};

const WGSL: [&str; 8] = [
    COMMON,
    CONTAINMENT,
    NOISE,
    include_str!("steering.wgsl"),
    include_str!("flee.wgsl"),
    include_str!("turning.wgsl"),
    include_str!("limits.wgsl"),
    include_str!("steer.wgsl"),
];

/// The buffers that the pass reads and writes, one item of each for each boid.
pub(crate) struct Buffers<'a> {
    /// Of which the place and the motion are read.
    pub(crate) before: &'a State,
    /// What the rules ask for, in x, y and z.
    pub(crate) wish: &'a Buffer,
    /// What avoidance asks for, in x, y and z.
    pub(crate) push: &'a Buffer,
    /// Of which the motion is written: the velocity, and the phase as it was.
    pub(crate) current: &'a State,
}

/// What decides the velocities.
#[derive(Clone, Copy)]
pub(crate) struct Orders<'a> {
    pub(crate) steerage: &'a Steerage,
    /// No more than [`MOST_SCARES`].
    pub(crate) frights: &'a [Fright],
    pub(crate) limits: &'a Limits,
    pub(crate) containment: Option<&'a Containment>,
    /// Whether boids avoid geometry: whether what they are pushed by counts.
    pub(crate) has_push: bool,
}

/// The pass that steers.
pub(crate) struct Steer {
    settings: Buffer,
    frights: Buffer,
    containment: Buffer,
    bound: Bound,
}

impl Steer {
    pub(crate) fn new(gpu: &Gpu, buffers: &Buffers) -> Self {
        let settings = gpu.uniform::<Packed>("settings of steering");
        let frights = gpu.uniform::<[PackedFright; MOST_SCARES]>("frights");
        let containment = gpu.uniform::<boundary::Packed>("boundary");
        let Buffers {
            before,
            wish,
            push,
            current,
        } = buffers;
        let bound = gpu.kernel("steer", &WGSL, &[]).bind(
            gpu,
            &[
                &settings,
                &frights,
                &containment,
                &before.place,
                &before.motion,
                wish,
                push,
                &current.motion,
            ],
        );
        Self {
            settings,
            frights,
            containment,
            bound,
        }
    }

    /// Gets ready for a step of so many boids.
    pub(crate) fn prepare(&self, gpu: &Gpu, orders: &Orders, count: usize) {
        let mut frights = [PackedFright::default(); MOST_SCARES];
        for (packed, fright) in frights.iter_mut().zip(orders.frights) {
            *packed = fright.into();
        }
        gpu.write(&self.settings, &[Packed::new(orders, count)]);
        gpu.write(&self.frights, &frights);
        let containment = boundary::Packed::new(orders.containment);
        gpu.write(&self.containment, &[containment]);
    }

    /// Steers so many boids.
    pub(crate) fn encode(&self, pass: &mut ComputePass, count: usize) {
        self.bound.run(pass, count);
    }
}
