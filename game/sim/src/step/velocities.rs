//! The velocities that boids wish for, for those of a block that follow each other and have one pace.

use super::{
    block::Sorted,
    counters::{StepPart, Stopwatch},
    neighbour_loop::{NeighbourLoop, Task, WishTask, Wishes},
    others::{BlockAmongOthers, OtherSums},
    pace::Pace,
    Step,
};
use crate::{
    state::{
        boids::{borrow, BoidsMut, BoidsPart},
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
use std::ops::Range;

/// Fear, and what each boid of a run has noticed.
type Fear<'a> = (&'a Flight<'a>, Noticed<BLOCK>);

/// What the blocks of a part write one after the other: it is large.
pub(super) struct Scratch {
    pub(super) wishes: Wishes<BLOCK>,
    avoidance: AvoidanceBlock<BLOCK>,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self {
            wishes: Wishes::new(),
            avoidance: AvoidanceBlock::new(),
        }
    }
}

/// Boids of a block that follow each other and have one pace.
pub(super) struct Run<'a> {
    pub(super) pace: Pace,
    /// Within the block.
    pub(super) range: Range<usize>,
    pub(super) wind: Option<[&'a [f32]; 3]>,
    /// Meaningless without geometry.
    pub(super) clearances: &'a mut [f32],
}

impl Step<'_> {
    /// Writes the next velocities of a run, before they meet anything.
    pub(super) fn change_velocities(
        &self,
        sorted: Sorted,
        run: Run,
        scratch: &mut Scratch,
        mut next: BoidsMut<'_>,
        watch: &mut Stopwatch,
    ) {
        let before = sorted.boids.part(next.first..next.first + next.len());
        let fear = self.flight.as_ref();
        let fear = fear.map(|flight| (flight, flight.noticed::<BLOCK>(&before)));
        let pace = run.pace;
        match pace {
            Pace::Steer(steps) => {
                self.steer(sorted, run, fear.as_ref(), steps, scratch, &mut next, watch);
            }
            Pace::Coast | Pace::Sleep => {
                scratch.wishes.clear_facing(run.range);
                next.keep_velocity(sorted.boids);
            }
        }
        self.flee_and_limit(&before, fear.as_ref(), pace, &mut next);
    }

    /// Writes the velocities that the boids of a run wish for, for so many steps at once.
    #[expect(
        clippy::too_many_arguments,
        reason = "parts of the block that this function only passes on"
    )]
    fn steer(
        &self,
        sorted: Sorted,
        run: Run,
        fear: Option<&Fear>,
        steps: u8,
        scratch: &mut Scratch,
        next: &mut BoidsMut<'_>,
        watch: &mut Stopwatch,
    ) {
        let Run {
            range,
            wind,
            clearances,
            ..
        } = run;
        let Sorted {
            boids,
            grid,
            inputs,
        } = sorted;
        let (len, block) = (next.len(), next.first..next.first + next.len());
        let before = boids.part(block.clone());
        let Scratch { wishes, avoidance } = scratch;
        avoidance.clear();
        if let Some(avoidance_step) = &self.avoidance_step {
            watch.counters.rays += avoidance_step.avoid(&before, clearances, avoidance);
        }
        if let Some(obstacle_avoidance) = &self.obstacle_avoidance {
            obstacle_avoidance.avoid(&before, avoidance);
        }
        if let Some((flight, noticed)) = fear {
            flight.regroup(&before, noticed, |index, factor| {
                avoidance.scale_cohesion(index, factor);
            });
        }
        let avoidance_wishes = avoidance.wishes(len);
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
                wishes: wishes.range_mut(range.clone()),
            }),
        }
        .run(self.vectors);
        among_others.add_wishes::<BLOCK>(self.others, &mut wishes.range_mut(range.clone()).wish);
        watch.end(StepPart::Neighbours);
        if let Some(terms) = self.influences {
            self.vectors.run(Influences {
                terms,
                ground: self.ground.map(|it| &**it),
                position: before.position,
                velocity: before.velocity,
                wind,
                slot: before.slot,
                wish: wishes.range_mut(range.clone()).wish,
            });
        }
        let steering_params = SteeringParams {
            dt: self.dt * f32::from(steps),
            ..self.steering_params
        };
        self.vectors.run(Steer {
            steering_params: &steering_params,
            before: before.velocity,
            wish: wishes.wish(range),
            avoidance_wish: avoidance_wishes.map(|it| it.wish),
            velocity: borrow(&mut next.velocity),
        });
    }

    /// Adds to the velocities of a run what frightens boids, and limits them.
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
