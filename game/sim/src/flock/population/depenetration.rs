//! Depenetration of the boids after the geometry or the size of their bodies changed.
//!
//! Checking all boids at once would cause a hitch, so the steps on the CPU share the work: each
//! checks the boids of some slots, and moves out those that penetrate. The share of a step is
//! counted in boids and tested positions, never in time, so that runs are repeatable.
//!
//! Boids on a GPU are checked in shares too, one in each frame, by their positions in the drawn
//! frame, which must show a step after the change. Single steps there check all boids at once.
//!
//! Until it is checked, a boid moves like all others: every move is swept against the new geometry
//! from the first step on. A boid inside a new solid may stay there until it is checked, but no
//! boid passes through a surface.

use super::{
    store::{BoidsGuard, Joining, Members},
    Context, Population,
};
use crate::{
    flock::{configuration::Configuration, reports::events::EventKind},
    math::Vec3,
    motion::depenetration::{penetration::penetrating, FreeSpace, MAX_PLACES_EACH},
    state::{
        boid_id::BoidId,
        boids::{BoidState, Boids},
        slot_map::SlotMap,
    },
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
    /// `steps` is the number of steps so far.
    pub(crate) fn begin_depenetration(&mut self, steps: u64) {
        self.unchecked_since = steps;
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
            (0, _) => self.place_some(usize::MAX, context),
            _ => self.move_some_out(context),
        }
    }

    /// Does the share of one frame for boids on a GPU, by their positions in the drawn frame.
    pub(crate) fn depenetrate_drawn(&mut self, context: &mut Context) {
        let Some(on_gpu) = self.boids.gpu().boids.as_ref().filter(|it| it.is_drawn()) else {
            return;
        };
        let (steps, most) = (on_gpu.drawn_steps(), self.boids.gpu().movable());
        match (self.unchecked.left(), self.untried.left()) {
            (0, 0) => (),
            (0, _) => self.place_some(most, context),
            _ => self.move_some_drawn_out(steps > self.unchecked_since, most, context),
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
        let ids = indices.map(|index| slot_map.id(boids.slot[index]));
        let moves: Vec<_> = ids.zip(found).collect();
        context.reports.count_displaced(displaced);
        self.move_each(&moves, context, |members, number, place| {
            members.move_to(moves[number].0, place);
        })
    }

    /// Moves boids to places by `move_to`, which gets their numbers in the list. Returns the boids
    /// without a place; they wait.
    fn move_each(
        &mut self,
        moves: &[(BoidId, Option<Vec3>)],
        context: &mut Context,
        move_to: impl Fn(&mut Members, usize, Vec3),
    ) -> Vec<BoidId> {
        let (config, joining) = (context.config, Joining::with_slots(moves.len()));
        let mut members = self.boids.change_members(joining, config, context.reports);
        let mut without_position = Vec::new();
        for (number, (id, place)) in moves.iter().enumerate() {
            context.reports.record(EventKind::Rescued, *id);
            members.forget_sight(*id);
            match place {
                Some(place) => move_to(&mut members, number, *place),
                None => without_position.push(*id),
            }
        }
        members.let_wait(&without_position, config.backend());
        context.reports.count_rescued(moves.len());
        without_position
    }

    /// The same as [`move_out`](Self::move_out), for the next slots of the round, by the states in the
    /// drawn frame. Moves at most `most` boids. The slots count as checked if `is_after` says that the
    /// frame shows a step after the change.
    fn move_some_drawn_out(&mut self, is_after: bool, most: usize, context: &mut Context) {
        let config = context.config;
        self.unchecked.grow(self.boids.slot_map().slot_count());
        let mut turns = SLOTS_PER_STEP.min(self.unchecked.left());
        let (order, boids) = self.next_drawn(turns);
        let all: Vec<u32> = (0..boids.len() as u32).collect();
        let penetrating = penetrating(&boids, &all, &config.settings, &config.geometry);
        let (mut moves, mut states) = (Vec::new(), Vec::new());
        if !penetrating.is_empty() {
            let space = context.free_space();
            let (mut tested, mut displaced) = (0, 0);
            for index in penetrating {
                let state = boids.state(index as usize);
                if tested >= PLACES_PER_STEP || moves.len() == most {
                    turns = order[index as usize];
                    break;
                }
                let (place, places) = space.nearest(state.position, MAX_PLACES_EACH);
                tested += places;
                displaced += usize::from(config.geometry.is_inside_solid(state.position));
                moves.push((self.boids.slot_map().id(state.slot), place));
                states.push(state);
            }
            context.reports.count_displaced(displaced);
        }
        if is_after {
            self.unchecked.advance(turns);
        } else {
            self.unchecked.postpone(turns);
        }
        if moves.iter().any(|(_, place)| place.is_none()) {
            // To leave, boids need their indices.
            self.boids.known();
            self.begin_placing();
        }
        self.move_each(&moves, context, |members, number, position| {
            members.move_state(&BoidState {
                position,
                ..states[number]
            });
        });
    }

    /// The boids of the next slots of the round in the drawn frame, in the order of their turns, which
    /// come first. Without boids that have changed since then.
    fn next_drawn(&self, turns: usize) -> (Vec<usize>, Boids) {
        let turn = |slot: u32| self.unchecked.turn(slot).filter(|turn| *turn < turns);
        let on_gpu = self.boids.gpu().boids.as_ref();
        on_gpu.map_or_else(Default::default, |on_gpu| on_gpu.drawn_in_order(&turn))
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
