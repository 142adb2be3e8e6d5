//! One step of a flock, from the previous state, sorted along the grid, to the next state.
//!
//! This layer is the only place that knows the order of the stages on the CPU: [`Step::make`] sorts
//! and spends the budget of rays, [`block`] does the other stages for a block of boids, with
//! [`velocities`] for those that steer, and [`neighbour_loop`] does rules, wander and custom rule for a
//! group of them. The GPU's lists of passes have the same order.

pub(crate) mod counters;
mod due_boids;
pub(crate) mod level;
#[cfg(feature = "gpu")]
pub(crate) mod meaning;
pub(crate) mod mixed_flock;
pub(crate) mod neighbour_loop;
pub(crate) mod others;
pub(crate) mod pace;
mod stages;
mod velocities;

use crate::{
    boundary::Containment,
    geometry::{Geometry, GroundMap, SidedGeometry},
    math::{
        frame::{Frame, Placement},
        simd::SimdWidth,
    },
    motion::{
        moving_obstacles::MovingObstacles,
        touched_slots::TouchedSlots,
        wind::{air::Air, Wind},
        SweptMove,
    },
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs},
    pose::orientation::OrientationParams,
    settings::{Driver, Facing, Settings},
    state::{
        boids::Boids,
        threads::{run, sum, thread_count},
    },
    steering::{
        avoidance::{
            step_number, AvoidanceState, AvoidanceStep, BudgetUse, LookQueue, ObstacleAvoidance,
        },
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
use counters::{StepCounters, StepPart};
use others::OtherFlocks;
use pace::{Levels, Paces};
use stages::Sorted;
use std::sync::Arc;
use web_time::Instant;

/// The context in which a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pacing {
    /// A single step whose exact result is read next. It waits for a GPU that is several steps
    /// behind.
    Single,
    /// A step of a frame, after which boids are drawn. It never waits.
    InFrame,
}

/// The time of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepTime {
    /// Simulated time at the beginning of the step, in seconds.
    pub(crate) seconds: f64,
    /// Number of steps before this one.
    pub(crate) steps: u64,
}

/// The inputs of a step besides settings and boids.
pub(crate) struct StepInputs<'a> {
    pub(crate) geometry: &'a SidedGeometry,
    pub(crate) sights: &'a AvoidanceState,
    pub(crate) flee_sources: &'a [FleeSource],
    /// `None` if no boid flees or panics.
    pub(crate) flight: Option<Flight<'a>>,
    pub(crate) influences: &'a InfluenceTerms,
    pub(crate) wind: &'a Wind,
    /// Other flocks with relations that matter in this step.
    pub(crate) others: OtherFlocks<'a>,
    pub(crate) custom: Option<&'a Custom<'a>>,
    pub(crate) time: StepTime,
    pub(crate) vectors: SimdWidth,
    /// Set in which the boids that touch geometry are marked, if that is recorded.
    pub(crate) touched: Option<&'a TouchedSlots>,
    /// `None` if all boids steer in every step.
    pub(crate) levels: Option<Levels<'a>>,
    /// `None` without moving obstacles.
    pub(crate) moving: Option<MovingObstacles<'a>>,
}

/// The parameters of all stages of a step.
pub(crate) struct Step<'a> {
    /// The static geometry; `None` if there is none or boids do not collide.
    pub(crate) obstacles: Option<&'a Geometry>,
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
    pub(crate) containment: Option<Containment>,
    pub(crate) swept_move: SweptMove<'a>,
    pub(crate) orientation_params: OrientationParams,
    pub(crate) facing: Facing,
    /// Which boids steer in this step; `None` if all do in every step.
    pub(crate) paces: Option<Paces<'a>>,
    /// Limits for boids that steer for 2, 4 and 8 steps at once; `None` if the limits do not depend
    /// on that.
    pub(crate) limits_of_more: Option<[Limits; 3]>,
    pub(crate) driver: Driver,
    pub(crate) vectors: SimdWidth,
}

impl<'a> StepInputs<'a> {
    fn obstacles(&self, settings: &Settings) -> Option<&'a Geometry> {
        let collides = settings.collision.enabled && self.geometry.triangle_count() > 0;
        collides.then_some(&**self.geometry)
    }

    fn avoidance_step(&self, settings: &Settings, frame: Frame) -> Option<AvoidanceStep<'a>> {
        let step = step_number(self.time.steps);
        AvoidanceStep::new(
            settings,
            frame,
            self.geometry,
            self.sights,
            step,
            self.vectors,
        )
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
            obstacles: step_inputs.obstacles(settings),
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
            swept_move: step_inputs.swept_move(settings, frame, containment),
            containment,
            orientation_params: OrientationParams::new(&settings.body, dt),
            facing: settings.body.facing,
            paces: step_inputs.paces(settings, frame),
            limits_of_more: levels
                .filter(|_| limits.turning.is_some())
                .map(|_| [2.0, 4.0, 8.0].map(|steps| Limits::over(settings, frame, steps * dt))),
            driver: settings.simulation.driver,
            vectors,
        }
    }

    /// Advances `current` by one step, and stores the state before it in `previous`, in the same
    /// order. Returns the counters of the step.
    pub(crate) fn make(
        &self,
        grid: &mut Grid,
        inputs: &mut NeighbourInputs,
        queue: &mut LookQueue,
        previous: &mut Boids,
        current: &mut Boids,
    ) -> StepCounters {
        let start = Instant::now();
        sort(grid, previous, current, &self.criteria, self.driver);
        inputs.prepare(previous, &self.criteria, self.driver);
        let sorting = StepCounters::of(StepPart::Sorting, start, self.threads());
        let looking = self.share_out_rays(queue, previous);
        let sorted = Sorted {
            boids: previous,
            grid,
            inputs,
        };
        let moving = sum(self.driver, current.all_mut(), |part| {
            self.advance(sorted, part)
        });
        let shared = self.others.shared_seconds(previous.len()) * self.threads() as f32;
        sorting + looking + moving + StepCounters::of_seconds(StepPart::Neighbours, shared)
    }

    /// Lets the most urgent boids look for geometry, if there is a ray budget.
    fn share_out_rays(&self, queue: &mut LookQueue, boids: &Boids) -> StepCounters {
        let start = Instant::now();
        let Some(avoidance_step) = self.avoidance_step.as_ref().filter(|it| it.has_budget()) else {
            return StepCounters::default();
        };
        let BudgetUse { rays, delayed } =
            avoidance_step.look_within_budget(queue, boids, self.driver);
        StepCounters {
            rays,
            delayed_looks: delayed,
            ..StepCounters::of(StepPart::Sight, start, self.threads())
        }
    }

    fn threads(&self) -> usize {
        thread_count(self.driver)
    }
}

/// Sorts `boids` along the grid into `sorted`, which has the same length.
pub(crate) fn sort(
    grid: &mut Grid,
    sorted: &mut Boids,
    boids: &Boids,
    criteria: &Criteria,
    driver: Driver,
) {
    grid.sort(
        boids,
        criteria.reach,
        criteria.periodic_box.as_ref(),
        driver,
    );
    let grid = &*grid;
    run(driver, sorted.all_mut(), |part| {
        let order = grid.order(part.first..part.first + part.len());
        part.gather(boids, order);
    });
}
