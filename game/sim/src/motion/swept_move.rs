//! Swept move of a block of boids: straight where nothing is near, with contacts elsewhere.

use super::{
    arrival::Arrival, boid_move::BoidMove, moving_obstacles::MovingObstacles,
    straight_move::StraightMove, touched_slots::TouchedSlots,
};
use crate::{
    boundary::Containment,
    geometry::{SidedGeometry, SweepWork},
    math::{frame::Frame, simd::SimdWidth, Vec3},
    settings::{CollisionResponse, Settings},
    state::{
        boids::{borrow, BoidsMut, BoidsPart},
        threads::BLOCK,
    },
};

/// Parameters of the moves of one step.
pub(crate) struct SweptMove<'a> {
    pub(super) geometry: &'a SidedGeometry,
    /// Radius of the body plus skin, in metres; `None` if collisions are disabled or there is no
    /// geometry.
    pub(crate) radius: Option<f32>,
    /// Radius of the body alone, in metres.
    pub(crate) body_radius: f32,
    pub(crate) response: CollisionResponse,
    /// True if the crossing check tests every move.
    pub(crate) is_checked: bool,
    pub(crate) containment: Option<Containment>,
    /// Unit normal of the plane of a planar flock, in the world; zero for other flocks.
    pub(crate) flat: Vec3,
    pub(crate) dt: f32,
    pub(super) vectors: SimdWidth,
    /// Receives the slots of boids that meet geometry; `None` if nothing needs them.
    touched: Option<&'a TouchedSlots>,
    /// Moving obstacles; `None` if there are none.
    pub(crate) moving: Option<MovingObstacles<'a>>,
}

/// Counts of the moves of some boids.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveCounts {
    /// Number of moves that met geometry.
    pub(crate) contacts: u64,
    /// Number of moves that crossed geometry, as found by the crossing check.
    pub(crate) crossings: u64,
    /// Number of moves that stopped short because too many triangles were near.
    pub(crate) stopped_short: u64,
}

impl<'a> SweptMove<'a> {
    pub(crate) fn new(
        settings: &Settings,
        frame: Frame,
        containment: Option<Containment>,
        geometry: &'a SidedGeometry,
        vectors: SimdWidth,
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
            flat: settings.motion.plane.normal(frame),
            dt: settings.simulation.time_step,
            vectors,
            touched: None,
            moving: None,
        }
    }

    /// The same, but notes the boids that meet geometry.
    pub(crate) fn noting(self, touched: Option<&'a TouchedSlots>) -> Self {
        Self { touched, ..self }
    }

    /// The same with moving obstacles.
    pub(crate) fn among(self, moving: Option<MovingObstacles<'a>>) -> Self {
        Self { moving, ..self }
    }

    /// The parameters for loose bodies. They always slide along geometry, and may leave the
    /// boundary and the plane of the flock.
    pub(crate) fn of_loose_bodies(
        settings: &Settings,
        frame: Frame,
        geometry: &'a SidedGeometry,
        vectors: SimdWidth,
    ) -> Self {
        Self {
            response: CollisionResponse::Slide,
            flat: Vec3::zeros(),
            ..Self::new(settings, frame, None, geometry, vectors)
        }
    }

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

    #[inline]
    pub(super) fn note(&self, slot: u32, arrival: &Arrival) {
        if let (true, Some(touched)) = (arrival.contact, self.touched) {
            touched.insert(slot);
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

/// Velocity of the air at a boid, from its velocities over ground and through the air, in m/s; zero
/// in still air.
#[inline]
pub(super) fn wind_at(over_ground: Option<[&[f32]; 3]>, index: usize, velocity: Vec3) -> Vec3 {
    over_ground.map_or(Vec3::zeros(), |it| {
        Vec3::from_fn(|axis, _| it[axis][index]) - velocity
    })
}

#[inline]
pub(super) fn set(boids: &mut BoidsMut, index: usize, arrival: &Arrival) {
    for axis in 0..3 {
        boids.position[axis][index] = arrival.position[axis];
        boids.velocity[axis][index] = arrival.velocity[axis];
    }
}

#[inline]
pub(super) fn velocity(boids: &BoidsMut, index: usize) -> Vec3 {
    Vec3::from_fn(|axis, _| boids.velocity[axis][index])
}

#[inline]
pub(super) fn position(boids: &BoidsMut, index: usize) -> Vec3 {
    Vec3::from_fn(|axis, _| boids.position[axis][index])
}
