//! Depenetration of the boids after the geometry or their bodies changed.
//!
//! A look at every boid would be a hitch, so that the steps on the CPU share it: each looks at the
//! boids of so many slots, and moves out those that penetrate. The shares are counted in boids and
//! places, never in time, so that a run repeats.
//!
//! Until its turn a boid moves as all others do: every move is swept against the new geometry, from
//! the first step on. So a boid that the geometry was put over may stay inside a solid until then,
//! but none gets through a surface.

use super::{
    boid_store::{change_boids, change_members, BoidsGuard, Members},
    events::EventKind,
    input_log::FlockInput,
    Flock,
};
use crate::{
    math::Vec3,
    motion::{
        depenetration::{penetration::penetrating, FreeSpace, MAX_PLACES_EACH},
        spawn::Spawner,
    },
    state::boid_id::BoidId,
};

/// Slots whose boids a step looks at.
const SLOTS_PER_STEP: usize = 2048;

/// A step moves further boids out as long as it has tested fewer places than this.
const PLACES_PER_STEP: usize = 256;

/// A step tries further waiting boids as long as it has tried fewer places than this.
const ATTEMPTS_PER_STEP: usize = 512;

/// Number of waiting boids up to which all are tried at once.
const MOST_AT_ONCE: usize = 1024;

/// Slots among which a step looks for waiting boids.
const WAITING_PER_STEP: usize = 1 << 15;

impl Flock {
    /// Moves at once all boids out of the geometry that [`set_geometry`](Self::set_geometry) and
    /// [`set_settings`](Self::set_settings) leave to the next steps, and tries the boids that wait
    /// for a place. Takes time in proportion to the number of boids, each with a query of the geometry;
    /// none if there is nothing left to do.
    ///
    /// ```
    /// use flock_sim::{shapes, Flock, Geometry, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let block = Geometry::new(&shapes::cuboid(Vec3::repeat(0.5))).0;
    /// flock.set_geometry(Arc::new(block));
    /// flock.depenetrate();
    /// assert!(flock.statistics().rescued > 0);
    /// assert_eq!(flock.unchecked(), 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn depenetrate(&mut self) {
        if self.unchecked.left() + self.untried.left() > 0 {
            self.log(|| FlockInput::Depenetrate);
            self.depenetrate_all();
        }
    }

    /// As [`depenetrate`](Self::depenetrate), but no call of the game.
    pub(super) fn depenetrate_all(&mut self) {
        if self.unchecked.left() > 0 {
            self.unchecked.end();
            self.move_out(|_| true);
        }
        if self.untried.left() > 0 {
            self.untried.end();
            self.place_waiting();
        }
    }

    /// Number of slots whose boids have not been looked at since the geometry or the bodies
    /// changed: those may still be inside solids. Each step on the CPU looks at the boids of 2,048
    /// slots, fewer while many have to be moved. Takes constant time.
    pub fn unchecked(&self) -> usize {
        self.unchecked.left()
    }

    /// Lets the next steps look at all boids, and try all waiting ones again.
    pub(super) fn begin_depenetration(&mut self) {
        let slots = self.boids.slot_map().slot_count();
        self.unchecked.begin(slots);
        self.untried.begin(slots);
    }

    /// Tries all waiting boids again: at once if they are few or in no danger to start inside
    /// geometry, and otherwise in the next steps.
    pub(super) fn place_or_share(&mut self) {
        let is_anything = self.geometry.triangle_count() > 0 || !self.obstacles.is_empty();
        let collides = self.settings.collision.enabled && is_anything;
        match collides && self.not_placed() > MOST_AT_ONCE {
            true => self.untried.begin(self.boids.slot_map().slot_count()),
            false => self.place_waiting(),
        }
    }

    /// The share of a step.
    pub(super) fn depenetrate_some(&mut self) {
        match (self.unchecked.left(), self.untried.left()) {
            (0, 0) => (),
            (0, _) => self.place_some(),
            _ => self.move_some_out(),
        }
    }

    /// Moves the boids that penetrate geometry and for whose slots the test holds to the nearest
    /// free position. Returns those that found none; they wait.
    pub(super) fn move_out(&mut self, is_tested: impl Fn(u32) -> bool) -> Vec<BoidId> {
        let boids = self.known();
        let slots = (0..).zip(&boids.slot);
        let tested = slots.filter_map(|(index, slot)| is_tested(*slot).then_some(index));
        let tested: Vec<u32> = tested.collect();
        let penetrating = penetrating(boids, &tested, &self.settings, &self.geometry);
        match penetrating.is_empty() {
            true => Vec::new(),
            false => self.move_to_free_places(&penetrating, false),
        }
    }

    /// Moves boids, given by their indices, to the nearest free position; `in_step`, to one that no
    /// surface separates from theirs, among fewer places. Returns those that found none; they wait.
    pub(super) fn move_to_free_places(
        &mut self,
        penetrating: &[u32],
        in_step: bool,
    ) -> Vec<BoidId> {
        let space = FreeSpace::new(&self.settings, &self.placement, &self.geometry);
        let mut space = space.among(&self.obstacles);
        if in_step {
            space = space.in_step();
        }
        let (boids, driver) = (self.known(), self.settings.simulation.driver);
        let starts = penetrating
            .iter()
            .map(|index| boids.position(*index as usize));
        let starts: Vec<Vec3> = starts.collect();
        let (places, _) = space.nearest_places(&starts, driver);
        // What obstacles caught is in no solid.
        let in_solid = |start: &&Vec3| !in_step && self.geometry.is_inside_solid(**start);
        let displaced = starts.iter().filter(in_solid).count();
        let slots = penetrating.iter().map(|index| boids.slot[*index as usize]);
        let ids: Vec<BoidId> = slots.map(|slot| self.boids.slot_map().id(slot)).collect();
        let step = self.statistics.steps;
        let mut members = change_members!(self, ids.len());
        let mut without_position = Vec::new();
        for (id, place) in ids.iter().zip(places) {
            self.events.record(EventKind::Rescued, *id, step);
            self.sights.memory.forget(id.slot());
            match place {
                Some(place) => members.move_to(*id, place),
                None => without_position.push(*id),
            }
        }
        members.let_wait(&without_position);
        self.count_rescued(penetrating.len());
        self.count_displaced(displaced);
        without_position
    }

    /// As [`move_out`](Self::move_out), for the next slots of the round.
    fn move_some_out(&mut self) {
        let mut boids = change_boids!(self);
        self.unchecked.grow(boids.slot_map.slot_count());
        let slots: Vec<u32> = self.unchecked.upcoming().take(SLOTS_PER_STEP).collect();
        let indices = slots
            .iter()
            .filter_map(|slot| boids.slot_map.index_of(*slot, &boids.current.slot));
        let indices: Vec<u32> = indices.collect();
        let (settings, geometry) = (&self.settings, &self.geometry);
        let penetrating = penetrating(boids.current, &indices, settings, geometry);
        // Their indices change when boids are taken out.
        let penetrating = penetrating
            .iter()
            .map(|index| boids.current.slot[*index as usize]);
        let penetrating: Vec<u32> = penetrating.collect();
        let space = (!penetrating.is_empty())
            .then(|| FreeSpace::new(settings, &self.placement, geometry).among(&self.obstacles));
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
            let index = index as usize;
            let before = boids.current.position(index);
            let (place, places) = space.nearest(before, MAX_PLACES_EACH);
            (tested, moved) = (tested + places, moved + 1);
            displaced += usize::from(geometry.is_inside_solid(before));
            let id = boids.slot_map.id(slot);
            self.events
                .record(EventKind::Rescued, id, self.statistics.steps);
            self.sights.memory.forget(slot);
            match place {
                Some(place) => move_to(&mut boids, index, place),
                None => {
                    boids.take_out(index);
                    boids.slot_map.wait(slot);
                    self.untried.begin(boids.slot_map.slot_count());
                }
            }
        }
        self.unchecked.advance(turns);
        self.count_rescued(moved);
        self.count_displaced(displaced);
    }

    /// Tries waiting boids of the next slots of the round.
    fn place_some(&mut self) {
        if self.not_placed() == 0 {
            return self.untried.end();
        }
        let Members {
            slot_map,
            mut states,
        } = change_members!(self, ATTEMPTS_PER_STEP);
        self.untried.grow(slot_map.slot_count());
        let spawner =
            Spawner::new(&self.settings, &self.placement, &self.geometry).among(&self.obstacles);
        let (mut tested, mut turns) = (0, 0);
        for slot in self.untried.upcoming().take(WAITING_PER_STEP) {
            if tested >= ATTEMPTS_PER_STEP {
                break;
            }
            turns += 1;
            let Some(id) = slot_map.waiting_in(slot) else {
                continue;
            };
            let (state, places) = spawner.draw_one(id);
            tested += places;
            if let Some(state) = state {
                states.join(&state, slot_map);
            }
        }
        self.untried.advance(turns);
    }

    pub(super) fn count_displaced(&mut self, boids: usize) {
        let displaced = &mut self.statistics.displaced;
        *displaced = displaced.saturating_add(boids as u64);
    }

    pub(super) fn count_rescued(&mut self, boids: usize) {
        let rescued = &mut self.statistics.rescued;
        *rescued = rescued.saturating_add(boids as u64);
    }
}

/// Puts a boid at a place in both states, so that it is not drawn on its way through the geometry.
fn move_to(boids: &mut BoidsGuard, index: usize, place: Vec3) {
    boids.previous.set_position(index, place);
    boids.current.set_position(index, place);
}
