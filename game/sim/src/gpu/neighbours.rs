//! Neighbour criteria, rules and wander in the layout that shaders read.
//!
//! A thread visits the same cells as the CPU: up to nine pieces of rows, each a contiguous range of
//! the sorted boids. The threads of a workgroup have consecutive boids of the grid, so they read
//! the same memory at about the same time. A candidate costs a read of its position, 16 bytes, and
//! one of its motion only if it is a neighbour for alignment. In a uniform flock with 30 neighbours
//! within the radius, a boid has about 110 candidates: 9 rows of up to 9 cells of a quarter of the
//! radius, without the parts beyond the radius.

use super::{
    boundary::columns,
    device::Gpu,
    error::GpuError,
    wgsl::{wgsl_struct, Mat3, Padding2, Padding3, Vec3f},
};
use crate::{
    math::random::RandomDirections,
    neighbours::criteria::Criteria,
    settings::{AlignTo, Normalization},
    steering::{
        rules::{RuleTerm, Rules},
        wander::WanderParams,
    },
};
use bytemuck::Zeroable;
use wgpu::Buffer;

wgsl_struct! {
    /// Criteria for neighbours. The components of vectors belong to cohesion, separation and
    /// alignment.
    pub(crate) struct CriteriaUniform {
        radii_squared: Vec3f,
        /// Largest radius of the active rules, in metres; 0 if no rule is active.
        reach: f32,
        /// c·|c| for the cosine c of half the field of view.
        views: Vec3f,
        reach_squared: f32,
        close_squared: f32,
        close_weight: f32,
        /// Number of nearest boids that count.
        nearest: u32,
        /// 1 if boids align with headings.
        aligns_to_headings: u32,
        /// Largest difference of height, in metres, of two boids that are neighbours across a
        /// periodic sphere.
        spread: f32,
        /// Number of boids.
        count: u32,
        padding: Padding2,
    }
}

wgsl_struct! {
    pub(crate) struct RuleUniform {
        weight: f32,
        damping: f32,
        /// -1 for separation, which sums offsets to the neighbours.
        sign: f32,
        /// 0 for the mean, or one of the constants of this type.
        normalization: u32,
    }
}

wgsl_struct! {
    pub(crate) struct RulesUniform needs RuleUniform {
        rules: [RuleUniform; 3],
        /// Number of cohesive neighbours from which on cohesion is multiplied by `crowd_factor`.
        crowd: f32,
        crowd_factor: f32,
        drive: f32,
        /// 1 if boids align with the differences of velocities.
        aligns_to_differences: u32,
        /// 1 if avoidance fades cohesion.
        fades: u32,
        padding: Padding3,
    }
}

wgsl_struct! {
    /// Random directions, as [`RandomDirections`] defines them.
    pub(crate) struct RandomDirectionsUniform {
        to_world: Mat3,
        /// 1 for axes of the flock's frame along which boids move, else 0.
        axes: Vec3f,
        seed: u32,
    }
}

wgsl_struct! {
    pub(crate) struct WanderUniform needs RandomDirectionsUniform {
        directions: RandomDirectionsUniform,
        /// 0 without wander.
        weight: f32,
        only_alone: u32,
        phase_seed: u32,
        /// Number of changes of direction so far, and progress to the next one.
        whole: u32,
        share: f32,
        padding: Padding3,
    }
}

impl CriteriaUniform {
    pub(super) fn new(criteria: &Criteria, count: usize) -> Self {
        let it = criteria;
        let reach = it.reach.unwrap_or_default();
        Self {
            radii_squared: it.radii_squared,
            reach,
            views: it.views,
            reach_squared: reach * reach,
            close_squared: it.close_squared,
            close_weight: it.close_weight,
            nearest: it.nearest.unwrap_or_default() as u32,
            aligns_to_headings: it.aligns_to_headings.into(),
            spread: it.sphere_images.map_or(0.0, |it| it.spread),
            count: count as u32,
            padding: Zeroable::zeroed(),
        }
    }
}

impl RuleUniform {
    pub(crate) const DIRECTION: u32 = 1;
    pub(crate) const LIMITED_MEAN: u32 = 2;
    pub(crate) const SUM: u32 = 3;

    fn new(term: &RuleTerm) -> Self {
        Self {
            weight: term.weight,
            damping: term.damping,
            sign: term.sign,
            normalization: match term.normalization {
                Normalization::Mean => 0,
                Normalization::Direction => Self::DIRECTION,
                Normalization::LimitedMean => Self::LIMITED_MEAN,
                Normalization::Sum => Self::SUM,
            },
        }
    }
}

impl RulesUniform {
    fn new(rules: &Rules, fades: bool) -> Self {
        let (crowd, crowd_factor) = rules.crowd.unwrap_or((f32::MAX, 1.0));
        Self {
            rules: [&rules.cohesion, &rules.separation, &rules.alignment].map(RuleUniform::new),
            crowd,
            crowd_factor,
            drive: rules.drive(),
            aligns_to_differences: (rules.align_to == AlignTo::VelocityDifference).into(),
            fades: fades.into(),
            padding: Zeroable::zeroed(),
        }
    }
}

impl RandomDirectionsUniform {
    pub(crate) fn new(directions: &RandomDirections) -> Self {
        Self {
            to_world: columns(&directions.frame.to_world),
            axes: directions.axes,
            seed: directions.seed,
        }
    }
}

impl WanderUniform {
    fn new(wander: Option<&WanderParams>) -> Self {
        wander.map_or(Self::zeroed(), |wander| Self {
            directions: RandomDirectionsUniform::new(&wander.directions),
            weight: wander.weight,
            only_alone: wander.only_alone.into(),
            phase_seed: wander.phases.seed,
            whole: wander.whole,
            share: wander.share,
            padding: Zeroable::zeroed(),
        })
    }
}

pub(crate) struct NeighbourBuffers {
    /// [`CriteriaUniform`].
    pub(crate) criteria: Buffer,
    /// [`RulesUniform`].
    pub(crate) rules: Buffer,
    /// [`WanderUniform`].
    pub(crate) wander: Buffer,
    /// Wish of each boid, in x, y and z.
    pub(crate) wishes: Buffer,
    /// For each boid, the sum over the neighbours with which it aligns, in x, y and z.
    pub(crate) facings: Buffer,
}

impl NeighbourBuffers {
    pub(crate) fn new(gpu: &Gpu, capacity: usize) -> Result<Self, GpuError> {
        Ok(Self {
            criteria: gpu.uniform::<CriteriaUniform>("criteria uniform"),
            rules: gpu.uniform::<RulesUniform>("rules uniform"),
            wander: gpu.uniform::<WanderUniform>("wander uniform"),
            wishes: gpu.buffer::<[f32; 4]>("wishes", capacity)?,
            facings: gpu.buffer::<[f32; 4]>("directions of neighbours", capacity)?,
        })
    }

    /// Prepares a step of `count` boids. `fades` is true if avoidance fades cohesion.
    pub(crate) fn write(
        &self,
        gpu: &Gpu,
        criteria: &Criteria,
        rules: &Rules,
        wander: Option<&WanderParams>,
        fades: bool,
        count: usize,
    ) {
        gpu.write(&self.criteria, &[CriteriaUniform::new(criteria, count)]);
        gpu.write(&self.rules, &[RulesUniform::new(rules, fades)]);
        gpu.write(&self.wander, &[WanderUniform::new(wander)]);
    }
}
