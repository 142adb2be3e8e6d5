//! Avoidance: boids see the level's static geometry ahead and steer clear of it.
//!
//! Before anything else in a step, each boid looks up its clearance. Most are so far from every surface that they cannot see
//! any, which decides the matter. The others look around now and then, at least every `look_interval`: [`look`] says what
//! they make of what they see, [`eye`] how far they see along a direction, and [`memory`] keeps it until the next look. It
//! becomes a push, which [`Steer`](crate::steering::Steer) gives authority over the rules of the flock.

mod directions;
mod eye;
mod gaze;
mod look;
mod memory;
mod views;

pub(crate) use {
    directions::Directions,
    look::Impression,
    memory::{step_number, KnownSight, Memory},
    views::Views,
};

use crate::{
    boids::BoidsPart, placement::Frame, Avoidance, AvoidanceResponse, Geometry, Growth, Settings,
    Steering, Vec3,
};
use eye::Eye;
use gaze::{heading, Gaze, Uprights};
use look::Look;
use memory::{is_needed, Recollection};

/// What a flock keeps from step to step for its boids to see.
#[derive(Debug, Default)]
pub(crate) struct Sights {
    pub(crate) directions: Directions,
    pub(crate) memory: Memory,
}

/// What boids look out for in one step.
pub(crate) struct Lookout<'a> {
    geometry: &'a Geometry,
    sights: &'a Sights,
    uprights: Uprights,
    radius: f32,
    avoidance: Avoidance,
    response: AvoidanceResponse,
    /// The number of this step.
    step: u32,
    /// Steps from one look of a boid to its next, at least.
    interval: u32,
    /// Steps in which a boid gets as far as it sees.
    view_steps: f32,
}

/// Boids turn with all their force to a direction that is farther from their heading than the reciprocal of this, in radians;
/// to one nearer by, so much the less that they do not overshoot it.
const EAGERNESS: f32 = 4.0;

/// Share of the way to an obstacle after which a boid that sees it looks again.
const PATIENCE: f32 = 0.25;

/// A boid as it looks around.
#[derive(Clone, Copy, Debug)]
struct Observer {
    slot: u32,
    place: Vec3,
    /// The heading, a unit vector.
    ahead: [f32; 3],
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
    ) -> Option<Self> {
        let (avoidance, collision) = (settings.avoidance, &settings.collision);
        let steps = |seconds: f32| seconds / settings.simulation.time_step;
        is_needed(settings, geometry).then(|| Self {
            geometry,
            sights,
            uprights: Uprights::new(settings.motion.plane, frame),
            radius: collision.body_radius + collision.skin,
            avoidance,
            response: match settings.motion.steering {
                Steering::Acceleration => avoidance.response,
                // There is no heading to turn: the velocity is decided anew.
                Steering::Velocity => AvoidanceResponse::Toward,
            },
            step,
            interval: (steps(avoidance.look_interval).round() as u32).max(1),
            view_steps: steps(avoidance.look_ahead),
        })
    }

    /// Lets boids look around, of which the clearances are known already. Returns how many rays they cast.
    pub(crate) fn watch<const N: usize>(&self, before: &BoidsPart, views: &mut Views<N>) -> u64 {
        let mut rays = 0;
        for index in 0..before.slot.len() {
            let clearance = views.clearance(index);
            let Some(observer) = self.observer(before, index, clearance) else {
                continue;
            };
            let impression = self.impression(&observer, &mut rays);
            if impression.nearness > 0.0 {
                let fade = 1.0 - self.avoidance.cohesion_fade * impression.nearness;
                views.set(index, self.push(&observer, &impression), fade);
            }
        }
        rays
    }

    /// The boid if it moves and is so near to a surface that it may see it.
    fn observer(&self, before: &BoidsPart, index: usize, clearance: f32) -> Option<Observer> {
        let velocity = before.velocity.map(|values| values[index]);
        let (ahead, speed) = heading(self.uprights.in_plane(velocity))?;
        let view = self.avoidance.look_ahead * speed;
        let is_near = clearance < view + self.radius;
        is_near.then(|| Observer {
            slot: before.slot[index],
            place: before.position(index),
            ahead,
            view,
            clearance,
        })
    }

    /// What a boid sees, or saw when it looked last.
    fn impression(&self, observer: &Observer, rays: &mut u64) -> Impression {
        let (memory, slot, step) = (&self.sights.memory, observer.slot, self.step);
        let known = memory.recall(slot, step);
        if let Some(known) = known.filter(|known| !self.is_due(known)) {
            memory.refresh(slot, step);
            return known.impression;
        }
        let kept = known.map_or(Vec3::zeros(), |known| known.impression.direction);
        let impression = self.look(observer, kept, rays);
        let wait = match known {
            Some(_) => self.wait(&impression),
            // Those that come near together look at different times from then on.
            None => 1 + slot % self.interval,
        };
        let next = step.wrapping_add(wait);
        memory.keep(slot, step, &Recollection { impression, next });
        impression
    }

    /// Steps until the next look of a boid that saw this.
    fn wait(&self, impression: &Impression) -> u32 {
        let steps = PATIENCE * (1.0 - impression.nearness) * self.view_steps;
        (steps as u32).max(self.interval)
    }

    fn is_due(&self, known: &Recollection) -> bool {
        let wait = known.next.wrapping_sub(self.step);
        // It is longer if the time has passed.
        wait == 0 || wait > self.wait(&Impression::default())
    }

    fn look(&self, observer: &Observer, kept: Vec3, rays: &mut u64) -> Impression {
        let (directions, eye) = (&self.sights.directions, self.eye(observer));
        if eye.cone_is_free(&observer.ahead.into(), directions.examined_cosine()) {
            return Impression::default();
        }
        self.look_from(observer, kept).take(|direction| {
            *rays += 1;
            eye.obstacle(&direction)
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

    fn eye(&self, observer: &Observer) -> Eye<'a> {
        let Observer {
            place,
            view,
            clearance,
            ..
        } = *observer;
        Eye::new(self.geometry, place, self.radius, view, clearance)
    }

    /// The acceleration that a boid asks for because of what it sees; where boids steer by velocity, the velocity.
    fn push(&self, observer: &Observer, impression: &Impression) -> Vec3 {
        let Impression {
            direction,
            nearness,
        } = *impression;
        let growth = match self.avoidance.growth {
            Growth::Constant => 1.0,
            Growth::Linear => nearness,
            Growth::Quadratic => nearness * nearness,
        };
        let way = match self.response {
            AvoidanceResponse::Turn => {
                ((direction - Vec3::from(observer.ahead)) * EAGERNESS).cap_magnitude(1.0)
            }
            AvoidanceResponse::Toward => direction,
        };
        way * (self.avoidance.weight * growth)
    }
}
