//! The pass that ends a step: the boundary has its word on the velocities, and the bodies follow them.

#[cfg(test)]
mod tests;

use super::{
    boundary::{self, CONTAINMENT},
    device::Gpu,
    kernel::Bound,
    state::State,
    COMMON,
};
use crate::{boundary::Containment, follow::Following, Facing};
use bytemuck::{Pod, Zeroable};
use wgpu::{Buffer, ComputePass};

const WGSL: [&str; 4] = [
    COMMON,
    CONTAINMENT,
    include_str!("following.wgsl"),
    include_str!("follow.wgsl"),
];

/// `Settings` in follow.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct Packed {
    turn: f32,
    roll: f32,
    lean: f32,
    beats_at_rest: f32,
    beats_per_speed: f32,
    faces_alignment: u32,
    count: u32,
    padding: u32,
}

/// The buffers that the pass reads and writes, one item of each for each boid.
pub(crate) struct Buffers<'a> {
    /// Of which the motion and the orientation are read.
    pub(crate) before: &'a State,
    /// Where the bodies turn to, in x, y and z: vectors of any length. Where one is zero, the velocity counts.
    pub(crate) facing: &'a Buffer,
    /// Of which the place and the velocity are read, and the velocity, the phase and the orientation written.
    pub(crate) current: &'a State,
}

/// The pass that ends a step.
pub(crate) struct Follow {
    settings: Buffer,
    containment: Buffer,
    bound: Bound,
}

impl Follow {
    pub(crate) fn new(gpu: &Gpu, buffers: &Buffers) -> Self {
        let settings = gpu.uniform::<Packed>("settings of bodies");
        let containment = gpu.uniform::<boundary::Packed>("boundary");
        let Buffers {
            before,
            facing,
            current,
        } = buffers;
        let bound = gpu.kernel("follow", &WGSL, &[]).bind(
            gpu,
            &[
                &settings,
                &containment,
                &before.motion,
                &before.orientation,
                facing,
                &current.place,
                &current.motion,
                &current.orientation,
            ],
        );
        Self {
            settings,
            containment,
            bound,
        }
    }

    /// Gets ready for a step of so many boids.
    pub(crate) fn prepare(
        &self,
        gpu: &Gpu,
        following: &Following,
        facing: Facing,
        containment: Option<&Containment>,
        count: usize,
    ) {
        let settings = Packed {
            turn: following.turn,
            roll: following.roll,
            lean: following.lean,
            beats_at_rest: following.beats_at_rest,
            beats_per_speed: following.beats_per_speed,
            faces_alignment: (facing == Facing::Alignment).into(),
            count: count as u32,
            padding: 0,
        };
        gpu.write(&self.settings, &[settings]);
        gpu.write(&self.containment, &[boundary::Packed::new(containment)]);
    }

    /// Ends the step of so many boids.
    pub(crate) fn encode(&self, pass: &mut ComputePass, count: usize) {
        self.bound.run(pass, count);
    }
}
