//! A limited number of rays in each step, for the boids that would hit something soonest.

use super::{Lookout, Needs, Observer};
use crate::{
    boids::Boids,
    driver::{run, sum, Divide, Part},
    Driver,
};
use std::collections::TryReserveError;

/// In place of an urgency: the boid need not look around in this step.
const NOT_DUE: u32 = u32::MAX;

/// Looks are shared out among threads as if each took as long as the other work for so many boids.
const WEIGHT: usize = 16;

/// The boids that are to look around in a step.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    /// Of each boid, the bits of the time that it takes to hit something at the earliest.
    urgencies: Vec<u32>,
    due: Vec<Due>,
}

/// A boid that is to look around. The soonest impact comes first, then the lowest slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Due {
    urgency: u32,
    slot: u32,
    /// Where the boid is in memory.
    index: u32,
}

/// What became of the looks that were due in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    pub(crate) rays: u64,
    /// Looks that were put off.
    pub(crate) delayed: u64,
}

impl Queue {
    /// Bytes for each boid.
    pub(super) const BYTES: usize = size_of::<u32>() + size_of::<Due>();

    /// Makes room for `count` boids, so that a step allocates nothing.
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

    /// Fills the queue with the boids that are to look around.
    fn fill(&mut self, lookout: &Lookout, boids: &Boids, driver: Driver) {
        self.urgencies.resize(boids.len(), NOT_DUE);
        run(driver, Part::whole(&mut self.urgencies), |part| {
            for (offset, urgency) in part.items.iter_mut().enumerate() {
                *urgency = lookout.urgency(boids, part.first + offset);
            }
        });
        let boids = self.urgencies.iter().zip(&boids.slot).enumerate();
        let due = boids.filter(|(_, (urgency, _))| **urgency != NOT_DUE);
        self.due.clear();
        self.due.extend(due.map(|(index, (urgency, slot))| Due {
            urgency: *urgency,
            slot: *slot,
            index: index as u32,
        }));
        self.due.sort_unstable();
    }
}

impl Lookout<'_> {
    /// Lets the boids look around that are to, the most urgent first, until the next one might cast more rays than are left.
    /// Several look at a time: as many as there are rays for in any case, so that their number does not depend on the threads.
    pub(crate) fn spend(&self, queue: &mut Queue, boids: &Boids, driver: Driver) -> Spent {
        queue.fill(self, boids, driver);
        let (budget, most) = (
            u64::from(self.avoidance.ray_budget),
            self.sights.directions.most_rays(),
        );
        let (mut rays, mut waiting) = (0, queue.due.as_slice());
        while !waiting.is_empty() && budget - rays >= most {
            let count = ((budget - rays) / most).min(waiting.len() as u64);
            let (next, later) = waiting.split_at(count as usize);
            rays += sum(driver, Turns(next), |Turns(turns)| {
                turns
                    .iter()
                    .map(|due| self.take_turn(boids, due))
                    .sum::<u64>()
            });
            waiting = later;
        }
        Spent {
            rays,
            delayed: waiting.len() as u64,
        }
    }

    /// How soon a boid may hit something, if it is to look around.
    fn urgency(&self, boids: &Boids, index: usize) -> u32 {
        let is_to_look = |observer: &Observer| {
            let next = self.sights.memory.next(observer.slot);
            self.is_near(observer) && !self.rests(next)
        };
        let time = |observer: Observer| {
            (observer.clearance - self.lens.radius()).max(0.0) / observer.speed
        };
        let observer = self.observer(boids, index).filter(is_to_look);
        observer.map_or(NOT_DUE, |observer| time(observer).to_bits())
    }

    /// Returns how many rays the boid casts.
    fn take_turn(&self, boids: &Boids, due: &Due) -> u64 {
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

/// Boids that look around at a time.
struct Turns<'a>(&'a [Due]);

impl Divide for Turns<'_> {
    fn len(&self) -> usize {
        self.0.len() * WEIGHT
    }

    fn divide(self, middle: usize) -> (Self, Self) {
        let (start, rest) = self.0.split_at(middle / WEIGHT);
        (Self(start), Self(rest))
    }
}
