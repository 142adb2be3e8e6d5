//! The swept move, as shaders read it.
//!
//! As on the CPU, a boid moves in a straight line from its position to the next, and that very line
//! was swept. Why a sweep in single precision lets nothing through is proven in
//! [`geometry`](super::geometry).

use super::wgsl::{wgsl_struct, Padding1, Vec3f};
use crate::{motion::SweptMove, settings::CollisionResponse};
use bytemuck::Zeroable;

pub(crate) const REVERSE: u32 = 0;
pub(crate) const BOUNCE: u32 = 1;
pub(crate) const SLIDE: u32 = 2;

wgsl_struct! {
    pub(crate) struct MotionUniform {
        /// Unit normal of the plane of motion in the world, or zero.
        flat: Vec3f,
        dt: f32,
        /// Radius of the body with the skin, in metres.
        radius: f32,
        body_radius: f32,
        /// Number of boids.
        count: u32,
        padding: Padding1,
    }
}

impl MotionUniform {
    pub(crate) fn new(swept_move: &SweptMove, count: usize) -> Self {
        Self {
            flat: swept_move.flat.into(),
            dt: swept_move.dt,
            radius: swept_move.radius.unwrap_or_default(),
            body_radius: swept_move.body_radius,
            count: count as u32,
            padding: Zeroable::zeroed(),
        }
    }
}

/// The number by which shaders know a response.
pub(crate) fn response(response: CollisionResponse) -> u32 {
    match response {
        CollisionResponse::Reverse => REVERSE,
        CollisionResponse::Bounce => BOUNCE,
        CollisionResponse::Slide => SLIDE,
    }
}
