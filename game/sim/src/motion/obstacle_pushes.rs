//! Pushes of moving obstacles: on a block of boids that have been moved without them, and on bodies
//! outside of the flock.

use super::{
    arrival::Arrival,
    boid_move::BoidMove,
    moved_boid::{position, set, velocity, wind_at},
    moving_obstacles::NearBlock,
    pushed_move::Push,
    swept_move::{MoveCounts, SweptMove},
};
use crate::{
    boundary::Containment,
    geometry::SweepWork,
    math::{lanes::bounds_of, Vec3},
    obstacles::BoidPath,
    state::boids::{BoidState, BoidsMut, BoidsPart},
};

impl<'a> SweptMove<'a> {
    /// The obstacles that these boids may meet; `None` if no obstacle can change their moves.
    pub(super) fn near_obstacles(
        &self,
        before: &BoidsPart,
        over_ground: Option<[&[f32]; 3]>,
        next: &BoidsMut,
    ) -> Option<NearBlock<'a>> {
        let moving = self.moving.as_ref()?;
        let through_air = most_speed(next.velocity.each_ref().map(|values| &**values));
        // A boid that turns back, or is stopped by the boundary, has another sum of its own
        // velocity and the wind. This sum is at most as large as the bound here.
        let speed = over_ground.map_or(through_air, |it| most_speed(it) + 2.0 * through_air);
        let near = moving.near(before.position, speed * self.dt, self.vectors);
        let wraps = self.containment.as_ref().is_some_and(|it| it.wraps);
        (wraps || !near.obstacles.is_empty()).then_some(near)
    }

    /// Lets obstacles push boids that have been moved without collisions.
    pub(super) fn push_all(
        &self,
        near: &NearBlock,
        before: &BoidsPart,
        over_ground: Option<[&[f32]; 3]>,
        next: &mut BoidsMut,
        counts: &mut MoveCounts,
    ) {
        let wraps = self.containment.as_ref().is_some_and(|it| it.wraps);
        for index in (0..next.len()).filter(|index| wraps || near.may_meet[*index]) {
            let (start, velocity) = (before.position(index), velocity(next, index));
            let wind = wind_at(over_ground, index, velocity);
            let displacement = (velocity + wind) * self.dt;
            let leaves = |it: &Containment| it.fold(start + displacement).is_some();
            let wraps = self.containment.as_ref().is_some_and(leaves);
            let mut arrival = Arrival {
                wrapped: wraps.then_some(displacement),
                ..Arrival::free(position(next, index), velocity)
            };
            self.push_one(near, before, wind, index, &mut arrival, next);
            counts.contacts += u64::from(arrival.contact);
            self.note(before.slot[index], &arrival);
        }
    }

    /// Lets obstacles push a boid. A caught boid is noted, to be moved to a free place later.
    pub(super) fn push_one(
        &self,
        near: &NearBlock,
        before: &BoidsPart,
        wind: Vec3,
        index: usize,
        arrival: &mut Arrival,
        next: &mut BoidsMut,
    ) {
        let Some(moving) = &self.moving else {
            return;
        };
        if !near.may_meet[index] && arrival.wrapped.is_none() {
            return;
        }
        let work = SweepWork::of_move();
        let boid_move = BoidMove::new(self, &work, wind);
        match boid_move.push(moving, &near.obstacles, before.position(index), arrival) {
            Push::None => (),
            Push::To(pushed) => {
                *arrival = pushed;
                set(next, index, arrival);
            }
            Push::Caught => {
                arrival.contact = true;
                moving.caught.insert(before.slot[index]);
            }
        }
    }
}

impl SweptMove<'_> {
    /// Lets obstacles push a body outside of the flock, and notes it if it is caught. True if it
    /// was pushed or caught.
    pub(super) fn push_body(&self, state: &BoidState, arrival: &mut Arrival) -> bool {
        let Some(moving) = &self.moving else {
            return false;
        };
        let near = moving.around(&BoidPath::whole(state.position, arrival.position));
        if near.is_empty() {
            return false;
        }
        let work = SweepWork::of_move();
        let boid_move = BoidMove::new(self, &work, Vec3::zeros());
        match boid_move.push(moving, &near, state.position, arrival) {
            Push::None => return false,
            Push::To(pushed) => *arrival = pushed,
            Push::Caught => {
                arrival.contact = true;
                moving.caught.insert(state.slot);
            }
        }
        true
    }
}

/// Upper bound of the lengths of velocities.
fn most_speed(velocities: [&[f32]; 3]) -> f32 {
    let fastest = velocities.map(|values| {
        let (low, high) = bounds_of(values);
        low.abs().max(high.abs())
    });
    Vec3::from(fastest).norm()
}
