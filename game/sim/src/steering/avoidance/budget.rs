//! Ray budget: the boids that may hit something soonest look first, until the rays of the step are
//! used up.

use super::{observer::Observer, AvoidanceStep, Needs};
use crate::{
    settings::Backend,
    state::{
        boids::Boids,
        threads::{run, sum, Divide, Part},
    },
};
use std::collections::TryReserveError;

/// Urgency of a boid whose look is not due in this step.
const NOT_DUE: u32 = u32::MAX;

/// Cost of a look when looks are divided among threads, in boids: the other work for this many
/// boids takes about as long.
const WEIGHT: usize = 16;

/// Queue of the looks that are due in a step, by urgency.
#[derive(Debug, Default)]
pub(crate) struct LookQueue {
    /// Urgency of each boid: the bits of the shortest time, in seconds, until it can hit something,
    /// or [`NOT_DUE`]. The bits of positive numbers sort as the numbers do.
    urgencies: Vec<u32>,
    due: Vec<DueLook>,
}

/// A boid whose look is due. The order is by urgency, the soonest impact first, then by slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DueLook {
    urgency: u32,
    slot: u32,
    /// Index of the boid in the state.
    index: u32,
}

/// Rays cast and looks delayed in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BudgetUse {
    pub(crate) rays: u64,
    /// Number of looks that were delayed to a later step.
    pub(crate) delayed: u64,
}

impl LookQueue {
    /// Memory per boid, in bytes.
    pub(crate) fn bytes(needs: Needs) -> usize {
        let bytes = size_of::<u32>() + size_of::<DueLook>();
        bytes * usize::from(needs.queue)
    }

    /// Reserves memory for `count` boids, so that a step allocates nothing.
    pub(crate) fn try_reserve(
        &mut self,
        count: usize,
        needs: Needs,
    ) -> Result<(), TryReserveError> {
        if !needs.queue {
            *self = Self::default();
            return Ok(());
        }
        let more = |there: usize| count.saturating_sub(there);
        self.urgencies
            .try_reserve_exact(more(self.urgencies.len()))?;
        self.due.try_reserve_exact(more(self.due.len()))
    }

    /// Fills the queue with the boids whose look is due, the most urgent first.
    fn fill(&mut self, avoidance_step: &AvoidanceStep, boids: &Boids, backend: Backend) {
        self.urgencies.resize(boids.len(), NOT_DUE);
        run(backend, Part::whole(&mut self.urgencies), |part| {
            for (offset, urgency) in part.items.iter_mut().enumerate() {
                *urgency = avoidance_step.urgency(boids, part.first + offset);
            }
        });
        let boids = self.urgencies.iter().zip(&boids.slot).enumerate();
        let due = boids.filter(|(_, (urgency, _))| **urgency != NOT_DUE);
        self.due.clear();
        self.due.extend(due.map(|(index, (urgency, slot))| DueLook {
            urgency: *urgency,
            slot: *slot,
            index: index as u32,
        }));
        self.due.sort_unstable();
    }
}

impl AvoidanceStep<'_> {
    /// Runs the due looks, the most urgent first, until the next look might cast more rays than are
    /// left.
    ///
    /// Looks run in batches. A batch has as many looks as the budget allows if each look casts the
    /// largest number of rays, so the number of looks does not depend on the number of threads.
    pub(crate) fn look_within_budget(
        &self,
        queue: &mut LookQueue,
        boids: &Boids,
        backend: Backend,
    ) -> BudgetUse {
        queue.fill(self, boids, backend);
        let (budget, most) = (
            u64::from(self.avoidance.ray_budget),
            self.state.directions.most_rays(),
        );
        let (mut rays, mut waiting) = (0, queue.due.as_slice());
        while !waiting.is_empty() && budget - rays >= most {
            let count = ((budget - rays) / most).min(waiting.len() as u64);
            let (next, later) = waiting.split_at(count as usize);
            rays += sum(backend, LookChunk(next), |LookChunk(looks)| {
                looks
                    .iter()
                    .map(|due| self.run_look(boids, due))
                    .sum::<u64>()
            });
            waiting = later;
        }
        BudgetUse {
            rays,
            delayed: waiting.len() as u64,
        }
    }

    /// Urgency of a boid, or [`NOT_DUE`].
    fn urgency(&self, boids: &Boids, index: usize) -> u32 {
        let is_to_look = |observer: &Observer| {
            let next = self.state.memory.next(observer.slot);
            self.is_near(observer) && !self.rests(next)
        };
        let time = |observer: Observer| {
            (observer.clearance - self.trace_params.radius()).max(0.0) / observer.speed
        };
        let observer = self.observer(boids, index).filter(is_to_look);
        observer.map_or(NOT_DUE, |observer| time(observer).to_bits())
    }

    /// Runs the look of a boid. Returns the number of rays.
    fn run_look(&self, boids: &Boids, due: &DueLook) -> u64 {
        let mut rays = 0;
        if let Some(observer) = self.observer(boids, due.index as usize) {
            self.look_and_keep(&observer, &mut rays);
        }
        rays
    }

    fn observer(&self, boids: &Boids, index: usize) -> Option<Observer> {
        let place = boids.position(index);
        let clearance = self.geometry.clearance(place);
        self.moving(boids.slot[index], place, boids.velocity(index), clearance)
    }
}

/// Looks that are divided among threads.
struct LookChunk<'a>(&'a [DueLook]);

impl Divide for LookChunk<'_> {
    fn len(&self) -> usize {
        self.0.len() * WEIGHT
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        let (start, rest) = self.0.split_at(middle / WEIGHT);
        (Self(start), Self(rest))
    }
}
