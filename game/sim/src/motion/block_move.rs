//! Swept move of a block of boids: straight where nothing is near, with contacts elsewhere.

use super::{
    arrival::Arrival,
    boid_move::BoidMove,
    moved_boid::{position, set, velocity, wind_at},
    straight_move::StraightMove,
    swept_move::{MoveCounts, SweptMove},
};
use crate::{
    geometry::SweepWork,
    math::Vec3,
    state::{
        boids::{borrow, BoidsMut, BoidsPart},
        threads::BLOCK,
    },
};

impl SweptMove<'_> {
    /// Moves at most [`BLOCK`] boids from their positions in `before`, and counts contacts and
    /// crossings.
    ///
    /// `clearances` are the clearances at these positions. The boids move by the velocities
    /// `over_ground`; in still air this is `None`, and the velocities in `next` apply.
    pub(crate) fn all(
        &self,
        before: &BoidsPart,
        clearances: &[f32],
        over_ground: Option<[&[f32]; 3]>,
        next: &mut BoidsMut,
    ) -> MoveCounts {
        let mut counts = MoveCounts::default();
        let near = self.near_obstacles(before, over_ground, next);
        let Some(radius) = self.radius else {
            self.move_without_collisions(before, over_ground, next);
            if let Some(near) = &near {
                self.push_all(near, before, over_ground, next, &mut counts);
            }
            return counts;
        };
        let mut is_near = [false; BLOCK];
        let is_near = &mut is_near[..next.len()];
        self.vectors.run(StraightMove {
            dt: self.dt,
            radius,
            containment: self.containment.as_ref(),
            position: before.position,
            velocity: over_ground.unwrap_or(next.velocity.each_ref().map(|values| &**values)),
            clearance: clearances,
            next: borrow(&mut next.position),
            is_near,
        });
        for (index, is_near) in is_near.iter().enumerate() {
            let start = before.position(index);
            let wind = wind_at(over_ground, index, velocity(next, index));
            let mut arrival = if *is_near {
                self.move_one(start, index, wind, next, &mut counts)
            } else if self.is_checked || near.as_ref().is_some_and(|it| it.may_meet[index]) {
                Arrival::free(position(next, index), velocity(next, index))
            } else {
                continue;
            };
            if let Some(near) = &near {
                self.push_one(near, before, wind, index, &mut arrival, next);
            }
            counts.contacts += u64::from(arrival.contact);
            self.note(before.slot[index], &arrival);
            if self.is_checked {
                counts.crossings += u64::from(self.has_crossed(start, &arrival));
            }
        }
        counts
    }

    fn move_without_collisions(
        &self,
        before: &BoidsPart,
        over_ground: Option<[&[f32]; 3]>,
        next: &mut BoidsMut,
    ) {
        let velocity = over_ground.unwrap_or(next.velocity.each_ref().map(|values| &**values));
        for axis in 0..3 {
            let moves = before.position[axis].iter().zip(velocity[axis]);
            for (to, (from, velocity)) in next.position[axis].iter_mut().zip(moves) {
                *to = from + velocity * self.dt;
            }
        }
        if let Some(containment) = &self.containment {
            containment.fold_all(self.vectors, borrow(&mut next.position));
        }
    }

    /// Moves one boid, with collisions and periodic boundary, and counts what happens.
    fn move_one(
        &self,
        start: Vec3,
        index: usize,
        wind: Vec3,
        next: &mut BoidsMut,
        counts: &mut MoveCounts,
    ) -> Arrival {
        let velocity = velocity(next, index);
        let work = SweepWork::of_move();
        let boid_move = BoidMove::new(self, &work, wind);
        let mut arrival = boid_move.arrive(start, velocity);
        if boid_move.is_exceeded() {
            arrival = self.stop_short(start, velocity, wind);
            counts.stopped_short += 1;
        }
        set(next, index, &arrival);
        arrival
    }
}
