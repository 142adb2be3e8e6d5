//! The move of each boid, swept against the level's geometry.

use crate::{
    boids::{borrow, BoidsMut, BoidsPart},
    boundary::Containment,
    vectors::Vectors,
    Contact, Geometry, Settings, Vec3,
};

/// Body radii that must be free behind a boid that turns back from a contact.
const ROOM: f32 = 10.0;

/// Share of the body's radius that must be free where a boid comes in through a wrapping boundary. A body that moves along a
/// surface may be that much nearer to it by rounding.
const CLEAR_SHARE: f32 = 0.999;

/// How often a boid may pass through a wrapping boundary in one step: once through each side, and once more.
const MOST_PASSAGES: usize = 4;

/// What decides how far boids get.
pub(crate) struct Travel<'a> {
    geometry: &'a Geometry,
    /// None if boids pass through everything, or there is nothing to collide with.
    body_radius: Option<f32>,
    containment: Option<Containment>,
    dt: f32,
    vectors: Vectors,
}

/// Where a boid is after a step and how it goes on.
struct Arrival {
    position: Vec3,
    velocity: Vec3,
    contact: bool,
}

impl<'a> Travel<'a> {
    pub(crate) fn new(
        settings: &Settings,
        containment: Option<Containment>,
        geometry: &'a Geometry,
        vectors: Vectors,
    ) -> Self {
        let collision = &settings.collision;
        let collides = collision.enabled && geometry.triangle_count() > 0;
        Self {
            geometry,
            body_radius: collides.then_some(collision.body_radius),
            containment,
            dt: settings.simulation.time_step,
            vectors,
        }
    }

    /// Moves boids from where they were before, with the clearances there, with the velocities that `next` has. Returns how
    /// many met geometry.
    pub(crate) fn all(&self, before: &BoidsPart, _clearances: &[f32], next: &mut BoidsMut) -> u64 {
        if self.body_radius.is_none() {
            self.freely(before, next);
            return 0;
        }
        (0..next.len())
            .map(|index| u64::from(self.one(before, index, next)))
            .sum()
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

    /// Moves one boid. Returns whether it met geometry.
    fn one(&self, before: &BoidsPart, index: usize, next: &mut BoidsMut) -> bool {
        let position = before.position(index);
        let velocity = Vec3::from_fn(|axis, _| next.velocity[axis][index]);
        let arrival = self.arrive(position, velocity);
        for axis in 0..3 {
            next.position[axis][index] = arrival.position[axis];
            next.velocity[axis][index] = arrival.velocity[axis];
        }
        arrival.contact
    }

    /// Moves a boid. A move that meets geometry is undone and the boid turns back, but no farther out of the boundary than
    /// it is. Without room to turn back it goes on up to the contact and bounces off: reversed at either side of a narrow
    /// gap, it would lose at one what it gained along the gap at the other, however it is steered.
    fn travel(&self, position: Vec3, velocity: Vec3) -> Arrival {
        let way = velocity * self.dt;
        let Some(contact) = self.contact(position, way) else {
            return Arrival {
                position: position + way,
                velocity,
                contact: false,
            };
        };
        let back = match &self.containment {
            Some(containment) => containment.turn_inward(position, -velocity),
            None => -velocity,
        };
        let (position, velocity) = if self.has_room(position, back) {
            (position + back * self.dt, back)
        } else {
            let reached = position + way * contact.fraction;
            (reached, bounced(velocity, &contact.normal))
        };
        Arrival {
            position,
            velocity,
            contact: true,
        }
    }

    /// Moves a boid, through a wrapping boundary if it leads there. One that is outside, and has no room on the other side,
    /// comes in on its own side.
    fn arrive(&self, start: Vec3, velocity: Vec3) -> Arrival {
        if let Some(position) = self.pass_through(start, velocity * self.dt) {
            return Arrival {
                position,
                velocity,
                contact: false,
            };
        }
        match &self.containment {
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
            return Arrival {
                position: start,
                velocity: -velocity,
                contact: true,
            };
        }
        // Turning back from geometry led out on the other side.
        let passed = self.pass_through(start, arrival.position - start);
        Arrival {
            position: passed.unwrap_or(start),
            ..arrival
        }
    }

    /// Where a way that leads through a wrapping boundary ends, if nothing is in the way on either side.
    fn pass_through(&self, start: Vec3, way: Vec3) -> Option<Vec3> {
        let containment = self.containment.as_ref()?;
        let goal = containment.fold(start + way)?;
        let mut from = start;
        if let Some(inside) = containment.fold(start) {
            from = self.clear(inside)?;
        }
        let mut to = from + way;
        for _ in 0..MOST_PASSAGES {
            let Some(passage) = containment.passage(from, to) else {
                return self.is_free(from, goal - from).then_some(goal);
            };
            if !self.is_free(from, passage.exit - from) {
                return None;
            }
            from = self.clear(passage.entry)?;
            to = passage.end;
        }
        None
    }

    /// The place itself, if a body has room there.
    fn clear(&self, place: Vec3) -> Option<Vec3> {
        let radius = CLEAR_SHARE * self.body_radius?;
        self.geometry.is_clear(place, radius).then_some(place)
    }

    /// Whether a boid can go this way, for a step and for [`ROOM`].
    fn has_room(&self, position: Vec3, velocity: Vec3) -> bool {
        let room = ROOM * self.body_radius.unwrap_or_default();
        let ways = [velocity * self.dt, velocity.normalize() * room];
        ways.iter().all(|way| self.is_free(position, *way))
    }

    fn is_free(&self, position: Vec3, way: Vec3) -> bool {
        self.contact(position, way).is_none()
    }

    fn contact(&self, position: Vec3, way: Vec3) -> Option<Contact> {
        self.geometry.sweep(position, way, self.body_radius?)
    }
}

/// The velocity after a surface turned the part of it that leads into the surface.
fn bounced(velocity: Vec3, normal: &Vec3) -> Vec3 {
    velocity - normal * (2.0 * velocity.dot(normal).min(0.0))
}
