//! The move of each boid, swept against the level's geometry.
//!
//! Whatever becomes of a boid in a step, it goes from where it was to where it then is in a straight line (through a wrapping
//! boundary, in several), and that line is what was swept. Nothing else is ever trusted, so no response to a contact can
//! bring a boid to the other side of a surface.

mod check;
mod glide;
mod passage;
mod response;
mod walls;

use crate::{
    boids::{borrow, BoidsMut, BoidsPart},
    boundary::Containment,
    limits::plane_normal,
    placement::Frame,
    step::BLOCK,
    tally::Tally,
    vectors::Vectors,
    CollisionResponse, Contact, Geometry, Settings, Vec3,
};
use glide::Glide;
use passage::{pass_through, Leg};

/// Share of the body's radius that must be free where a boid comes in through a wrapping boundary. A body that moves along a
/// surface may be that much nearer to it by rounding.
const CLEAR_SHARE: f32 = 0.999;

/// What decides how far boids get.
pub(crate) struct Travel<'a> {
    geometry: &'a Geometry,
    /// Of the body and the gap that it keeps. None if boids pass through everything, or there is nothing to collide with.
    pub(crate) radius: Option<f32>,
    /// Of the body alone.
    pub(crate) body_radius: f32,
    pub(crate) response: CollisionResponse,
    /// Whether every move is tested once more.
    pub(crate) is_checked: bool,
    pub(crate) containment: Option<Containment>,
    /// Unit vector, in the world, along which nothing moves; zero if everything may move.
    pub(crate) flat: Vec3,
    pub(crate) dt: f32,
    vectors: Vectors,
}

/// Where a boid is after a step and how it goes on.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    position: Vec3,
    velocity: Vec3,
    contact: bool,
    /// The way that led through a wrapping boundary, if one did.
    passed: Option<Vec3>,
}

impl Arrival {
    /// Without any contact, in a straight line.
    fn free(position: Vec3, velocity: Vec3) -> Self {
        Self {
            position,
            velocity,
            contact: false,
            passed: None,
        }
    }

    /// In a straight line, turned by a contact.
    fn turned(position: Vec3, velocity: Vec3) -> Self {
        Self {
            contact: true,
            ..Self::free(position, velocity)
        }
    }
}

impl<'a> Travel<'a> {
    pub(crate) fn new(
        settings: &Settings,
        frame: Frame,
        containment: Option<Containment>,
        geometry: &'a Geometry,
        vectors: Vectors,
    ) -> Self {
        let collision = &settings.collision;
        let collides = collision.enabled && geometry.triangle_count() > 0;
        Self {
            geometry,
            radius: collides.then_some(collision.body_radius + collision.skin),
            body_radius: collision.body_radius,
            response: collision.response,
            is_checked: collision.check_crossings,
            containment,
            flat: plane_normal(settings.motion.plane, frame),
            dt: settings.simulation.time_step,
            vectors,
        }
    }

    /// Moves at most [`BLOCK`] boids from where they were before, with the clearances there, with the velocities that `next`
    /// has. Counts contacts and crossings.
    pub(crate) fn all(
        &self,
        before: &BoidsPart,
        clearances: &[f32],
        next: &mut BoidsMut,
        tally: &mut Tally,
    ) {
        let Some(radius) = self.radius else {
            return self.freely(before, next);
        };
        let mut is_near = [false; BLOCK];
        let is_near = &mut is_near[..next.len()];
        self.vectors.run(Glide {
            dt: self.dt,
            radius,
            containment: self.containment.as_ref(),
            position: before.position,
            velocity: next.velocity.each_ref().map(|values| &**values),
            clearance: clearances,
            next: borrow(&mut next.position),
            is_near,
        });
        for (index, is_near) in is_near.iter().enumerate() {
            let start = before.position(index);
            let arrival = match is_near {
                true => self.one(start, index, next),
                false if self.is_checked => Arrival::free(position(next, index), Vec3::zeros()),
                false => continue,
            };
            tally.contacts += u64::from(arrival.contact);
            if self.is_checked {
                tally.crossings += u64::from(self.has_crossed(start, &arrival));
            }
        }
    }

    fn freely(&self, before: &BoidsPart, next: &mut BoidsMut) {
        for axis in 0..3 {
            let moves = before.position[axis].iter().zip(&*next.velocity[axis]);
            for (to, (from, velocity)) in next.position[axis].iter_mut().zip(moves) {
                *to = from + velocity * self.dt;
            }
        }
        if let Some(containment) = &self.containment {
            containment.fold_all(self.vectors, borrow(&mut next.position));
        }
    }

    /// Moves one boid, looking out for everything.
    fn one(&self, start: Vec3, index: usize, next: &mut BoidsMut) -> Arrival {
        let velocity = Vec3::from_fn(|axis, _| next.velocity[axis][index]);
        let arrival = self.arrive(start, velocity);
        for axis in 0..3 {
            next.position[axis][index] = arrival.position[axis];
            next.velocity[axis][index] = arrival.velocity[axis];
        }
        arrival
    }

    /// Moves a boid, through a wrapping boundary if it leads there. One that is outside, and has no room on the other side,
    /// comes in on its own side.
    fn arrive(&self, start: Vec3, velocity: Vec3) -> Arrival {
        let way = velocity * self.dt;
        if let Some(position) = self.pass_through(start, way) {
            return Arrival {
                passed: Some(way),
                ..Arrival::free(position, velocity)
            };
        }
        match &self.containment {
            // It comes in by itself.
            Some(containment) if containment.fold(start + way).is_none() => {
                self.keep_inside(containment, start, velocity)
            }
            Some(containment) if containment.fold(start).is_some() => {
                self.travel(start, containment.reverse(start, velocity))
            }
            Some(containment) => self.keep_inside(containment, start, velocity),
            None => self.travel(start, velocity),
        }
    }

    /// Moves a boid that has no room on the other side of a wrapping boundary, if there is one: it turns back where it is
    /// rather than leave.
    fn keep_inside(&self, containment: &Containment, start: Vec3, velocity: Vec3) -> Arrival {
        let arrival = self.travel(start, velocity);
        if containment.fold(arrival.position).is_none() {
            return arrival;
        }
        if !arrival.contact {
            return Arrival::turned(start, -velocity);
        }
        // What became of the contact led out.
        let way = arrival.position - start;
        match self.pass_through(start, way) {
            Some(position) => Arrival {
                position,
                passed: Some(way),
                ..arrival
            },
            None => Arrival::turned(start, arrival.velocity),
        }
    }

    /// Where a way that leads through a wrapping boundary ends, if nothing is in the way on either side.
    fn pass_through(&self, start: Vec3, way: Vec3) -> Option<Vec3> {
        let containment = self.containment.as_ref()?;
        pass_through(containment, start, way, |leg| self.is_open(leg))
    }

    fn is_open(&self, leg: Leg) -> bool {
        let radius = CLEAR_SHARE * self.radius.unwrap_or_default();
        let has_room = !leg.comes_in || self.geometry.is_clear(leg.from, radius);
        has_room && self.is_free(leg.from, leg.to - leg.from)
    }

    fn is_free(&self, position: Vec3, way: Vec3) -> bool {
        self.contact(position, way).is_none()
    }

    fn contact(&self, position: Vec3, way: Vec3) -> Option<Contact> {
        self.geometry.sweep(position, way, self.radius?)
    }
}

fn position(boids: &BoidsMut, index: usize) -> Vec3 {
    Vec3::from_fn(|axis, _| boids.position[axis][index])
}
