//! Steering, speed limits and scares in the layout that shaders read.

use super::{
    boundary::columns,
    device::Gpu,
    neighbours::RandomDirectionsUniform,
    wgsl::{wgsl_struct, Mat3, Padding1, Padding3, Vec3f, Vec4f},
};
use crate::{
    motion::inertia::Inertia,
    settings::Steering,
    steering::{combine::SteeringParams, flee::FleeSource, limits::Limits, scare::MOST_SCARES},
};
use bytemuck::Zeroable;
use wgpu::Buffer;

wgsl_struct! {
    pub(crate) struct SteeringUniform {
        /// The flock's own Y axis in the world.
        up: Vec3f,
        flattening: f32,
        levelling: f32,
        /// Length of the largest wish.
        max_wish: f32,
        dt: f32,
        /// 1 if the wish is a velocity.
        steers_velocity: u32,
        /// 1 if boids avoid geometry.
        avoids: u32,
        source_count: u32,
        /// Number of boids.
        count: u32,
        /// 1 if boids feel the motion of the flock's frame.
        has_inertia: u32,
        /// The numbers of [`Inertia`].
        kick: Vec3f,
        turn_factor: f32,
        turn: Vec3f,
        padding: Padding1,
        kick_gradient: Mat3,
    }
}

wgsl_struct! {
    pub(crate) struct LimitsUniform needs RandomDirectionsUniform {
        /// Directions in which boids start to move if they must not stand still.
        starts: RandomDirectionsUniform,
        /// Unit normal of the plane of motion in the world, or zero.
        normal: Vec3f,
        min_speed: f32,
        turn_up: Vec3f,
        max_speed: f32,
        turn_side: Vec3f,
        /// 1 if the turn rate is limited.
        turns: u32,
        /// Cosines and sines of the largest turns in 1, 2, 4 and 8 steps.
        turn_cosines: Vec4f,
        turn_sines: Vec4f,
        turn_is_planar: u32,
        padding: Padding3,
    }
}

wgsl_struct! {
    pub(crate) struct FleeSourceUniform {
        point: Vec3f,
        radius: f32,
        strength: f32,
        padding: Padding3,
    }
}

/// What decides the velocities of a step besides wishes.
pub(crate) struct SteeringInputs<'a> {
    pub(crate) params: &'a SteeringParams,
    pub(crate) sources: &'a [FleeSource],
    pub(crate) limits: &'a Limits,
    /// Limits for boids that steer for 2, 4 and 8 steps at once.
    pub(crate) limits_of_more: Option<&'a [Limits; 3]>,
    pub(crate) inertia: Option<&'a Inertia>,
}

impl SteeringUniform {
    fn new(inputs: &SteeringInputs, avoids: bool, count: usize) -> Self {
        let params = inputs.params;
        let common = Self {
            up: params.up.into(),
            flattening: params.flattening,
            levelling: params.levelling,
            max_wish: params.max_wish,
            dt: params.dt,
            steers_velocity: (params.steering == Steering::Velocity).into(),
            avoids: avoids.into(),
            source_count: inputs.sources.len().min(MOST_SCARES) as u32,
            count: count as u32,
            ..Self::zeroed()
        };
        inputs.inertia.map_or(common, |inertia| Self {
            has_inertia: 1,
            kick: inertia.kick.into(),
            turn_factor: inertia.turn_factor(),
            turn: inertia.turn.into(),
            kick_gradient: columns(&inertia.gradient),
            ..common
        })
    }
}

impl LimitsUniform {
    /// `of_more` are the limits for boids that steer for 2, 4 and 8 steps at once.
    fn new(limits: &Limits, of_more: Option<&[Limits; 3]>) -> Self {
        let common = Self {
            starts: RandomDirectionsUniform::new(&limits.start_directions),
            normal: limits.normal,
            min_speed: limits.min_speed,
            max_speed: limits.max_speed,
            ..Self::zeroed()
        };
        let largest = |which: usize| match (which, of_more) {
            (1.., Some(more)) => more[which - 1].turning.as_ref(),
            _ => limits.turning.as_ref(),
        };
        let largest = [0, 1, 2, 3].map(largest);
        // Within several steps a boid may be able to turn straight back. These values allow any
        // turn.
        let (any_cosine, any_sine) = (-1.0, 0.0);
        limits.turning.as_ref().map_or(common, |turning| Self {
            turns: 1,
            turn_up: turning.up,
            turn_side: turning.side,
            turn_cosines: largest.map(|it| it.map_or(any_cosine, |turning| turning.cosine)),
            turn_sines: largest.map(|it| it.map_or(any_sine, |turning| turning.sine)),
            turn_is_planar: turning.is_planar.into(),
            ..common
        })
    }
}

impl FleeSourceUniform {
    fn new(source: &FleeSource) -> Self {
        Self {
            point: source.point.into(),
            radius: source.radius,
            strength: source.strength,
            padding: Zeroable::zeroed(),
        }
    }
}

pub(crate) struct SteeringBuffers {
    /// [`SteeringUniform`].
    pub(crate) uniform: Buffer,
    /// [`MOST_SCARES`] items of [`FleeSourceUniform`].
    pub(crate) sources: Buffer,
    /// [`LimitsUniform`].
    pub(crate) limits: Buffer,
}

impl SteeringBuffers {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        Self {
            uniform: gpu.uniform::<SteeringUniform>("steering uniform"),
            sources: gpu.uniform::<[FleeSourceUniform; MOST_SCARES]>("flee sources uniform"),
            limits: gpu.uniform::<LimitsUniform>("limits uniform"),
        }
    }

    /// Prepares a step of `count` boids. `avoids` is true if they avoid geometry.
    pub(crate) fn write(&self, gpu: &Gpu, inputs: &SteeringInputs, avoids: bool, count: usize) {
        let steering = SteeringUniform::new(inputs, avoids, count);
        let sources = inputs.sources.iter().take(MOST_SCARES);
        let sources = sources.map(FleeSourceUniform::new);
        let limits = LimitsUniform::new(inputs.limits, inputs.limits_of_more);
        gpu.write(&self.uniform, &[steering]);
        gpu.write(&self.sources, &sources.collect::<Vec<_>>());
        gpu.write(&self.limits, &[limits]);
    }
}
