//! Response of a boid to contacts with geometry: reverse, bounce or slide.
//!
//! In wind, the velocity through the air responds as in still air. Where the velocity over ground
//! leads into a surface, the rest of the step leads along the surface. So the wind presses a boid
//! on but does not accelerate it, and a boid that is pressed against a wall does not jump back and
//! forth.

use super::{
    arrival::Arrival,
    boid_move::BoidMove,
    contact_planes::{ContactPlanes, MOST_CONTACTS},
};
use crate::{
    boundary::Containment,
    geometry::{Contact, Geometry},
    math::Vec3,
    settings::CollisionResponse,
};

/// Distance that must be free for a boid that turns back from a contact, in body radii.
pub(crate) const ROOM: f32 = 10.0;

/// Length of the projection of a unit vector below which it is a rounding error.
pub(crate) const NO_PART: f32 = 1e-4;

/// Share of the distance at full speed below which a boid counts as stopped.
pub(crate) const HARDLY: f32 = 0.02;

/// Motion after a contact.
struct Redirection {
    /// Velocity at the end of the step.
    velocity: Vec3,
    /// Velocity over ground for the rest of the step.
    onward: Vec3,
    /// Small displacement away from the surfaces.
    push_off: Vec3,
}

impl Redirection {
    fn to(velocity: Vec3, onward: Vec3) -> Self {
        Self {
            velocity,
            onward,
            push_off: Vec3::zeros(),
        }
    }
}

impl BoidMove<'_> {
    /// Moves a boid with collisions, but not through a periodic boundary.
    pub(super) fn move_with_contacts(&self, start: Vec3, velocity: Vec3) -> Arrival {
        let displacement = self.over_ground(velocity) * self.dt;
        match self.contact(start, displacement) {
            None => Arrival::free(start + displacement, velocity),
            Some(contact) => match self.response {
                CollisionResponse::Reverse => self.turn_back(start, velocity, contact),
                CollisionResponse::Bounce => self.bounce(start, velocity, contact),
                CollisionResponse::Slide => self.slide(start, velocity, contact),
            },
        }
    }

    /// Undoes the move and reverses the velocity, but does not lead farther out of the boundary.
    ///
    /// A boid with too little free space behind it bounces instead. If it reversed at both sides of
    /// a narrow gap, it would lose at one side the progress made at the other. The boundary counts
    /// as a side.
    fn turn_back(&self, start: Vec3, velocity: Vec3, contact: Contact) -> Arrival {
        let back = self.turned_inward(start, -velocity);
        let over_ground = self.over_ground(back);
        if self.has_free_path(start, over_ground) {
            Arrival::turned(start + over_ground * self.dt, back)
        } else {
            self.bounce(start, velocity, contact)
        }
    }

    /// True if the path along a velocity is free and does not leave the boundary. It is tested over
    /// one step and over [`ROOM`] body radii.
    fn has_free_path(&self, position: Vec3, velocity: Vec3) -> bool {
        let distance = ROOM * self.body_radius;
        let displacements = [
            velocity * self.dt,
            velocity.try_normalize(0.0).unwrap_or_default() * distance,
        ];
        displacements.iter().all(|displacement| {
            self.is_free(position, *displacement) && !self.leads_out(position, *displacement)
        })
    }

    /// True if a move from inside leads out of the boundary; false for a periodic boundary.
    fn leads_out(&self, position: Vec3, displacement: Vec3) -> bool {
        self.containment.as_ref().is_some_and(|containment| {
            let is_outside = |at: Vec3| containment.inward(at).next().is_some();
            !containment.lets_through(position)
                && !is_outside(position)
                && is_outside(position + displacement)
        })
    }

    /// Reflects the boid at every surface.
    ///
    /// Outside of the boundary the reflection must not lead farther out: the boundary turns it
    /// inward, and if it then leads into the surface again, the boid slides instead.
    ///
    /// In a gap that is narrow compared with the step, all [`MOST_CONTACTS`] reflections happen
    /// within a small part of the step. The last reflection therefore sends the boid along the
    /// surfaces, while its velocity is the reflected one. A boid with hardly any progress at the
    /// end of the step stops at the farthest of its contacts. If even this is within a small share
    /// of the body radius, the velocity is projected onto the surfaces, so that the reported
    /// velocity never claims a motion that the surfaces prevent.
    fn bounce(&self, start: Vec3, velocity: Vec3, contact: Contact) -> Arrival {
        let (mut planes, mut contacts) = (ContactPlanes::none(), 0);
        let mut turned = velocity;
        let mut farthest = Arrival::turned(start, velocity);
        let mut arrival = self.go_on(start, velocity, contact, |normal, reached| {
            let against = || -turned.try_normalize(0.0).unwrap_or_default();
            let normal = self.in_plane(normal).unwrap_or_else(against);
            planes.add(normal);
            contacts += 1;
            let bounced = turned - normal * (2.0 * turned.dot(&normal).min(0.0));
            turned = self.turned_inward(reached, bounced);
            if turned != bounced && turned.dot(&normal) < 0.0 {
                turned = self.project(planes, reached, velocity);
            }
            if (reached - start).norm_squared() > (farthest.position - start).norm_squared() {
                farthest = Arrival::turned(reached, turned);
            }
            let is_last = contacts == MOST_CONTACTS;
            if !is_last && !self.has_wind() {
                return Redirection::to(turned, turned);
            }
            let blown = self.over_ground(if is_last { velocity } else { turned });
            Redirection {
                push_off: self.push_off(&planes, &reached),
                ..Redirection::to(turned, self.project(planes, reached, blown))
            }
        });
        let progress = |it: &Arrival| (it.position - start).norm();
        let distance = self.over_ground(velocity).norm() * self.dt;
        if progress(&arrival) < HARDLY * distance && progress(&arrival) < progress(&farthest) {
            arrival = farthest;
        }
        if progress(&arrival) < HARDLY * distance.min(self.body_radius) {
            arrival.velocity = self.project(planes, arrival.position, arrival.velocity);
        }
        arrival
    }

    /// Moves the boid along the surfaces that it meets (collide and slide). Outside of the boundary
    /// it does not move farther out.
    fn slide(&self, start: Vec3, velocity: Vec3, contact: Contact) -> Arrival {
        let mut planes = ContactPlanes::none();
        self.add_boundary(&mut planes, start);
        self.go_on(start, velocity, contact, |normal, reached| {
            let Some(normal) = self.in_plane(normal) else {
                return Redirection::to(Vec3::zeros(), Vec3::zeros());
            };
            planes.add(normal);
            let along = planes.project(velocity);
            let onward = if self.has_wind() {
                planes.project(self.over_ground(velocity))
            } else {
                along
            };
            Redirection {
                push_off: self.push_off(&planes, &reached),
                ..Redirection::to(along, onward)
            }
        })
    }

    /// The nearest velocity that leads neither into the planes nor farther out of the boundary.
    fn project(&self, mut planes: ContactPlanes, position: Vec3, velocity: Vec3) -> Vec3 {
        self.add_boundary(&mut planes, position);
        planes.project(velocity)
    }

    /// Adds the sides of the boundary that the position is outside of; none for a periodic
    /// boundary.
    fn add_boundary(&self, planes: &mut ContactPlanes, position: Vec3) {
        let is_shut = |containment: &&Containment| !containment.lets_through(position);
        if let Some(containment) = self.containment.as_ref().filter(is_shut) {
            let inward = containment.inward(position);
            inward.for_each(|normal| planes.add(normal));
        }
    }

    /// Displacement away from the surfaces, so that rounding does not lead a move along them into
    /// one.
    fn push_off(&self, planes: &ContactPlanes, reached: &Vec3) -> Vec3 {
        let gap = 0.5 * Geometry::slack(reached, self.radius.unwrap_or_default());
        planes.normal_sum() * gap
    }

    /// The rest of a step after its first contact. Calls `redirect` with the normal and the
    /// position of each contact.
    ///
    /// The path need not lead through the contacts: the boid moves in a straight line from its
    /// start to the final position, if that line is free too.
    fn go_on(
        &self,
        start: Vec3,
        velocity: Vec3,
        mut contact: Contact,
        mut redirect: impl FnMut(&Vec3, Vec3) -> Redirection,
    ) -> Arrival {
        let mut displacement = self.over_ground(velocity) * self.dt;
        let mut arrival = Arrival::turned(start, velocity);
        for _ in 0..MOST_CONTACTS {
            let reached = start + displacement * contact.fraction;
            let redirect = redirect(&contact.normal, reached);
            arrival = Arrival::turned(reached, redirect.velocity);
            let left = self.dt * (1.0 - contact.fraction);
            displacement = reached + redirect.onward * left + redirect.push_off - start;
            match self.contact(start, displacement) {
                None => return Arrival::turned(start + displacement, redirect.velocity),
                Some(next) => contact = next,
            }
        }
        arrival
    }

    /// Unit vector along the part of a normal in the plane of a planar flock; `None` if the surface
    /// is parallel to the plane. A vector in the plane leads into both the surface and this part,
    /// or into neither.
    fn in_plane(&self, normal: &Vec3) -> Option<Vec3> {
        if self.flat == Vec3::zeros() {
            return Some(*normal);
        }
        (normal - self.flat * self.flat.dot(normal)).try_normalize(NO_PART)
    }

    fn turned_inward(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        match &self.containment {
            Some(containment) => containment.turn_inward(position, velocity),
            None => velocity,
        }
    }
}
