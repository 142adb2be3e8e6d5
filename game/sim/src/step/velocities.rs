//! The velocities of boids after steering.

use super::{
    counters::{StepPart, Stopwatch},
    due_boids::DueBoids,
    neighbour_loop::{NeighbourLoop, Task, WishTask, Wishes},
    others::{BlockAmongOthers, OtherSums},
    pace::Pace,
    parameters::Step,
    sorting::Sorted,
    steering_boids::Steering,
};
use crate::{
    motion::inertia::Feel,
    neighbours::seekers::Seekers,
    settings::Facing,
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

/// Parameters of fear, and what each boid of a block has noticed.
type Fear<'a> = (&'a Flight<'a>, Noticed<BLOCK>);

/// Large buffers that the blocks of a part reuse.
pub(super) struct Scratch {
    pub(super) wishes: Wishes<BLOCK>,
    avoidance: AvoidanceBlock<BLOCK>,
    /// `None` if all boids steer in every step.
    due: Option<DueBoids>,
}

impl Scratch {
    pub(super) fn new(has_paces: bool) -> Self {
        Self {
            wishes: Wishes::new(),
            avoidance: AvoidanceBlock::new(),
            due: has_paces.then(DueBoids::new),
        }
    }
}

/// Inputs of a block of boids.
pub(super) struct Block<'a> {
    /// Empty if all boids of the flock steer in every step.
    pub(super) paces: &'a [Pace],
    pub(super) wind: Option<[&'a [f32]; 3]>,
    /// Lower bounds of the distances to geometry, in metres; meaningless without geometry.
    pub(super) clearances: &'a [f32],
}

impl Step<'_> {
    /// Writes the velocities of a block after steering, before boundary and contacts.
    pub(super) fn change_velocities(
        &self,
        sorted: Sorted,
        block: Block,
        scratch: &mut Scratch,
        next: &mut BoidsMut<'_>,
        watch: &mut Stopwatch,
    ) {
        let Block {
            paces,
            wind,
            clearances,
        } = block;
        let (first, len) = (next.first, next.len());
        let before = sorted.boids.part(first..first + len);
        let fear = self.fear(&before);
        let Scratch {
            wishes,
            avoidance,
            due,
        } = scratch;
        let due = due.as_mut();
        match due.and_then(|due| (due.find(paces) < len).then_some(due)) {
            None => {
                let steering = Steering {
                    seekers: Seekers::Range { first, len },
                    paces,
                    before,
                    wind,
                    clearances,
                    velocity: borrow(&mut next.velocity),
                };
                self.steer(sorted, steering, fear.as_ref(), wishes, avoidance, watch);
            }
            Some(due) => {
                next.keep_velocity(sorted.boids);
                if !due.places().is_empty() {
                    let steering = due.gather(&before, first, paces, wind, clearances);
                    let fear = self.fear(&steering.before);
                    self.steer(sorted, steering, fear.as_ref(), wishes, avoidance, watch);
                    due.scatter(next);
                }
                if self.facing == Facing::Alignment {
                    wishes.spread_facing(due.places(), len);
                }
            }
        }
        self.flee(&before, fear.as_ref(), next);
        self.limit(&before, paces, next);
        if let Some(inertia) = &self.inertia {
            self.vectors.run(Feel {
                inertia,
                position: before.position,
                velocity: borrow(&mut next.velocity),
            });
        }
    }

    /// What the boids have noticed; `None` if no boid flees or panics.
    fn fear(&self, boids: &BoidsPart) -> Option<Fear<'_>> {
        let flight = self.flight.as_ref()?;
        Some((flight, flight.noticed::<BLOCK>(boids)))
    }

    /// Writes the velocities for which the boids wish.
    fn steer(
        &self,
        sorted: Sorted,
        mut steering: Steering,
        fear: Option<&Fear>,
        wishes: &mut Wishes<BLOCK>,
        avoidance: &mut AvoidanceBlock<BLOCK>,
        watch: &mut Stopwatch,
    ) {
        let len = steering.seekers.len();
        watch.counters.rays += self.avoid(&steering, fear, avoidance);
        let avoidance_wishes = avoidance.wishes(len);
        watch.end(StepPart::Sight);
        let fade = avoidance_wishes.map(|it| it.fade);
        self.write_rule_wishes(sorted, steering.seekers, fade, wishes);
        watch.end(StepPart::Neighbours);
        self.add_influence_wishes(&steering, wishes.range_mut(0..len).wish);
        let avoidance_wish = avoidance_wishes.map(|it| it.wish);
        self.combine(&mut steering, wishes.wish(0..len), avoidance_wish);
    }

    /// Writes the wishes to avoid geometry and obstacles, and returns the number of rays.
    fn avoid(
        &self,
        steering: &Steering,
        fear: Option<&Fear>,
        avoidance: &mut AvoidanceBlock<BLOCK>,
    ) -> u64 {
        let before = &steering.before;
        avoidance.clear();
        let rays = match &self.avoidance_step {
            Some(step) => step.avoid(before, steering.clearances, avoidance),
            None => 0,
        };
        if let Some(obstacle_avoidance) = &self.obstacle_avoidance {
            obstacle_avoidance.avoid(before, avoidance);
        }
        if let Some((flight, noticed)) = fear {
            flight.regroup(before, noticed, |index, factor| {
                avoidance.scale_cohesion(index, factor);
            });
        }
        rays
    }

    /// Writes what the rules ask for, with the boids of other flocks.
    fn write_rule_wishes(
        &self,
        sorted: Sorted,
        seekers: Seekers,
        fade: Option<&[f32]>,
        wishes: &mut Wishes<BLOCK>,
    ) {
        let Sorted {
            boids,
            grid,
            inputs,
        } = sorted;
        let len = seekers.len();
        let among_others = BlockAmongOthers {
            boids,
            grid,
            criteria: &self.criteria,
            inputs,
            seekers,
            vectors: self.vectors,
        };
        // A large buffer, so it is built in place and only if it is needed.
        let mut sums_of_others;
        let other_sums = if self.others.has_sums() {
            sums_of_others = OtherSums::<BLOCK>::new();
            among_others.add_sums(self.others, &mut sums_of_others);
            Some(&sums_of_others)
        } else {
            None
        };
        NeighbourLoop {
            criteria: &self.criteria,
            grid,
            boids,
            inputs,
            seekers,
            task: Task::Wish(WishTask {
                rules: &self.rules,
                fade,
                wander_params: self.wander_params.as_ref(),
                custom: self.custom,
                others: other_sums,
                known: self.others.known_sums(grid.order(seekers.span())),
                wishes: wishes.range_mut(0..len),
            }),
        }
        .run(self.vectors);
        among_others.add_wishes::<BLOCK>(self.others, &mut wishes.range_mut(0..len).wish);
    }

    /// Adds the wishes of the influences.
    fn add_influence_wishes(&self, steering: &Steering, wish: [&mut [f32]; 3]) {
        if let Some(terms) = self.influences {
            self.vectors.run(Influences {
                terms,
                ground: self.ground.map(|it| &**it),
                position: steering.before.position,
                velocity: steering.before.velocity,
                wind: steering.wind,
                slot: steering.before.slot,
                wish,
            });
        }
    }

    /// Writes the velocities that the wishes ask for.
    fn combine(
        &self,
        steering: &mut Steering,
        wish: [&[f32]; 3],
        avoidance_wish: Option<[&[f32]; 3]>,
    ) {
        for (alike, pace) in alike(steering.paces, steering.seekers.len()) {
            self.vectors.run(Steer {
                steering_params: &SteeringParams {
                    dt: self.dt * f32::from(pace.0),
                    ..self.steering_params
                },
                before: part(steering.before.velocity, &alike),
                wish: part(wish, &alike),
                avoidance_wish: avoidance_wish.map(|it| part(it, &alike)),
                velocity: part_mut(&mut steering.velocity, &alike),
            });
        }
    }

    /// Adds the flight from scares and threats to the velocities of a block.
    fn flee(&self, before: &BoidsPart, fear: Option<&Fear>, next: &mut BoidsMut<'_>) {
        if !self.flee_sources.is_empty() {
            self.vectors.run(Flee {
                flee_sources: self.flee_sources,
                periodic_box: self.criteria.periodic_box.as_ref(),
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
        let paces = self.limits_of_more.map_or(&[][..], |_| paces);
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
                velocity: part_mut(&mut next.velocity, &alike),
            });
        }
    }
}

/// Runs of consecutive boids with the same pace, among `len` boids.
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

fn part_mut<'a>(values: &'a mut [&mut [f32]; 3], range: &Range<usize>) -> [&'a mut [f32]; 3] {
    values.each_mut().map(|values| &mut values[range.clone()])
}
