//! Avoidance: boids see the level's static geometry ahead and steer clear of it.
//!
//! Before anything else in a step, each boid looks up its clearance. Many are so far from every surface that they cannot see
//! any, which decides the matter. The others look around now and then, the sooner the nearer something is: [`look`] says what
//! they make of what they see, [`eye`] how far they see along a direction, and [`memory`] keeps it until the next look. It
//! becomes a push, which [`Steer`](crate::steering::Steer) gives authority over the rules of the flock.

mod budget;
mod directions;
mod eye;
mod gaze;
mod look;
mod memory;
mod push;
mod sight;
#[cfg(test)]
mod tests;
mod views;

pub use sight::{Sight, SightRay};
pub(crate) use {
    budget::{Queue, Spent},
    directions::{directions_within, Directions},
    look::Impression,
    memory::{step_number, KnownSight, Memory},
    views::Views,
};

use crate::{
    boids::BoidsPart, placement::Frame, vectors::Vectors, Avoidance, AvoidanceResponse, Geometry,
    Settings, Steering, Vec3,
};
use eye::{Eye, Lens};
use gaze::{heading, Gaze, Uprights};
use look::Look;
use memory::NextLook;
use push::Evasion;

/// What a flock keeps from step to step for its boids to see.
#[derive(Debug, Default)]
pub(crate) struct Sights {
    pub(crate) directions: Directions,
    pub(crate) memory: Memory,
    /// Whether there is room for what the boids see.
    pub(crate) is_ready: bool,
}

/// What a flock needs for its boids to see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    memory: bool,
    queue: bool,
}

impl Needs {
    pub(crate) fn new(settings: &Settings, geometry: &Geometry) -> Self {
        let collides = settings.collision.enabled && geometry.triangle_count() > 0;
        let memory = settings.avoidance.enabled && collides;
        Self {
            memory,
            queue: memory && settings.avoidance.ray_budget > 0,
        }
    }

    /// Bytes for each boid.
    pub(crate) fn bytes(&self) -> usize {
        let of = |is_needed: bool, bytes: usize| if is_needed { bytes } else { 0 };
        of(self.memory, Memory::BYTES) + of(self.queue, Queue::BYTES)
    }
}

/// What boids look out for in one step.
pub(crate) struct Lookout<'a> {
    geometry: &'a Geometry,
    pub(crate) lens: Lens<'a>,
    pub(crate) sights: &'a Sights,
    pub(crate) uprights: Uprights,
    pub(crate) avoidance: Avoidance,
    pub(crate) evasion: Evasion,
    vectors: Vectors,
    /// The number of this step.
    pub(crate) step: u32,
    /// Steps from one look of a boid to its next, at least and at most.
    pub(crate) interval: i32,
    pub(crate) longest_wait: i32,
    /// Steps in which a boid gets as far as it sees.
    pub(crate) view_steps: f32,
    /// Steps after which a boid that should have looked again has forgotten what it saw.
    pub(crate) forgotten: i32,
}

/// Time, in seconds, after which a boid that should have looked again has forgotten what it saw.
const MEMORY: f32 = 2.0;

/// Share of the way to an obstacle after which a boid that sees it looks again.
const PATIENCE: f32 = 1.0 / 3.0;

/// Some of so many boids, in their order.
struct List<const N: usize> {
    indices: [u16; N],
    len: usize,
}

impl<const N: usize> List<N> {
    fn new() -> Self {
        const { assert!(N <= 1 << u16::BITS) };
        Self {
            indices: [0; N],
            len: 0,
        }
    }

    /// Without a branch.
    #[inline(always)]
    fn push_if(&mut self, index: usize, is_one: bool) {
        self.indices[self.len] = index as u16;
        self.len += usize::from(is_one);
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.indices[..self.len]
            .iter()
            .map(|index| usize::from(*index))
    }
}

/// A boid as it looks around.
#[derive(Clone, Copy, Debug)]
struct Observer {
    slot: u32,
    place: Vec3,
    /// The heading, a unit vector.
    ahead: [f32; 3],
    /// In m/s.
    speed: f32,
    /// How far it sees, in metres.
    view: f32,
    clearance: f32,
}

impl<'a> Lookout<'a> {
    /// In a step with this number; none if there is nothing to see.
    pub(crate) fn new(
        settings: &Settings,
        frame: Frame,
        geometry: &'a Geometry,
        sights: &'a Sights,
        step: u32,
        vectors: Vectors,
    ) -> Option<Self> {
        let avoidance = settings.avoidance;
        let steps = |seconds: f32| seconds / settings.simulation.time_step;
        let can_see = sights.is_ready && Needs::new(settings, geometry).memory;
        let clearances = geometry.clearances().filter(|_| can_see)?;
        let interval = (steps(avoidance.look_interval).round() as i32).max(1);
        let view_steps = steps(avoidance.look_ahead);
        let uprights = Uprights::new(settings.motion.plane, frame);
        let response = match settings.motion.steering {
            Steering::Acceleration => avoidance.response,
            // There is no heading to turn: the velocity is decided anew.
            Steering::Velocity => AvoidanceResponse::Toward,
        };
        Some(Self {
            geometry,
            lens: Lens::new(settings, geometry, clearances, vectors),
            sights,
            uprights,
            avoidance,
            evasion: Evasion::new(avoidance, response, uprights),
            vectors,
            step,
            interval,
            longest_wait: ((PATIENCE * view_steps) as i32).max(interval),
            view_steps,
            forgotten: steps(MEMORY) as i32,
        })
    }

    /// Whether there is a budget of rays, which [`spend`](Self::spend) has to share out before boids [`watch`](Self::watch).
    pub(crate) fn has_budget(&self) -> bool {
        self.avoidance.ray_budget > 0
    }

    /// Finds out what boids see, of which the clearances are known already. Returns how many rays they cast for it.
    pub(crate) fn watch<const N: usize>(&self, before: &BoidsPart, views: &mut Views<N>) -> u64 {
        let mut near = List::<N>::new();
        for index in 0..before.slot.len() {
            let velocity = before.velocity.map(|values| values[index]);
            near.push_if(index, self.may_be_near(velocity, views.clearance(index)));
        }
        // What boids remember is all over memory. Fetched for many of them at once, it does not have to be waited for.
        let memory = &self.sights.memory;
        let mut next = [NextLook::NEVER; N];
        for (next, index) in next.iter_mut().zip(near.iter()) {
            *next = memory.next(before.slot[index]);
        }
        let (mut due, mut warned) = (List::<N>::new(), List::<N>::new());
        for (next, index) in next.iter().zip(near.iter()) {
            let rests = self.has_budget() | self.rests(*next);
            due.push_if(index, !rests);
            warned.push_if(index, rests & next.is_warned() & self.knows(*next));
        }
        for index in warned.iter() {
            views.warn(index, memory.warning(before.slot[index]));
        }
        let mut rays = 0;
        for index in due.iter() {
            let warning = self.look_now(before, index, views.clearance(index), &mut rays);
            if warning != Vec3::zeros() {
                views.warn(index, warning);
            }
        }
        views.push(&self.evasion, before.velocity, self.vectors);
        rays
    }

    /// What a boid is warned of that looks around.
    fn look_now(&self, before: &BoidsPart, index: usize, clearance: f32, rays: &mut u64) -> Vec3 {
        let velocity = Vec3::from_fn(|axis, _| before.velocity[axis][index]);
        let (slot, place) = (before.slot[index], before.position(index));
        let observer = self.moving(slot, place, velocity, clearance);
        match observer.filter(|observer| self.is_near(observer)) {
            Some(observer) => self.look_and_keep(&observer, rays),
            None => Vec3::zeros(),
        }
    }

    /// Whether a boid still remembers what it saw, and need not look again yet.
    #[inline(always)]
    fn rests(&self, next: NextLook) -> bool {
        // It is longer if the settings have changed.
        let may_be = 1..=self.longest_wait;
        next.has_looked() & may_be.contains(&next.wait(self.step))
    }

    /// Whether a boid remembers anything. One that should have looked again long ago has forgotten what it saw: it has been far
    /// from all surfaces, or has waited for rays.
    #[inline(always)]
    fn knows(&self, next: NextLook) -> bool {
        let may_be = -self.forgotten..=self.longest_wait;
        next.has_looked() & may_be.contains(&next.wait(self.step))
    }

    /// Whether a boid may be near, which is all that is worked out about most.
    #[inline(always)]
    fn may_be_near(&self, [x, y, z]: [f32; 3], clearance: f32) -> bool {
        let (view, gap) = (self.avoidance.look_ahead, clearance - self.lens.radius());
        // Squares, which saves a root. In a planar flock the speed is no more than this.
        (gap <= 0.0) | (gap * gap < view * view * (x * x + y * y + z * z))
    }

    /// A boid, unless it is at rest.
    fn moving(&self, slot: u32, place: Vec3, velocity: Vec3, clearance: f32) -> Option<Observer> {
        let (ahead, speed) = heading(self.uprights.in_plane(velocity.into()))?;
        Some(Observer {
            slot,
            place,
            ahead,
            speed,
            view: self.avoidance.look_ahead * speed,
            clearance,
        })
    }

    /// Whether a boid may see a surface.
    fn is_near(&self, observer: &Observer) -> bool {
        observer.clearance < observer.view + self.lens.radius()
    }

    /// Lets a boid look around, which remembers what it sees. Returns what it is warned of.
    fn look_and_keep(&self, observer: &Observer, rays: &mut u64) -> Vec3 {
        let next = self.sights.memory.next(observer.slot);
        let impression = self.look(observer, self.kept(observer.slot, next), rays);
        let wait = match self.knows(next) {
            true => self.wait(observer, &impression),
            // Those that come near together look at different times from then on.
            false => 1 + observer.slot.cast_signed() % self.interval,
        };
        let warning = impression.direction * impression.nearness;
        let memory = &self.sights.memory;
        memory.keep(observer.slot, &warning, self.step, wait);
        warning
    }

    /// The direction that a boid found before; zero if none.
    fn kept(&self, slot: u32, next: NextLook) -> Vec3 {
        let is_warned = next.is_warned() && self.knows(next);
        let warning = is_warned.then(|| self.sights.memory.warning(slot));
        let direction = warning.and_then(|warning| warning.try_normalize(0.0));
        direction.unwrap_or_default()
    }

    /// Steps until the next look of a boid that saw this: a share of the time to get there, and of the time to get to any
    /// surface, whatever way it takes.
    fn wait(&self, observer: &Observer, impression: &Impression) -> i32 {
        let free = (observer.clearance - self.lens.radius()).max(0.0) / observer.view;
        let ahead = PATIENCE * (1.0 - impression.nearness);
        // The cast turns what is not a number, of a boid that sees no way far, into 0.
        ((ahead.min(free) * self.view_steps) as i32).max(self.interval)
    }

    fn look(&self, observer: &Observer, kept: Vec3, rays: &mut u64) -> Impression {
        let eye = Eye::new(&self.lens, observer);
        self.look_from(observer, kept).take(|directions| {
            *rays += directions.len() as u64;
            eye.obstacles(directions)
        })
    }

    fn look_from(&self, observer: &Observer, kept: Vec3) -> Look<'_> {
        Look {
            directions: &self.sights.directions,
            gaze: Gaze::new(observer.ahead, &self.uprights),
            view: observer.view,
            kept,
        }
    }
}
