//! Move of one boid among geometry, with a limit on the work.

use super::{
    arrival::Arrival,
    passage::{pass_through, PathSegment, ENTRY_CLEAR_SHARE},
    swept_move::SweptMove,
};
use crate::{
    boundary::Containment,
    geometry::{Contact, SweepWork},
    math::Vec3,
};
use std::ops::Deref;

/// Shares of its move that a boid tries if the whole move would take too much work. It makes the
/// first one that does not.
pub(crate) const SHORT_SHARES: [f32; 2] = [1.0 / 16.0, 1.0 / 256.0];

/// Move of one boid. All of its sweeps together have one limit on the work.
#[derive(Clone, Copy)]
pub(super) struct BoidMove<'a> {
    swept_move: &'a SweptMove<'a>,
    work: &'a SweepWork,
    /// Velocity of the air over ground, in m/s. Other velocities are through the air, unless they
    /// are called over ground.
    wind: Vec3,
}

impl<'a> Deref for BoidMove<'a> {
    type Target = SweptMove<'a>;

    fn deref(&self) -> &SweptMove<'a> {
        self.swept_move
    }
}

impl<'a> BoidMove<'a> {
    pub(super) fn new(swept_move: &'a SweptMove<'a>, work: &'a SweepWork, wind: Vec3) -> Self {
        Self {
            swept_move,
            work,
            wind,
        }
    }

    /// The same move in still air.
    fn without_wind(&self) -> Self {
        Self {
            wind: Vec3::zeros(),
            ..*self
        }
    }

    /// The same move with other work.
    pub(super) fn with_work<'b>(&'b self, work: &'b SweepWork) -> BoidMove<'b> {
        BoidMove { work, ..*self }
    }

    pub(super) fn has_wind(&self) -> bool {
        self.wind != Vec3::zeros()
    }

    /// The velocity over ground of a velocity through the air.
    pub(super) fn over_ground(&self, velocity: Vec3) -> Vec3 {
        // Without wind every bit must be kept: -0 + 0 would be 0.
        if self.has_wind() {
            velocity + self.wind
        } else {
            velocity
        }
    }

    /// The velocity through the air of a velocity over ground.
    pub(super) fn through_air(&self, over_ground: Vec3) -> Vec3 {
        if self.has_wind() {
            over_ground - self.wind
        } else {
            over_ground
        }
    }

    /// True if a sweep was aborted at the limit of the work. The move that was found is then not
    /// the correct one, but it is as surely free as any other.
    pub(super) fn is_exceeded(&self) -> bool {
        self.work.is_exceeded()
    }

    /// Moves a boid, through a periodic boundary if its displacement leads there. A boid outside of
    /// the boundary that has no room on the other side enters on its own side.
    pub(super) fn arrive(&self, start: Vec3, velocity: Vec3) -> Arrival {
        let displacement = self.over_ground(velocity) * self.dt;
        if let Some(position) = self.pass_through(start, displacement) {
            return Arrival {
                wrapped: Some(displacement),
                ..Arrival::free(position, velocity)
            };
        }
        match &self.containment {
            // The boid enters by itself.
            Some(containment) if containment.fold(start + displacement).is_none() => {
                self.keep_inside(containment, start, velocity)
            }
            Some(containment) if containment.fold(start).is_some() => {
                let inward = containment.reverse(start, velocity);
                self.without_wind().move_with_contacts(start, inward)
            }
            Some(containment) => self.keep_inside(containment, start, velocity),
            None => self.move_with_contacts(start, velocity),
        }
    }

    /// Moves a boid that cannot pass a periodic boundary, if there is one.
    ///
    /// A boid that would leave turns back, in still air, so that the wind cannot carry it out. If
    /// the way back leads out as well, the boid stops.
    fn keep_inside(&self, containment: &Containment, start: Vec3, velocity: Vec3) -> Arrival {
        let arrival = self.move_with_contacts(start, velocity);
        if containment.fold(arrival.position).is_none() {
            return arrival;
        }
        // A contact may have turned the boid towards a free place on the other side.
        let displacement = arrival.position - start;
        if let Some(position) = self
            .pass_through(start, displacement)
            .filter(|_| arrival.contact)
        {
            return Arrival {
                position,
                wrapped: Some(displacement),
                ..arrival
            };
        }
        if self.has_wind() {
            return self
                .without_wind()
                .keep_inside(containment, start, velocity);
        }
        let back = self.move_with_contacts(start, -velocity);
        match containment.fold(back.position) {
            None => Arrival::turned(back.position, back.velocity),
            Some(_) => Arrival::turned(start, Vec3::zeros()),
        }
    }

    /// End of a displacement through a periodic boundary; `None` if it is not free on both sides,
    /// or passes none.
    fn pass_through(&self, start: Vec3, displacement: Vec3) -> Option<Vec3> {
        let containment = self.containment.as_ref()?;
        pass_through(containment, start, displacement, |segment| {
            self.is_segment_free(segment)
        })
    }

    fn is_segment_free(&self, segment: PathSegment) -> bool {
        let radius = ENTRY_CLEAR_SHARE * self.radius.unwrap_or_default();
        let fits = !segment.enters || self.geometry.is_clear(segment.from, radius);
        fits && self.is_free(segment.from, segment.to - segment.from)
    }

    pub(super) fn is_free(&self, position: Vec3, displacement: Vec3) -> bool {
        self.contact(position, displacement).is_none()
    }

    /// First contact of a displacement. If the work is exceeded, a contact at the start.
    pub(super) fn contact(&self, position: Vec3, displacement: Vec3) -> Option<Contact> {
        let swept = self
            .geometry
            .sweep_within(position, displacement, self.radius?, self.work);
        swept.unwrap_or(Some(Contact::REFUSED))
    }
}

impl SweptMove<'_> {
    /// Moves a boid straight on, as far as the work permits. The move ends at a contact, and does
    /// not pass a periodic boundary.
    pub(super) fn stop_short(&self, start: Vec3, velocity: Vec3, wind: Vec3) -> Arrival {
        for share in SHORT_SHARES {
            let work = SweepWork::of_move();
            let boid_move = BoidMove::new(self, &work, wind);
            let displacement = boid_move.over_ground(velocity) * self.dt * share;
            let contact = boid_move.contact(start, displacement);
            if !boid_move.is_exceeded() {
                let fraction = contact.map_or(1.0, |contact| contact.fraction);
                let position = start + displacement * fraction;
                let leaves = |it: &Containment| it.fold(position).is_some();
                if !self.containment.as_ref().is_some_and(leaves) {
                    return Arrival::turned(position, velocity);
                }
            }
        }
        Arrival::turned(start, velocity)
    }
}
