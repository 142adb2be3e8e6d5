//! The stages of a step for a block of boids, in their order.

use super::{
    counters::{StepCounters, StepPart, Stopwatch},
    neighbour_loop::{NeighbourLoop, Task, WishTask, Wishes},
    others::{BlockAmongOthers, OtherSums},
    pace::Pace,
    Step,
};
use crate::{
    boundary::Contain,
    motion::wind::{
        air::{Blow, WindBlock},
        carry::Carry,
    },
    neighbours::{grid::Grid, inputs::NeighbourInputs},
    pose::orientation::Orient,
    settings::Facing,
    state::{
        boids::{borrow, Boids, BoidsMut, BoidsPart},
        threads::BLOCK,
    },
    steering::{
        avoidance::AvoidanceBlock,
        combine::{Steer, SteeringParams},
        fear::flight::{Flight, Noticed},
        flee::Flee,
        influences::wish::Influences,
        limits::Limit,
    },
};

/// Fear, and what each boid of a block has noticed.
type Fear<'a> = (&'a Flight<'a>, Noticed<BLOCK>);

/// The boids before the step, sorted along the grid.
#[derive(Clone, Copy)]
pub(super) struct Sorted<'a> {
    pub(super) boids: &'a Boids,
    pub(super) grid: &'a Grid,
    pub(super) inputs: &'a NeighbourInputs,
}

impl Step<'_> {
    /// Writes the next state of a part of the boids, and returns what it counted.
    pub(super) fn advance(&self, sorted: Sorted, part: BoidsMut) -> StepCounters {
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
            grid,
            boids,
            inputs,
            first: next.first,
            task: Task::Wish(WishTask {
                rules: &self.rules,
                fade: avoidance_wishes.map(|it| it.fade),
                wander_params: self.wander_params.as_ref(),
                custom: self.custom,
                others: other_sums,
                known: self.others.known_sums(grid.order(block.clone())),
                wishes: wishes.first(len),
            }),
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
