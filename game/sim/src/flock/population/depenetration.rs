//! Depenetration of the boids after the geometry or the size of their bodies changed.
//!
//! Checking all boids at once would cause a hitch, so the steps on the CPU share the work: each
//! checks the boids of some slots, and moves out those that penetrate. The share of a step is
//! counted in boids and tested positions, never in time, so that runs are repeatable.
//!
//! Until it is checked, a boid moves like all others: every move is swept against the new geometry
//! from the first step on. A boid inside a new solid may stay there until it is checked, but no
//! boid passes through a surface.

use super::{
    store::{BoidsGuard, Joining},
    Context, Population,
};
use crate::{
    flock::{configuration::Configuration, reports::events::EventKind},
    math::Vec3,
    motion::depenetration::{penetration::penetrating, FreeSpace, MAX_PLACES_EACH},
    state::{boid_id::BoidId, boids::Boids, slot_map::SlotMap},
};

/// Number of slots whose boids a step checks.
const SLOTS_PER_STEP: usize = 2048;

/// A step stops moving boids out once it has tested this many positions.
const PLACES_PER_STEP: usize = 256;

/// The positions that a search for free places tests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FreePlaces {
    /// All positions around a boid.
    All,
    /// Fewer positions, and only those that no surface separates from the boid: for boids that an
    /// obstacle caught in a step.
    InStep,
}

impl Population {
    /// Schedules all boids to be checked in the next steps, and all waiting ones to be tried again.
    pub(crate) fn begin_depenetration(&mut self) {
        self.unchecked.begin(self.boids.slot_map().slot_count());
        self.begin_placing();
    }

    /// Does the remaining work of the next steps at once.
    pub(crate) fn depenetrate_all(&mut self, context: &mut Context) {
        if self.unchecked.left() > 0 {
            self.unchecked.end();
            self.move_out(|_| true, context);
        }
        if self.untried.left() > 0 {
            self.untried.end();
            self.place_waiting(context);
        }
    }

    /// Does the share of one step.
    pub(crate) fn depenetrate_some(&mut self, context: &mut Context) {
        match (self.unchecked.left(), self.untried.left()) {
            (0, 0) => (),
            (0, _) => self.place_some(context),
            _ => self.move_some_out(context),
        }
    }

    /// Moves penetrating boids, if `is_tested` holds for their slots, to the nearest free position.
    /// Returns the boids for which none was found; they wait.
    pub(crate) fn move_out(
        &mut self,
        is_tested: impl Fn(u32) -> bool,
        context: &mut Context,
    ) -> Vec<BoidId> {
        let boids = self.boids.known();
        let slots = (0..).zip(&boids.slot);
        let tested = slots.filter_map(|(index, slot)| is_tested(*slot).then_some(index));
        let tested: Vec<u32> = tested.collect();
        let Configuration {
            settings, geometry, ..
        } = context.config;
        let penetrating = penetrating(boids, &tested, settings, geometry);
        if penetrating.is_empty() {
            Vec::new()
        } else {
            self.move_to_free_places(&penetrating, FreePlaces::All, context)
        }
    }

    /// Moves the boids that obstacles caught in a step to free places.
    pub(crate) fn carry_out_caught(&mut self, context: &mut Context) {
        if context.obstacles.is_empty() {
            return;
        }
        let (boids, slot_map) = (self.boids.known(), self.boids.slot_map());
        let slots = self.caught.iter();
        let indices = slots.filter_map(|slot| slot_map.index_of(slot, &boids.slot));
        let caught: Vec<u32> = indices.collect();
        if !caught.is_empty() {
            let left = self.move_to_free_places(&caught, FreePlaces::InStep, context);
            if !left.is_empty() {
                self.begin_placing();
            }
        }
        // Each step starts this again, so that all waiting boids are tried after the last move of
        // an obstacle.
        if context.obstacles.is_moving() && self.not_placed() > 0 {
            self.begin_placing();
        }
    }

    /// Moves boids, given by their indices, to the nearest free positions. Returns the boids for
    /// which none was found; they wait.
    fn move_to_free_places(
        &mut self,
        penetrating: &[u32],
        places: FreePlaces,
        context: &mut Context,
    ) -> Vec<BoidId> {
        let (config, space) = (context.config, context.free_space());
        let space = match places {
            FreePlaces::All => space,
            FreePlaces::InStep => space.in_step(),
        };
        let (boids, backend) = (self.boids.known(), config.backend());
        let indices = penetrating.iter().map(|index| *index as usize);
        let starts: Vec<Vec3> = indices.clone().map(|index| boids.position(index)).collect();
        let (found, _) = space.nearest_places(&starts, backend);
        // Boids that obstacles caught are not inside solids.
        let in_solid =
            |start: &&Vec3| places == FreePlaces::All && config.geometry.is_inside_solid(**start);
        let displaced = starts.iter().filter(in_solid).count();
        let slot_map = self.boids.slot_map();
        let ids: Vec<BoidId> = indices
            .map(|index| slot_map.id(boids.slot[index]))
            .collect();
        let joining = Joining::with_slots(ids.len());
        let mut members = self.boids.change_members(joining, config, context.reports);
        let mut without_position = Vec::new();
        for (id, place) in ids.iter().zip(found) {
            context.reports.record(EventKind::Rescued, *id);
            members.forget_sight(*id);
            match place {
                Some(place) => members.move_to(*id, place),
                None => without_position.push(*id),
            }
        }
        members.let_wait(&without_position, backend);
        context.reports.count_rescued(penetrating.len());
        context.reports.count_displaced(displaced);
        without_position
    }

    /// The same as [`move_out`](Self::move_out), for the next slots of the round.
    fn move_some_out(&mut self, context: &mut Context) {
        let config = context.config;
        let mut boids = self.boids.change(config, context.reports);
        self.unchecked.grow(boids.slot_map.slot_count());
        let slots: Vec<u32> = self.unchecked.upcoming().take(SLOTS_PER_STEP).collect();
        let penetrating = penetrating_of(&slots, boids.current, boids.slot_map, config);
        let space = (!penetrating.is_empty()).then(|| context.free_space());
        let (mut tested, mut moved, mut displaced, mut turns) = (0, 0, 0, slots.len());
        for slot in penetrating {
            let index = boids.slot_map.index_of(slot, &boids.current.slot);
            let (Some(space), Some(index)) = (&space, index) else {
                continue;
            };
            if tested >= PLACES_PER_STEP {
                turns = slots.iter().position(|it| *it == slot).unwrap_or(turns);
                break;
            }
            let before = boids.current.position(index as usize);
            displaced += usize::from(config.geometry.is_inside_solid(before));
            let id = boids.slot_map.id(slot);
            context.reports.record(EventKind::Rescued, id);
            let (is_placed, places) = move_to_nearest(&mut boids, index as usize, space);
            (tested, moved) = (tested + places, moved + 1);
            if !is_placed {
                self.untried.begin(boids.slot_map.slot_count());
            }
        }
        self.unchecked.advance(turns);
        context.reports.count_rescued(moved);
        context.reports.count_displaced(displaced);
    }
}

/// The slots of the boids that penetrate geometry, among the given slots. Slots are returned
/// because indices change when boids are taken out.
fn penetrating_of(
    slots: &[u32],
    boids: &Boids,
    slot_map: &SlotMap,
    config: &Configuration,
) -> Vec<u32> {
    let indices = slots.iter();
    let indices = indices.filter_map(|slot| slot_map.index_of(*slot, &boids.slot));
    let indices: Vec<u32> = indices.collect();
    let penetrating = penetrating(boids, &indices, &config.settings, &config.geometry);
    let slots = penetrating.iter().map(|index| boids.slot[*index as usize]);
    slots.collect()
}

/// Moves a boid to the nearest free position, or lets it wait. Returns whether a position was
/// found, and the number of positions tested. The move is not interpolated when it is drawn, since
/// it leads through geometry.
fn move_to_nearest(boids: &mut BoidsGuard, index: usize, space: &FreeSpace) -> (bool, usize) {
    let slot = boids.current.slot[index];
    let (place, places) = space.nearest(boids.current.position(index), MAX_PLACES_EACH);
    boids.memories.sights.memory.forget(slot);
    match place {
        Some(place) => {
            boids.previous.set_position(index, place);
            boids.current.set_position(index, place);
        }
        None => {
            boids.take_out(index);
            boids.slot_map.wait(slot);
        }
    }
    (place.is_some(), places)
}
