//! Landing: boids near free spots choose one to which their path is free.

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
        spot_frame::SpotFrame,
        spot_tree::SpotTree,
        stay::{Stay, StayPhase},
    },
};

/// A boid decides about landing once in this many steps.
const DECISION_STEPS: u64 = 4;

/// Largest number of decisions in a step, which limits its extra time to some milliseconds.
const MOST_DECISIONS: usize = 512;

/// Number of nearby spots to which a boid tests for a free path.
const LOOKS: usize = 4;

/// Number of free spots, roughly the nearest ones, among which a boid chooses the [`LOOKS`] spots.
const CHOICE: usize = 512;

/// Smallest factor by which a boid misjudges a squared distance; the largest is this plus 1.
const NEAREST_SEEMS: f32 = 0.5;

/// Time in seconds after which a boid gives up a landing, in addition to twice the time of its way.
const PATIENCE: f32 = 10.0;

impl Flock {
    /// Lets some boids in reach of free spots begin to land.
    pub(crate) fn begin_landings(&mut self) {
        if self.config.settings.motion.plane.flat_axis().is_some() {
            return;
        }
        for (number, slot) in self.deciding() {
            let entry = &self.inputs.perches.entries()[number];
            let perch = entry.id;
            // The boid may have chosen another perch in this step.
            let is_there = self.population.boids.slot_map().is_placed(slot);
            if !is_there || !entry.has_free() {
                continue;
            }
            let Some(stay) = self.choose_spot(perch, slot) else {
                continue;
            };
            let id = self.population.boids.slot_map().id(slot);
            // In frames on a GPU, the decision used the drawn position.
            if self.change_population(|it, context| it.make_loose_as_drawn(id, context)) {
                if let Some(body) = self.population.body_mut(id) {
                    body.stay = Some(stay);
                }
                self.inputs.perches.take(perch, stay.spot);
            }
        }
    }

    /// The boids that decide about landing: index of the perch, in ascending order, and slot.
    fn deciding(&self) -> Vec<(usize, u32)> {
        let steps = self.reports.statistics.steps;
        let dt = self.config.dt();
        let entries = self.inputs.perches.entries();
        let chance = |entry: &Entry| entry.perch.landings * dt * DECISION_STEPS as f32;
        let open = entries.iter().enumerate();
        let open = open.filter(|(_, entry)| chance(entry) > 0.0 && entry.has_free());
        let boxes = open.filter_map(|(number, entry)| {
            let frame = SpotFrame::of(&entry.perch, &self.inputs.obstacles)?;
            Some((number, frame.box_out(entry.bounds()?)))
        });
        let Some(map) = ReachMap::new(boxes) else {
            return Vec::new();
        };
        let mut deciding = Vec::new();
        self.read_known_places(|slot, position| {
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
        });
        let mut deciding = of_all_evenly(deciding, MOST_DECISIONS);
        // The sort is stable, so boids of one perch keep their order.
        deciding.sort_by_key(|(number, _)| *number);
        deciding
    }

    /// A spot near the boid to which its path is free, as the stay that begins.
    fn choose_spot(&self, perch: PerchId, slot: u32) -> Option<Stay> {
        let entry = self.inputs.perches.get(perch)?;
        let boids = self.known();
        let index = self
            .population
            .boids
            .slot_map()
            .index_of(slot, &boids.slot)? as usize;
        let (position, velocity) = (boids.position(index), boids.velocity(index));
        let frame = SpotFrame::of(&entry.perch, &self.inputs.obstacles)?;
        let spots = choose(
            entry.free(),
            frame.point_in(position),
            entry.perch.reach,
            slot,
        );
        let spots = spots.filter_map(|number| Some((number, entry.spot(number)?)));
        let held = spots.filter(|(_, spot)| frame.holds(spot));
        let mut spots = held.map(|(number, spot)| (number, spot, frame.spot_out(spot)));
        let height = entry.perch.approach_height;
        let suits = |spot: &PerchSpot| {
            !self.is_frightening(spot.position) && self.is_way_free(position, spot, height)
        };
        let (number, carried, spot) = spots.find(|(.., spot)| suits(spot))?;
        let speed = velocity
            .norm()
            .max(0.5 * self.config.settings.motion.max_speed);
        let way = (spot.position - position).norm() + height;
        let mut stay = Stay {
            perch,
            spot: number,
            place: carried.standing(self.config.settings.collision.body_radius),
            phase: StayPhase::Approach,
            seconds: 0.0,
            speed,
            height,
            patience: PATIENCE + 2.0 * way / speed.max(0.01),
            takes_off_after: f32::MAX,
            stood: 0.0,
            is_frightened: false,
            carrier: entry.perch.carrier,
            most_jolt: entry.perch.most_jolt,
            ridden: [Vec3::zeros(); 2],
            put_from: None,
            yaw: 0.0,
        };
        stay.face(velocity);
        Some(stay)
    }

    fn is_way_free(&self, from: Vec3, spot: &PerchSpot, height: f32) -> bool {
        let collision = &self.config.settings.collision;
        if !collision.enabled {
            return true;
        }
        let (geometry, radius) = (self.config.geometry.shared(), collision.body_radius);
        let place = spot.standing(radius);
        let above = place + Vec3::y() * height;
        let is_clear = |from, to| self.inputs.obstacles.is_way_clear(from, to, radius);
        is_clear(from, above)
            && is_clear(above, place)
            && geometry.sweep(from, above - from, radius).is_none()
            && geometry.sweep(above, place - above, radius).is_none()
    }
}

/// At most `most` of the items, in their order, evenly spaced.
fn of_all_evenly<T: Copy>(items: Vec<T>, most: usize) -> Vec<T> {
    if items.len() > most {
        (0..most)
            .map(|index| items[index * items.len() / most])
            .collect()
    } else {
        items
    }
}

/// The free spots within reach that a boid considers, best first. These are the nearest ones, but
/// each boid misjudges distances in its own way, so that not all boids choose the spots at the
/// edge.
fn choose(free: &SpotTree, place: Vec3, reach: f32, slot: u32) -> impl Iterator<Item = u32> {
    let mut best = [(f32::INFINITY, u32::MAX); LOOKS];
    let within = reach * reach;
    let (mut limit, mut left, hash) = (within, CHOICE, hash_of(slot));
    free.visit_near(place, limit, |number, distance| {
        let mut found = (
            distance * (NEAREST_SEEMS + unit(hash_of(number ^ hash))),
            number,
        );
        for place in &mut best {
            if found < *place {
                std::mem::swap(place, &mut found);
            }
        }
        // Spots beyond this distance cannot seem nearer than those found.
        let farthest = best[LOOKS - 1].0 / NEAREST_SEEMS;
        limit = within.min(farthest);
        left -= 1;
        (left > 0).then_some(limit)
    });
    let found = best.into_iter().filter(|(seems, _)| *seems < f32::INFINITY);
    found.map(|(_, number)| number)
}

#[cfg(test)]
mod tests;
