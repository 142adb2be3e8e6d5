//! The move of each boid, swept against the level's geometry.

use crate::{
    boids::{BoidsMut, BoidsPart},
    boundary::Containment,
    Contact, Geometry, Settings, Vec3,
};

/// Body radii that must be free behind a boid that turns back from a contact.
const ROOM: f32 = 10.0;

/// What decides how far boids get.
pub(crate) struct Travel<'a> {
    geometry: &'a Geometry,
    /// None if boids pass through everything, or there is nothing to collide with.
    body_radius: Option<f32>,
    containment: Option<Containment>,
    dt: f32,
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
    ) -> Self {
        let collision = &settings.collision;
        let collides = collision.enabled && geometry.triangle_count() > 0;
        Self {
            geometry,
            body_radius: collides.then_some(collision.body_radius),
            containment,
            dt: settings.simulation.time_step,
        }
    }

    /// Moves boids from where they were before with the velocities that `next` has. Returns how many met geometry.
    pub(crate) fn all(&self, before: &BoidsPart, next: &mut BoidsMut) -> u64 {
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
            containment.fold_all(&mut next.position);
        }
    }

    /// Moves one boid. Returns whether it met geometry.
    fn one(&self, before: &BoidsPart, index: usize, next: &mut BoidsMut) -> bool {
        let position = before.position(index);
        let velocity = Vec3::from_fn(|axis, _| next.velocity[axis][index]);
        let arrival = self.through_the_seam(position, self.travel(position, velocity));
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

    /// Lets a boid that left a wrapping boundary come in on the other side, if there is a free place; otherwise it turns
    /// back before the boundary.
    fn through_the_seam(&self, start: Vec3, arrival: Arrival) -> Arrival {
        let folded = self
            .containment
            .and_then(|containment| containment.fold(arrival.position));
        let Some(position) = folded else {
            return arrival;
        };
        let radius = self.body_radius.unwrap_or_default();
        if self.geometry.is_clear(position, radius) {
            return Arrival {
                position,
                ..arrival
            };
        }
        Arrival {
            position: start,
            velocity: -arrival.velocity,
            contact: true,
        }
    }

    /// Whether a boid can go this way, for a step and for [`ROOM`].
    fn has_room(&self, position: Vec3, velocity: Vec3) -> bool {
        let room = ROOM * self.body_radius.unwrap_or_default();
        let ways = [velocity * self.dt, velocity.normalize() * room];
        ways.iter()
            .all(|way| self.contact(position, *way).is_none())
    }

    fn contact(&self, position: Vec3, way: Vec3) -> Option<Contact> {
        self.geometry.sweep(position, way, self.body_radius?)
    }
}

/// The velocity after a surface turned the part of it that leads into the surface.
fn bounced(velocity: Vec3, normal: &Vec3) -> Vec3 {
    velocity - normal * (2.0 * velocity.dot(normal).min(0.0))
}
