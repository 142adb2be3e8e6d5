//! The parameters of all stages of a step.

use super::{
    inputs::{StepInputs, StepTime},
    others::OtherFlocks,
    pace::Paces,
};
use crate::{
    boundary::Containment,
    geometry::{Geometry, GroundMap},
    math::{
        frame::{Frame, Placement},
        simd::SimdWidth,
    },
    motion::{inertia::Inertia, wind::air::Air, SweptMove},
    neighbours::criteria::Criteria,
    pose::orientation::OrientationParams,
    settings::{Backend, Facing, Settings},
    steering::{
        avoidance::{step_number, AvoidanceStep, ObstacleAvoidance},
        combine::SteeringParams,
        custom_rule::Custom,
        fear::flight::Flight,
        flee::FleeSource,
        influences::terms::InfluenceTerms,
        limits::Limits,
        rules::Rules,
        wander::WanderParams,
    },
};
use std::sync::Arc;

/// The parameters of all stages of a step.
pub(crate) struct Step<'a> {
    /// The static geometry; `None` if there is none or boids do not collide.
    pub(crate) geometry: Option<&'a Geometry>,
    pub(crate) avoidance_step: Option<AvoidanceStep<'a>>,
    /// `None` without moving obstacles.
    pub(crate) obstacle_avoidance: Option<ObstacleAvoidance<'a>>,
    pub(crate) criteria: Criteria,
    pub(crate) rules: Rules,
    pub(crate) wander_params: Option<WanderParams>,
    pub(crate) steering_params: SteeringParams,
    pub(crate) flee_sources: &'a [FleeSource],
    /// `None` if no boid flees or panics.
    pub(crate) flight: Option<Flight<'a>>,
    /// `None` without influences.
    pub(crate) influences: Option<&'a InfluenceTerms>,
    /// `None` if there is no ground, or if no influence needs it.
    pub(crate) ground: Option<&'a Arc<GroundMap>>,
    /// `None` in still air.
    pub(crate) air: Option<Air>,
    pub(crate) others: OtherFlocks<'a>,
    pub(crate) custom: Option<&'a Custom<'a>>,
    pub(crate) dt: f32,
    pub(crate) limits: Limits,
    /// `None` if boids feel no motion of their frame.
    pub(crate) inertia: Option<Inertia>,
    pub(crate) containment: Option<Containment>,
    pub(crate) swept_move: SweptMove<'a>,
    pub(crate) orientation_params: OrientationParams,
    pub(crate) facing: Facing,
    /// Which boids steer in this step; `None` if all do in every step.
    pub(crate) paces: Option<Paces<'a>>,
    /// Limits for boids that steer for 2, 4 and 8 steps at once; `None` if the limits do not depend
    /// on that.
    pub(crate) limits_of_more: Option<[Limits; 3]>,
    pub(crate) backend: Backend,
    pub(crate) vectors: SimdWidth,
}

impl<'a> Step<'a> {
    pub(crate) fn new(
        settings: &Settings,
        placement: &Placement,
        step_inputs: &StepInputs<'a>,
    ) -> Self {
        let StepInputs {
            custom,
            levels,
            vectors,
            time: StepTime { seconds, .. },
            ..
        } = *step_inputs;
        let frame = Frame::new(placement);
        let dt = settings.simulation.time_step;
        let limits = Limits::new(settings, frame);
        let containment = Containment::new(settings, frame);
        let flat = settings.motion.plane.normal(frame);
        Self {
            geometry: step_inputs.colliding_geometry(settings),
            avoidance_step: step_inputs.avoidance_step(settings, frame),
            obstacle_avoidance: step_inputs.obstacle_avoidance(settings, frame),
            criteria: Criteria::of_flock(settings, frame, custom.is_some()),
            rules: Rules::new(settings),
            wander_params: WanderParams::new(settings, frame, seconds),
            steering_params: SteeringParams::new(&settings.motion, frame, dt),
            flee_sources: step_inputs.flee_sources,
            flight: step_inputs.flight,
            influences: Some(step_inputs.influences).filter(|it| !it.terms.is_empty()),
            ground: step_inputs.ground(),
            air: Air::new(step_inputs.wind, flat, seconds),
            others: step_inputs.others,
            custom,
            dt,
            limits,
            inertia: step_inputs
                .frame_step
                .and_then(|it| Inertia::new(it, &settings.motion, flat, dt)),
            swept_move: step_inputs.swept_move(settings, frame, containment),
            containment,
            orientation_params: OrientationParams::new(&settings.body, dt),
            facing: settings.body.facing,
            paces: step_inputs.paces(settings, frame),
            limits_of_more: levels
                .filter(|_| limits.turning.is_some())
                .map(|_| [2.0, 4.0, 8.0].map(|steps| Limits::over(settings, frame, steps * dt))),
            backend: settings.simulation.backend,
            vectors,
        }
    }
}

impl<'a> StepInputs<'a> {
    fn colliding_geometry(&self, settings: &Settings) -> Option<&'a Geometry> {
        let collides = settings.collision.acts_on(self.geometry.triangle_count());
        collides.then_some(&**self.geometry)
    }

    fn avoidance_step(&self, settings: &Settings, frame: Frame) -> Option<AvoidanceStep<'a>> {
        let step = step_number(self.time.steps);
        let avoidance_step = AvoidanceStep::new(
            settings,
            frame,
            self.geometry,
            self.sights,
            step,
            self.vectors,
        )?;
        Some(avoidance_step.among(self.influences))
    }

    fn obstacle_avoidance(
        &self,
        settings: &Settings,
        frame: Frame,
    ) -> Option<ObstacleAvoidance<'a>> {
        let set = self.moving?.set;
        ObstacleAvoidance::new(settings, frame, set, self.vectors)
    }

    fn ground(&self) -> Option<&'a Arc<GroundMap>> {
        if self.influences.needs_ground {
            self.geometry.shared().ground()
        } else {
            None
        }
    }

    fn swept_move(
        &self,
        settings: &Settings,
        frame: Frame,
        containment: Option<Containment>,
    ) -> SweptMove<'a> {
        SweptMove::new(settings, frame, containment, self.geometry, self.vectors)
            .noting(self.touched)
            .among(self.moving)
    }

    fn paces(&self, settings: &Settings, frame: Frame) -> Option<Paces<'a>> {
        let levels = self.levels?;
        let reach = Criteria::new(settings, frame).reach;
        Some(Paces::new(levels, reach, step_number(self.time.steps)))
    }
}
