//! One step of the flock, from the previous state, sorted along the grid, to the next.
//!
//! This layer is the only place that knows the order of the stages on the CPU: [`Step::make`] sorts
//! and spends the budget of rays, [`Step::advance_block`] does the other stages for a block of boids,
//! and [`neighbour_loop`] does rules, wander and custom rule for a group of them. The GPU's list of
//! passes has the same order.

pub(crate) mod counters;
pub(crate) mod neighbour_loop;
pub(crate) mod others;
pub(crate) mod pace;

use crate::{
    boundary::{Contain, Containment},
    geometry::{Geometry, GroundMap, SidedGeometry},
    math::{
        frame::{Frame, Placement},
        simd::SimdWidth,
    },
    motion::{
        moving_obstacles::MovingObstacles,
        touched_slots::TouchedSlots,
        wind::{
            air::{Air, Blow, WindBlock},
            carry::Carry,
            Wind,
        },
        SweptMove,
    },
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs},
    pose::orientation::{Orient, OrientationParams},
    settings::{Driver, Facing, Settings},
    state::{
        boids::{borrow, Boids, BoidsMut, BoidsPart},
        threads::{run, sum, BLOCK},
    },
    steering::{
        avoidance::{
            step_number, AvoidanceBlock, AvoidanceState, AvoidanceStep, BudgetUse, LookQueue,
            ObstacleAvoidance,
        },
        combine::{Steer, SteeringParams},
        custom_rule::Custom,
        fear::flight::{Flight, Noticed},
        flee::{Flee, FleeSource},
        influences::{terms::InfluenceTerms, wish::Influences},
        limits::{Limit, Limits},
        rules::Rules,
        wander::WanderParams,
    },
};
use counters::{StepCounters, StepPart, Stopwatch};
use neighbour_loop::{NeighbourLoop, Wishes};
use others::{BlockAmongOthers, OtherFlocks, OtherSums};
use pace::{Pace, Paces};
use std::sync::Arc;
use web_time::Instant;

/// The inputs of a step besides the settings and the boids.
pub(crate) struct StepInputs<'a> {
    pub(crate) geometry: &'a SidedGeometry,
    pub(crate) sights: &'a AvoidanceState,
    pub(crate) flee_sources: &'a [FleeSource],
    /// None if boids are calm.
    pub(crate) flight: Option<Flight<'a>>,
    pub(crate) influences: &'a InfluenceTerms,
    pub(crate) wind: &'a Wind,
    /// The other flocks that mean something to the boids.
    pub(crate) others: OtherFlocks<'a>,
    pub(crate) custom: Option<&'a Custom<'a>>,
    /// Begin of the step, in simulated seconds.
    pub(crate) time: f64,
    /// Number of steps before it.
    pub(crate) steps: u64,
    pub(crate) vectors: SimdWidth,
    /// Where the boids that meet geometry are noted, if anybody asks.
    pub(crate) touched: Option<&'a TouchedSlots>,
    /// Levels of detail by slot; none if all boids steer in every step.
    pub(crate) levels: Option<&'a [u8]>,
    /// None without any.
    pub(crate) moving: Option<MovingObstacles<'a>>,
}

/// The parameters of all stages of a step.
pub(crate) struct Step<'a> {
    /// The geometry, if there is any that boids collide with.
    pub(crate) obstacles: Option<&'a Geometry>,
    pub(crate) avoidance_step: Option<AvoidanceStep<'a>>,
    /// None without moving obstacles.
    pub(crate) obstacle_avoidance: Option<ObstacleAvoidance<'a>>,
    pub(crate) criteria: Criteria,
    pub(crate) rules: Rules,
    pub(crate) wander_params: Option<WanderParams>,
    pub(crate) steering_params: SteeringParams,
    pub(crate) flee_sources: &'a [FleeSource],
    /// None if boids are calm.
    flight: Option<Flight<'a>>,
    /// None without any.
    pub(crate) influences: Option<&'a InfluenceTerms>,
    /// None if there is no ground, or if nothing asks for it.
    pub(crate) ground: Option<&'a Arc<GroundMap>>,
    /// None in still air.
    pub(crate) air: Option<Air>,
    pub(crate) others: OtherFlocks<'a>,
    pub(crate) custom: Option<&'a Custom<'a>>,
    pub(crate) dt: f32,
    pub(crate) limits: Limits,
    pub(crate) containment: Option<Containment>,
    pub(crate) swept_move: SweptMove<'a>,
    pub(crate) orientation_params: OrientationParams,
    pub(crate) facing: Facing,
    /// How often boids steer; none if all do in every step.
    paces: Option<Paces<'a>>,
    /// Limits for boids that steer for 2, 4 and 8 steps at once.
    limits_of_more: Option<[Limits; 3]>,
    pub(crate) driver: Driver,
    pub(crate) vectors: SimdWidth,
}

impl<'a> Step<'a> {
    pub(crate) fn new(
        settings: &Settings,
        placement: &Placement,
        step_inputs: &StepInputs<'a>,
    ) -> Self {
        let StepInputs {
            geometry,
            sights,
            flee_sources,
            flight,
            influences,
            wind,
            others,
            custom,
            time,
            steps,
            vectors,
            touched,
            levels,
            moving,
        } = *step_inputs;
        let frame = Frame::new(placement);
        let dt = settings.simulation.time_step;
        let containment = Containment::new(settings, frame);
        let collides = settings.collision.enabled && geometry.triangle_count() > 0;
        Self {
            obstacles: collides.then_some(&**geometry),
            avoidance_step: AvoidanceStep::new(
                settings,
                frame,
                geometry,
                sights,
                step_number(steps),
                vectors,
            ),
            obstacle_avoidance: moving
                .and_then(|it| ObstacleAvoidance::new(settings, frame, it.set, vectors)),
            criteria: match custom {
                Some(_) => Criteria::beside_custom(settings, frame),
                None => Criteria::new(settings, frame),
            },
            rules: Rules::new(settings),
            wander_params: WanderParams::new(settings, frame, time),
            steering_params: SteeringParams::new(&settings.motion, frame, dt),
            flee_sources,
            flight,
            influences: Some(influences).filter(|it| !it.terms.is_empty()),
            ground: influences
                .needs_ground
                .then(|| geometry.shared().ground())
                .flatten(),
            air: Air::new(wind, settings.motion.plane.normal(frame), time),
            others,
            custom,
            dt,
            limits: Limits::new(settings, frame),
            swept_move: SweptMove::new(settings, frame, containment, geometry, vectors)
                .noting(touched)
                .among(moving),
            containment,
            orientation_params: OrientationParams::new(&settings.body, dt),
            facing: settings.body.facing,
            paces: levels.map(|levels| {
                Paces::new(
                    levels,
                    Criteria::new(settings, frame).reach,
                    step_number(steps),
                )
            }),
            limits_of_more: levels
                .map(|_| [2.0, 4.0, 8.0].map(|steps| Limits::over(settings, frame, steps * dt))),
            driver: settings.simulation.driver,
            vectors,
        }
    }

    /// Advances `current` by one step and leaves the state before it, in the same order, in
    /// `previous`. Returns what it counted.
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
        sorting + looking + moving
    }

    /// Updates the avoidance of the most urgent boids if there is a budget of rays.
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
        match self.driver {
            Driver::SingleThread => 1,
            _ => rayon::current_num_threads(),
        }
    }

    /// Writes the next state of a part of the boids, and returns what it counted.
    fn advance(&self, sorted: Sorted, part: BoidsMut) -> StepCounters {
        let (mut rest, mut watch) = (part, Stopwatch::start());
        while rest.len() > 0 {
            let most = rest.len().min(BLOCK);
            let (len, pace) = match &self.paces {
                Some(paces) => paces.run(sorted.boids, rest.first, most),
                None => (most, Pace::Steer(1)),
            };
            let (block, others) = rest.split_at(len);
            self.advance_block(sorted, pace, block, &mut watch);
            rest = others;
        }
        watch.counters
    }

    /// Writes the next state of a block of boids that have the same pace.
    fn advance_block(
        &self,
        sorted: Sorted,
        pace: Pace,
        mut next: BoidsMut<'_>,
        watch: &mut Stopwatch,
    ) {
        let len = next.len();
        let before = sorted.boids.part(next.first..next.first + len);
        let is_left_alone = pace == Pace::Sleep && self.swept_move.moving.is_none();
        if is_left_alone {
            next.stay(sorted.boids);
            return watch.end(StepPart::Motion);
        }
        let mut clearances = [0.0; BLOCK];
        let clearances = &mut clearances[..len];
        if let Some(geometry) = self.obstacles {
            geometry.clearances_at(before.position, self.vectors, clearances);
        }
        if pace == Pace::Sleep {
            return self.push_sleeping(sorted, &before, clearances, &mut next, watch);
        }
        let fear = self.flight.as_ref();
        let fear = fear.map(|flight| (flight, flight.noticed::<BLOCK>(&before)));
        // Large: it is made in place, and only if it is needed.
        let mut wind_of_block;
        let mut wind_block = match &self.air {
            Some(air) => {
                wind_of_block = WindBlock::new();
                self.vectors.run(Blow {
                    air,
                    position: before.position,
                    wind: wind_of_block
                        .wind
                        .each_mut()
                        .map(|values| &mut values[..len]),
                });
                watch.end(StepPart::Motion);
                Some(&mut wind_of_block)
            }
            None => None,
        };
        let mut wishes = Wishes::<BLOCK>::new();
        match pace {
            Pace::Steer(steps) => {
                let wind = wind_block.as_ref().map(|it| it.wind(len));
                self.steer(
                    sorted,
                    clearances,
                    wind,
                    fear.as_ref(),
                    steps,
                    &mut wishes,
                    &mut next,
                    watch,
                );
            }
            Pace::Coast | Pace::Sleep => next.keep_velocity(sorted.boids),
        }
        self.flee_and_limit(&before, fear.as_ref(), pace, &mut next);
        if let Some(containment) = &self.containment {
            self.vectors.run(Contain {
                containment,
                position: before.position,
                velocity: borrow(&mut next.velocity),
            });
        }
        if let Some(block) = wind_block.as_deref_mut() {
            self.vectors.run(Carry {
                containment: self.containment.as_ref(),
                dt: self.dt,
                position: before.position,
                velocity: next.velocity.each_ref().map(|values| &**values),
                block,
            });
        }
        watch.end(StepPart::Motion);
        let over_ground = wind_block.as_ref().map(|it| it.over_ground(len));
        watch.counters += self
            .swept_move
            .all(&before, clearances, over_ground, &mut next);
        watch.end(StepPart::Geometry);
        if let Some(containment) = &self.containment {
            let position = next.position.each_ref().map(|values| &**values);
            self.vectors.run(Contain {
                containment: &containment.after_move(),
                position,
                velocity: borrow(&mut next.velocity),
            });
        }
        watch.end(StepPart::Motion);
        next.copy_rest(sorted.boids);
        let velocity = next.velocity.each_ref().map(|values| &**values);
        self.vectors.run(Orient {
            orientation_params: &self.orientation_params,
            before: before.velocity,
            velocity,
            heading: match self.facing {
                Facing::Velocity => velocity,
                Facing::Alignment => wishes.facing(len),
            },
            orientation: borrow(&mut next.orientation),
            phase: next.phase,
        });
        watch.end(StepPart::Poses);
    }

    /// Moves sleeping boids out of the way of moving obstacles. They keep their velocities for when
    /// they wake.
    fn push_sleeping(
        &self,
        sorted: Sorted,
        before: &BoidsPart,
        clearances: &[f32],
        next: &mut BoidsMut<'_>,
        watch: &mut Stopwatch,
    ) {
        next.stay(sorted.boids);
        next.velocity.iter_mut().for_each(|values| values.fill(0.0));
        watch.counters += self.swept_move.all(before, clearances, None, next);
        next.keep_velocity(sorted.boids);
        watch.end(StepPart::Geometry);
    }

    /// Writes the velocities that the boids of a block wish for, for so many steps at once.
    #[expect(
        clippy::too_many_arguments,
        reason = "parts of the block that this function only passes on"
    )]
    fn steer(
        &self,
        sorted: Sorted,
        clearances: &mut [f32],
        wind: Option<[&[f32]; 3]>,
        fear: Option<&Fear>,
        steps: u8,
        wishes: &mut Wishes<BLOCK>,
        next: &mut BoidsMut<'_>,
        watch: &mut Stopwatch,
    ) {
        let Sorted {
            boids,
            grid,
            inputs,
        } = sorted;
        let (len, block) = (next.len(), next.first..next.first + next.len());
        let before = boids.part(block.clone());
        let mut avoidance_block = AvoidanceBlock::<BLOCK>::new();
        if let Some(avoidance_step) = &self.avoidance_step {
            watch.counters.rays += avoidance_step.avoid(&before, clearances, &mut avoidance_block);
        }
        if let Some(obstacle_avoidance) = &self.obstacle_avoidance {
            obstacle_avoidance.avoid(&before, &mut avoidance_block);
        }
        if let Some((flight, noticed)) = fear {
            flight.regroup(&before, noticed, |index, factor| {
                avoidance_block.scale_cohesion(index, factor);
            });
        }
        let avoidance_wishes = avoidance_block.wishes(len);
        watch.end(StepPart::Sight);
        let among_others = BlockAmongOthers {
            boids,
            grid,
            criteria: &self.criteria,
            inputs,
            first: block.start,
            end: block.end,
            vectors: self.vectors,
        };
        // Large: it is made in place, and only if it is needed.
        let mut sums_of_others;
        let other_sums = match self.others.has_sums() {
            true => {
                sums_of_others = OtherSums::<BLOCK>::new();
                among_others.add_sums(self.others, &mut sums_of_others);
                Some(&sums_of_others)
            }
            false => None,
        };
        NeighbourLoop {
            criteria: &self.criteria,
            rules: &self.rules,
            fade: avoidance_wishes.map(|it| it.fade),
            wander_params: self.wander_params.as_ref(),
            custom: self.custom,
            grid,
            boids,
            inputs,
            others: other_sums,
            first: next.first,
            wishes: wishes.first(len),
        }
        .run(self.vectors);
        among_others.add_wishes::<BLOCK>(self.others, &mut wishes.first(len).wish);
        watch.end(StepPart::Neighbours);
        if let Some(terms) = self.influences {
            self.vectors.run(Influences {
                terms,
                ground: self.ground.map(|it| &**it),
                position: before.position,
                velocity: before.velocity,
                wind,
                slot: before.slot,
                wish: wishes.first(len).wish,
            });
        }
        let steering_params = SteeringParams {
            dt: self.dt * f32::from(steps),
            ..self.steering_params
        };
        self.vectors.run(Steer {
            steering_params: &steering_params,
            before: before.velocity,
            wish: wishes.wish(len),
            avoidance_wish: avoidance_wishes.map(|it| it.wish),
            velocity: borrow(&mut next.velocity),
        });
    }

    /// Adds to the velocities of a block what frightens boids, and limits them.
    fn flee_and_limit(
        &self,
        before: &BoidsPart,
        fear: Option<&Fear>,
        pace: Pace,
        next: &mut BoidsMut<'_>,
    ) {
        if !self.flee_sources.is_empty() {
            self.vectors.run(Flee {
                flee_sources: self.flee_sources,
                dt: self.dt,
                position: before.position,
                before: before.velocity,
                velocity: borrow(&mut next.velocity),
            });
        }
        if let Some((flight, noticed)) = fear {
            flight.flee(before, noticed, &mut next.velocity);
        }
        let limits = match (pace, &self.limits_of_more) {
            (Pace::Steer(2), Some([two, ..])) => two,
            (Pace::Steer(4), Some([_, four, _])) => four,
            (Pace::Steer(8), Some([.., eight])) => eight,
            _ => &self.limits,
        };
        self.vectors.run(Limit {
            limits,
            before: before.velocity,
            slot: before.slot,
            velocity: borrow(&mut next.velocity),
        });
    }
}

/// Fear, and what each boid of a block has noticed.
type Fear<'a> = (&'a Flight<'a>, Noticed<BLOCK>);

/// The boids before the step, sorted along the grid.
#[derive(Clone, Copy)]
struct Sorted<'a> {
    boids: &'a Boids,
    grid: &'a Grid,
    inputs: &'a NeighbourInputs,
}

/// Sorts `boids` along the grid into `sorted`, which has as many.
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
