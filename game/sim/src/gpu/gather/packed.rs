//! What the search and the rules need of the settings, as the shader reads it.

use crate::{
    boundary::Ball,
    gather::Antipodes,
    gpu::seam::columns,
    neighbourhood::Neighbourhood,
    roaming::Roaming,
    rules::{Rules, Shape},
    AlignTo, Response,
};
use bytemuck::{Pod, Zeroable};
use nalgebra::Matrix3;

/// `Settings` in settings.wgsl, where the fields are explained.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(super) struct Packed {
    rules: [PackedRule; 3],
    radii_squared: [f32; 3],
    reach: f32,
    views: [f32; 3],
    reach_squared: f32,
    periods: [f32; 3],
    close_squared: f32,
    to_local: [[f32; 4]; 3],
    to_world: [[f32; 4]; 3],
    roaming: PackedRoaming,
    ball: PackedBall,
    close_weight: f32,
    crowd: f32,
    crowd_factor: f32,
    drive: f32,
    align_to: u32,
    nearest: u32,
    fades: u32,
    count: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct PackedRule {
    weight: f32,
    damping: f32,
    sign: f32,
    response: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct PackedRoaming {
    axes: [f32; 3],
    weight: f32,
    only_alone: u32,
    ways: u32,
    phases: u32,
    whole: u32,
    share: f32,
    padding: [u32; 3],
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
struct PackedBall {
    center: [f32; 3],
    radius: f32,
    normal: [f32; 3],
    spread: f32,
}

impl Packed {
    pub(super) fn new(rules: &Rules, roaming: Option<&Roaming>, fades: bool, count: usize) -> Self {
        let it: &Neighbourhood = rules.neighbourhood();
        let [to_local, to_world] = frame(rules, roaming);
        let (crowd, crowd_factor) = rules.crowd.unwrap_or((f32::MAX, 1.0));
        let reach = it.reach.unwrap_or_default();
        let periods = rules.seam().map_or([f32::MAX; 3], |seam| seam.periods());
        Self {
            rules: [&rules.cohesion, &rules.separation, &rules.alignment].map(PackedRule::new),
            radii_squared: it.radii_squared,
            reach,
            views: it.views,
            reach_squared: reach * reach,
            // Not all graphics cards compare with infinity as one would expect.
            periods: periods.map(|period| period.min(f32::MAX)),
            close_squared: it.close_squared,
            to_local: columns(&to_local),
            to_world: columns(&to_world),
            roaming: roaming.map(PackedRoaming::new).unwrap_or_default(),
            ball: rules.antipodes().map(PackedBall::new).unwrap_or_default(),
            close_weight: it.close_weight,
            crowd,
            crowd_factor,
            drive: rules.drive(),
            align_to: match rules.align_to {
                AlignTo::Velocity => 0,
                AlignTo::Heading => 1,
                AlignTo::VelocityDifference => 2,
            },
            nearest: it.nearest.unwrap_or_default() as u32,
            fades: u32::from(fades),
            count: count as u32,
        }
    }
}

impl PackedRule {
    fn new(shape: &Shape) -> Self {
        Self {
            weight: shape.weight,
            damping: shape.damping,
            sign: shape.sign,
            response: match shape.response {
                Response::Direction => 0,
                Response::Mean => 1,
                Response::LimitedMean => 2,
                Response::Sum => 3,
            },
        }
    }
}

impl PackedRoaming {
    fn new(roaming: &Roaming) -> Self {
        Self {
            axes: roaming.ways.axes,
            weight: roaming.weight,
            only_alone: u32::from(roaming.only_alone),
            ways: roaming.ways.seed,
            phases: roaming.phases.seed,
            whole: roaming.whole,
            share: roaming.share,
            padding: [0; 3],
        }
    }
}

impl PackedBall {
    fn new(antipodes: &Antipodes) -> Self {
        let Ball {
            center,
            radius,
            normal,
        } = antipodes.ball;
        Self {
            center: center.into(),
            radius,
            normal: normal.into(),
            spread: antipodes.spread,
        }
    }
}

/// From the world to the frame of the flock and back. Who needs it brings it along.
fn frame(rules: &Rules, roaming: Option<&Roaming>) -> [Matrix3<f32>; 2] {
    let of_seam = rules.seam().map(|seam| seam.frame());
    let frame = of_seam.or(roaming.map(|roaming| &roaming.ways.frame));
    frame.map_or([Matrix3::identity(); 2], |it| [it.to_local, it.to_world])
}
