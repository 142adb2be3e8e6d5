//! What a boid does that meets geometry.

use super::{
    walls::{Walls, MOST_CONTACTS},
    Arrival, Travel,
};
use crate::{boundary::Containment, CollisionResponse, Contact, Geometry, Vec3};

/// Body radii that must be free behind a boid that turns back from a contact.
const ROOM: f32 = 10.0;

/// Shorter parts of unit vectors are rounding.
const NO_PART: f32 = 1e-4;

impl Travel<'_> {
    /// Moves a boid among geometry, whatever is beyond a wrapping boundary.
    pub(super) fn travel(&self, start: Vec3, velocity: Vec3) -> Arrival {
        let way = velocity * self.dt;
        match self.contact(start, way) {
            None => Arrival::free(start + way, velocity),
            Some(contact) => match self.response {
                CollisionResponse::Reverse => self.turn_back(start, velocity, &contact),
                CollisionResponse::Bounce => self.bounce(start, velocity, contact),
                CollisionResponse::Slide => self.slide(start, velocity, contact),
            },
        }
    }

    /// The move is undone and the boid turns back, but no farther out of the boundary than it is. Without room to turn back
    /// it goes on up to the contact and bounces off: reversed at either side of a narrow gap, it would lose at one what it
    /// gained along the gap at the other, however it is steered.
    fn turn_back(&self, start: Vec3, velocity: Vec3, contact: &Contact) -> Arrival {
        let back = self.turned_inward(start, -velocity);
        if self.has_room(start, back) {
            return Arrival::turned(start + back * self.dt, back);
        }
        let reached = start + velocity * self.dt * contact.fraction;
        Arrival::turned(reached, self.bounced(velocity, &contact.normal))
    }

    /// Whether a boid can go this way, for a step and for [`ROOM`].
    fn has_room(&self, position: Vec3, velocity: Vec3) -> bool {
        let room = ROOM * self.body_radius;
        let ways = [velocity * self.dt, velocity.normalize() * room];
        ways.iter().all(|way| self.is_free(position, *way))
    }

    /// The boid is reflected by every surface that it meets, but no farther out of the boundary than it is.
    fn bounce(&self, start: Vec3, velocity: Vec3, contact: Contact) -> Arrival {
        let mut turned = velocity;
        self.go_on(start, velocity, contact, |normal, reached| {
            turned = self.turned_inward(reached, self.bounced(turned, normal));
            (turned, Vec3::zeros())
        })
    }

    /// The boid goes on along the surfaces that it meets, and along what leads out of the boundary if it is outside.
    fn slide(&self, start: Vec3, velocity: Vec3, contact: Contact) -> Arrival {
        let mut walls = Walls::none();
        let is_shut = |containment: &&Containment| !containment.lets_through(start);
        if let Some(containment) = self.containment.as_ref().filter(is_shut) {
            containment
                .inward(start)
                .for_each(|normal| walls.add(normal));
        }
        self.go_on(start, velocity, contact, |normal, reached| {
            match self.in_plane(normal) {
                Some(normal) => walls.add(normal),
                None => return (Vec3::zeros(), Vec3::zeros()),
            }
            // A little way off the surfaces, so that no rounding on the way along leads into them.
            let gap = 0.5 * Geometry::slack(&reached, self.radius.unwrap_or_default());
            (walls.along(velocity), walls.away() * gap)
        })
    }

    /// The rest of a step after a first contact. `turn` is told the normal of each surface that is met, and where the boid is
    /// then, and tells the velocity with which it goes on, and how far it is to be put aside.
    ///
    /// The boid need not go to the contact first: it goes straight to where it would get from there, if that way is free too.
    fn go_on(
        &self,
        start: Vec3,
        velocity: Vec3,
        mut contact: Contact,
        mut turn: impl FnMut(&Vec3, Vec3) -> (Vec3, Vec3),
    ) -> Arrival {
        let mut way = velocity * self.dt;
        let mut arrival = Arrival::turned(start, velocity);
        for _ in 0..MOST_CONTACTS {
            let reached = start + way * contact.fraction;
            let (turned, aside) = turn(&contact.normal, reached);
            arrival = Arrival::turned(reached, turned);
            let left = self.dt * (1.0 - contact.fraction);
            way = reached + turned * left + aside - start;
            match self.contact(start, way) {
                None => return Arrival::turned(start + way, turned),
                Some(next) => contact = next,
            }
        }
        arrival
    }

    /// The velocity after a surface turned the part of it that leads into the surface.
    fn bounced(&self, velocity: Vec3, normal: &Vec3) -> Vec3 {
        match self.in_plane(normal) {
            Some(normal) => velocity - normal * (2.0 * velocity.dot(&normal).min(0.0)),
            None => -velocity,
        }
    }

    /// The direction of a normal within the plane of a planar flock: what leads not into the one leads not into the other.
    /// None if the surface lies in the plane.
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
