//! What boids look out for in a step, as the shaders read it.

use crate::avoidance::Lookout;
use bytemuck::{Pod, Zeroable};

/// `Lookout` in settings.wgsl.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct Packed {
    up: [f32; 3],
    radius: f32,
    instead: [f32; 3],
    look_ahead: f32,
    normal: [f32; 3],
    view_steps: f32,
    growth: [f32; 3],
    weight: f32,
    turn: f32,
    eagerness: f32,
    cohesion_fade: f32,
    edge: f32,
    error: f32,
    block: f32,
    is_coarse: u32,
    count: u32,
    step: u32,
    interval: i32,
    longest_wait: i32,
    forgotten: i32,
    directions: u32,
    examined: u32,
    sees: u32,
    budget: u32,
}

impl Packed {
    /// Of so many boids that see nothing.
    pub(super) fn blind(count: usize) -> Self {
        Self {
            count: count as u32,
            ..Self::zeroed()
        }
    }

    pub(super) fn new(lookout: &Lookout, count: usize) -> Self {
        let (lens, uprights, evasion) = (&lookout.lens, &lookout.uprights, &lookout.evasion);
        let directions = &lookout.sights.directions;
        Self {
            up: uprights.up,
            radius: lens.radius,
            instead: uprights.instead,
            look_ahead: lookout.avoidance.look_ahead,
            normal: uprights.normal,
            view_steps: lookout.view_steps,
            growth: evasion.growth,
            weight: evasion.weight,
            turn: evasion.turn,
            eagerness: evasion.eagerness,
            cohesion_fade: evasion.cohesion_fade,
            edge: directions.edge,
            error: lens.clearances.error(),
            block: lens.clearances.block(),
            is_coarse: lens.is_coarse.into(),
            count: count as u32,
            step: lookout.step,
            interval: lookout.interval,
            longest_wait: lookout.longest_wait,
            forgotten: lookout.forgotten,
            directions: directions.all().len() as u32,
            examined: directions.examined().len() as u32,
            sees: 1,
            budget: lookout.avoidance.ray_budget,
        }
    }
}

/// Most directions, as many as the settings allow; the length of the arrays in all.wgsl and candidates.wgsl.
const MOST_DIRECTIONS: usize = 1000;

/// Directions that boids look along, as the shader reads them.
pub(super) type PackedDirections = [[f32; 4]; MOST_DIRECTIONS];

pub(super) fn packed_directions(directions: &[[f32; 3]]) -> Vec<[f32; 4]> {
    let rows = directions.iter().take(MOST_DIRECTIONS);
    rows.map(|[ahead, side, over]| [*ahead, *side, *over, 0.0])
        .collect()
}
