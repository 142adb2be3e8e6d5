//! What the pass takes of the settings.

use super::Orders;
use crate::{flee::Fright, gpu::seam::columns, scare::MOST_SCARES, Steering};
use bytemuck::{Pod, Zeroable};

/// `Settings` in steer.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct Packed {
    to_world: [[f32; 4]; 3],
    up: [f32; 3],
    flattening: f32,
    normal: [f32; 3],
    most: f32,
    turning_up: [f32; 3],
    turning_cosine: f32,
    turning_side: [f32; 3],
    turning_sine: f32,
    noise_axes: [f32; 3],
    noise_seed: u32,
    dt: f32,
    min_speed: f32,
    max_speed: f32,
    steers_velocity: u32,
    turns: u32,
    turning_is_planar: u32,
    has_push: u32,
    fright_count: u32,
    count: u32,
    padding: [u32; 3],
}

impl Packed {
    pub(super) fn new(orders: &Orders, count: usize) -> Self {
        let (steerage, limits) = (orders.steerage, orders.limits);
        let starts = &limits.starts;
        let packed = Self {
            to_world: columns(&starts.frame.to_world),
            up: steerage.up.into(),
            flattening: steerage.flattening,
            normal: limits.normal,
            most: steerage.most,
            noise_axes: starts.axes,
            noise_seed: starts.seed,
            dt: steerage.dt,
            min_speed: limits.min_speed,
            max_speed: limits.max_speed,
            steers_velocity: (steerage.steering == Steering::Velocity).into(),
            has_push: orders.has_push.into(),
            fright_count: orders.frights.len().min(MOST_SCARES) as u32,
            count: count as u32,
            ..Self::default()
        };
        match &limits.turning {
            None => packed,
            Some(turning) => Self {
                turns: 1,
                turning_up: turning.up,
                turning_cosine: turning.cosine,
                turning_side: turning.side,
                turning_sine: turning.sine,
                turning_is_planar: turning.is_planar.into(),
                ..packed
            },
        }
    }
}

/// `Fright` in flee.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
pub(super) struct PackedFright {
    point: [f32; 3],
    radius: f32,
    strength: f32,
    padding: [u32; 3],
}

impl From<&Fright> for PackedFright {
    fn from(fright: &Fright) -> Self {
        Self {
            point: fright.point.into(),
            radius: fright.radius,
            strength: fright.strength,
            padding: [0; 3],
        }
    }
}
