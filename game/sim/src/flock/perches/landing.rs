//! Who lands: boids near free spots choose one to which their way is free.

use crate::{
    flock::Flock,
    math::{
        random::{hash_of, unit},
        Vec3,
    },
    perches::{
        perch::PerchSpot,
        reach_map::ReachMap,
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
        if self.settings.motion.plane.flat_axis().is_some() {
            return;
        }
        for (number, slot) in self.deciding() {
            let entry = &self.perches.entries()[number];
            let perch = entry.id;
            // It may have decided for another perch.
            let is_there = self.boids.slot_map().is_placed(slot);
            if !is_there || !entry.has_free() {
                continue;
            }
            let Some(stay) = self.choose_spot(perch, slot) else {
                continue;
            };
            let id = self.boids.slot_map().id(slot);
            // In frames on a GPU, it was seen where it is drawn.
            if self.make_loose_as_drawn(id) {
                if let Some(body) = self.bodies.get_mut(id, self.boids.slot_map()) {
                    body.stay = Some(stay);
                }
                self.perches.take(perch, stay.spot);
            }
        }
    }

    /// The boids that decide to land: numbers of perches in ascending order, and slots.
    fn deciding(&self) -> Vec<(usize, u32)> {
        let steps = self.statistics.steps;
        let dt = self.settings.simulation.time_step;
        let entries = self.perches.entries();
        let chance = |entry: &Entry| entry.perch.landings * dt * DECISION_STEPS as f32;
        let open = entries.iter().enumerate();
        let open = open.filter(|(_, entry)| chance(entry) > 0.0 && entry.has_free());
        let boxes = open.filter_map(|(number, entry)| Some((number, entry.bounds()?)));
        let Some(map) = ReachMap::new(boxes) else {
            return Vec::new();
        };
        let mut deciding = Vec::new();
        let decide = |(slot, position): (u32, Vec3)| {
            if !(u64::from(slot) + steps).is_multiple_of(DECISION_STEPS) {
                return;
            }
            for number in map.around(position) {
                let entry = &entries[number];
                let salt = hash_of(steps as u32 ^ hash_of(entry.number()));
                if unit(hash_of(slot ^ salt)) < chance(entry) {
                    deciding.push((number, slot));
                }
            }
        };
        match self.drawn_places() {
            Some(drawn) => drawn.for_each(decide),
            None => {
                let boids = self.known();
                let all = boids.slot.iter().enumerate();
                all.map(|(index, slot)| (*slot, boids.position(index)))
                    .for_each(decide);
            }
        }
        // Stable: boids of a perch decide in their order.
        deciding.sort_by_key(|(number, _)| *number);
        deciding
    }

    /// One of the nearest free spots, to which the way of a boid is free.
    fn choose_spot(&self, perch: PerchId, slot: u32) -> Option<Stay> {
        let entry = self.perches.get(perch)?;
        let boids = self.known();
        let index = self.boids.slot_map().index_of(slot, &boids.slot)? as usize;
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
            stood: 0.0,
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
