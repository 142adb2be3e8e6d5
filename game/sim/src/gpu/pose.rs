//! Poses in the layout that shaders read.

use super::wgsl::{wgsl_struct, Padding1};
use crate::{pose::orientation::OrientationParams, settings::Facing};
use bytemuck::Zeroable;

wgsl_struct! {
    pub(crate) struct PoseUniform {
        /// Shares of a turn and of a roll that are made in one step.
        turn: f32,
        roll: f32,
        /// Tangent of the lean per m/s of sideways change of velocity; 0 without lean.
        lean: f32,
        beats_at_rest: f32,
        beats_per_speed: f32,
        /// 1 if bodies turn to the direction of their neighbours.
        faces_alignment: u32,
        /// Number of boids.
        count: u32,
        padding: Padding1,
    }
}

impl PoseUniform {
    pub(crate) fn new(params: &OrientationParams, facing: Facing, count: usize) -> Self {
        Self {
            turn: params.turn,
            roll: params.roll,
            lean: params.lean,
            beats_at_rest: params.beats_at_rest,
            beats_per_speed: params.beats_per_speed,
            faces_alignment: (facing == Facing::Alignment).into(),
            count: count as u32,
            padding: Zeroable::zeroed(),
        }
    }
}
