//! Who lands: boids near free spots choose one to which their way is free.

use crate::{
    flock::Flock,
    math::{
        random::{hash_of, unit},
        Vec3,
    },
    perches::{
        perch::PerchSpot,
        set::{Entry, PerchId},
        stay::{Stay, StayPhase},
    },
};

/// A boid thinks about landing once in so many steps.
const DECISION_STEPS: u64 = 4;

/// Number of spots near a boid to which it looks for a free way.
const LOOKS: usize = 4;

/// Time in seconds, beside twice that of its way at its speed, after which a boid gives up a landing.
const PATIENCE: f32 = 10.0;

impl Flock {
    /// Some boids in reach of free spots decide to land.
    pub(super) fn begin_landings(&mut self) {
        let is_planar = self.settings.motion.plane.flat_axis().is_some();
        let dt = self.settings.simulation.time_step;
        for number in 0..self.perches.entries().len() {
            let entry = &self.perches.entries()[number];
            let chance = entry.perch.landings * dt * DECISION_STEPS as f32;
            if is_planar || chance == 0.0 || !entry.has_free() {
                continue;
            }
            let perch = entry.id;
            for slot in self.deciding(entry, chance) {
                let Some(stay) = self.choose_spot(perch, slot) else {
                    continue;
                };
                let id = self.boids.slot_map().id(slot);
                if self.make_loose(id) {
                    if let Some(body) = self.bodies.get_mut(id, self.boids.slot_map()) {
                        body.stay = Some(stay);
                    }
                    self.perches.take(perch, stay.spot);
                }
            }
        }
    }

    /// The slots of the boids that decide to land on a perch.
    fn deciding(&self, entry: &Entry, chance: f32) -> Vec<u32> {
        let steps = self.statistics.steps;
        let salt = hash_of(steps as u32 ^ hash_of(entry.number()));
        let decides = |slot: u32| {
            let has_turn = (u64::from(slot) + steps).is_multiple_of(DECISION_STEPS);
            has_turn && unit(hash_of(slot ^ salt)) < chance
        };
        if let Some(drawn) = self.drawn_places() {
            let found = drawn.filter(|(slot, _)| decides(*slot));
            let near = found.filter(|(_, position)| entry.is_in_reach(*position));
            return near.map(|(slot, _)| slot).collect();
        }
        let boids = self.known();
        let slots = boids.slot.iter().enumerate();
        let near = |index: usize| entry.is_in_reach(boids.position(index));
        let found = slots.filter(|(index, slot)| decides(**slot) && near(*index));
        found.map(|(_, slot)| *slot).collect()
    }

    /// One of the nearest free spots, to which the way of a boid is free.
    fn choose_spot(&self, perch: PerchId, slot: u32) -> Option<Stay> {
        let entry = self.perches.get(perch)?;
        let boids = self.known();
        let index = self
            .boids
            .slot_map()
            .index(self.boids.slot_map().id(slot))?;
        let (position, velocity) = (boids.position(index), boids.velocity(index));
        let mut nearest = [(f32::INFINITY, 0, None); LOOKS];
        for (number, spot) in entry.free_near(position) {
            // So that not all choose the spots at the edge.
            let jitter = 0.5 + unit(hash_of(number ^ hash_of(slot)));
            let mut found = (
                (spot.position - position).norm_squared() * jitter,
                number,
                Some(*spot),
            );
            for place in &mut nearest {
                if found.0 < place.0 {
                    std::mem::swap(place, &mut found);
                }
            }
        }
        let mut spots = nearest.iter().filter_map(|it| Some((it.1, it.2?)));
        let height = entry.perch.approach_height;
        let suits = |spot: &PerchSpot| {
            !self.is_frightening(spot.position) && self.is_way_free(position, spot, height)
        };
        let (number, spot) = spots.find(|(_, spot)| suits(spot))?;
        let speed = velocity.norm().max(0.5 * self.settings.motion.max_speed);
        let way = (spot.position - position).norm() + height;
        Some(Stay {
            perch,
            spot: number,
            place: spot.standing(self.settings.collision.body_radius),
            phase: StayPhase::Approach,
            seconds: 0.0,
            speed,
            height,
            patience: PATIENCE + 2.0 * way / speed.max(0.01),
            takes_off_after: f32::MAX,
            is_frightened: false,
            yaw: 0.0,
        })
    }

    fn is_way_free(&self, from: Vec3, spot: &PerchSpot, height: f32) -> bool {
        let collision = &self.settings.collision;
        if !collision.enabled {
            return true;
        }
        let (geometry, radius) = (self.geometry.shared(), collision.body_radius);
        let place = spot.standing(radius);
        let above = place + Vec3::y() * height;
        geometry.sweep(from, above - from, radius).is_none()
            && geometry.sweep(above, place - above, radius).is_none()
    }
}
