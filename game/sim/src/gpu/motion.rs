//! The swept move in the layout that shaders read.
//!
//! As on the CPU, a boid moves along a straight line from its position to the next, and exactly
//! this line was swept. [`geometry`](super::geometry) proves that a sweep in single precision lets
//! no boid through a surface.

use super::wgsl::{wgsl_struct, Padding1, Vec3f};
use crate::{
    motion::{
        wind::{air::Air, curl_noise::CurlNoise},
        SweptMove,
    },
    settings::CollisionResponse,
};
use bytemuck::Zeroable;

pub(crate) const REVERSE: u32 = 0;
pub(crate) const BOUNCE: u32 = 1;
pub(crate) const SLIDE: u32 = 2;

wgsl_struct! {
    /// Turbulence, with the fields of [`CurlNoise`].
    pub(crate) struct CurlNoiseUniform {
        seed: u32,
        per_metre: f32,
        shift: f32,
        factor: f32,
    }
}

wgsl_struct! {
    pub(crate) struct MotionUniform needs CurlNoiseUniform {
        /// Unit normal of the plane of motion in the world, or zero.
        flat: Vec3f,
        dt: f32,
        /// Radius of the body with the skin, in metres.
        radius: f32,
        body_radius: f32,
        /// Number of boids.
        count: u32,
        padding: Padding1,
        /// Velocity of the constant part of the wind, in m/s.
        pub(crate) steady_wind: Vec3f,
        /// Number of noises; 0 without turbulence.
        noise_count: u32,
        noises: [CurlNoiseUniform; 2],
    }
}

impl CurlNoiseUniform {
    fn new(noise: &CurlNoise) -> Self {
        Self {
            seed: noise.seed,
            per_metre: noise.per_metre,
            shift: noise.shift,
            factor: noise.factor,
        }
    }
}

impl MotionUniform {
    pub(crate) fn new(swept_move: &SweptMove, air: Option<&Air>, count: usize) -> Self {
        Self {
            flat: swept_move.flat.into(),
            dt: swept_move.dt,
            radius: swept_move.radius.unwrap_or_default(),
            body_radius: swept_move.body_radius,
            count: count as u32,
            padding: Zeroable::zeroed(),
            steady_wind: air.map_or([0.0; 3], |air| air.steady.into()),
            noise_count: air.map_or(0, |air| air.noises.len() as u32),
            noises: air.map_or([Zeroable::zeroed(); 2], |air| {
                air.noises.each_ref().map(CurlNoiseUniform::new)
            }),
        }
    }
}

/// The number of a response in shaders.
pub(crate) fn response(response: CollisionResponse) -> u32 {
    match response {
        CollisionResponse::Reverse => REVERSE,
        CollisionResponse::Bounce => BOUNCE,
        CollisionResponse::Slide => SLIDE,
    }
}
