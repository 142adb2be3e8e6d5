//! The velocities that boids wish for, for those of a block that follow each other and all steer, or all
//! do not.

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
        influences::block::Influences,
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

/// Boids of a block that follow each other and all steer, or all do not.
pub(super) struct Run<'a> {
    /// Empty if all boids of the flock steer in every step.
    pub(super) paces: &'a [Pace],
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
        let paces = run.paces;
        match paces.first().is_none_or(|pace| pace.steers()) {
            true => self.steer(sorted, run, fear.as_ref(), scratch, &mut next, watch),
            false => {
                scratch.wishes.clear_facing(run.range);
                next.keep_velocity(sorted.boids);
            }
        }
        self.flee(&before, fear.as_ref(), &mut next);
        self.limit(&before, paces, &mut next);
    }

    /// Writes the velocities that the boids of a run wish for.
    fn steer(
        &self,
        sorted: Sorted,
        run: Run,
        fear: Option<&Fear>,
        scratch: &mut Scratch,
        next: &mut BoidsMut<'_>,
        watch: &mut Stopwatch,
    ) {
        let Run {
            paces,
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
        let wish = wishes.wish(range);
        for (alike, pace) in alike(paces, before.slot.len()) {
            self.vectors.run(Steer {
                steering_params: &SteeringParams {
                    dt: self.dt * f32::from(pace.0),
                    ..self.steering_params
                },
                before: part(before.velocity, &alike),
                wish: part(wish, &alike),
                avoidance_wish: avoidance_wishes.map(|it| part(it.wish, &alike)),
                velocity: next.part_mut(alike.clone()).velocity,
            });
        }
    }

    /// Adds to the velocities of a run what frightens boids.
    fn flee(&self, before: &BoidsPart, fear: Option<&Fear>, next: &mut BoidsMut<'_>) {
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
    }

    fn limit(&self, before: &BoidsPart, paces: &[Pace], next: &mut BoidsMut<'_>) {
        for (alike, pace) in alike(paces, before.slot.len()) {
            let limits = match (pace, &self.limits_of_more) {
                (Pace(2), Some([two, ..])) => two,
                (Pace(4), Some([_, four, _])) => four,
                (Pace(8), Some([.., eight])) => eight,
                _ => &self.limits,
            };
            self.vectors.run(Limit {
                limits,
                before: part(before.velocity, &alike),
                slot: &before.slot[alike.clone()],
                velocity: next.part_mut(alike.clone()).velocity,
            });
        }
    }
}

/// The stretches of `len` boids with one pace.
fn alike(paces: &[Pace], len: usize) -> impl Iterator<Item = (Range<usize>, Pace)> + '_ {
    let all = paces.is_empty().then_some((0..len, Pace::ALWAYS));
    let mut end = 0;
    let stretches = paces.chunk_by(|a, b| a == b).map(move |alike| {
        let start = end;
        end += alike.len();
        (start..end, alike[0])
    });
    all.into_iter().chain(stretches)
}

fn part<'a>(values: [&'a [f32]; 3], range: &Range<usize>) -> [&'a [f32]; 3] {
    values.map(|values| &values[range.clone()])
}
