//! Boids come and go while the flock runs.

use super::Flock;
use crate::{
    avoidance::Needs,
    boids::{Boids, State},
    grid::Grid,
    lookup::Lookup,
    search::Search,
    spawn::Spawner,
    validate::{describe, Check, MOST_BOIDS},
    Boid, BoidId, Settings, SettingsError, Vec3,
};
use std::{collections::TryReserveError, mem::take};

impl Flock {
    /// The boid with this id; `None` if it was removed or waits for a place. Takes constant time.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let followed = flock.spawn_at(Vec3::zeros(), Vec3::x())?;
    /// flock.step();
    /// assert!(flock.boid(followed).is_some_and(|boid| boid.position.norm() > 0.0));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn boid(&self, id: BoidId) -> Option<Boid> {
        let boids = self.known();
        let place = self.lookup.place(id)?;
        Some(boids.boid(place, &self.lookup))
    }

    /// Adds boids that start in `spawn.region`, as the flock's first ones did, and returns their ids. Those that find no
    /// place clear of geometry wait for one, as [`not_placed`](Self::not_placed) says.
    ///
    /// Takes time in proportion to the number of boids added, on average: where memory runs short, the flock makes room for
    /// half as many boids again.
    ///
    /// # Errors
    /// Refuses a count that would make the flock, with the boids that wait, larger than 10,000,000 boids, or for which there
    /// is not enough memory; nothing is added then.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let ids = flock.spawn(3)?.to_vec();
    /// assert_eq!(flock.len(), 1003);
    /// assert!(ids.iter().all(|id| flock.boid(*id).is_some()));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn spawn(&mut self, count: u32) -> Result<&[BoidId], SettingsError> {
        self.make_room(count)?;
        self.come_home();
        let mut newborn = take(&mut self.newborn);
        newborn.clear();
        newborn.extend((0..count).map(|_| self.lookup.issue()));
        self.place(&newborn);
        self.newborn = newborn;
        Ok(&self.newborn)
    }

    /// Adds a boid at a `position` in the world, in metres, with a `velocity` in m/s. What is forbidden of the velocity,
    /// because the flock is slower or planar, is lost in the next step. The boid need not be inside the boundary: it comes
    /// in by itself. Takes constant time on average, as [`spawn`](Self::spawn) does, besides the search for geometry around
    /// the place.
    ///
    /// # Errors
    /// Refuses a position or velocity that is not finite or beyond ±10,000 m or m/s in a component; with
    /// `collision.enabled`, a position where the boid's body would not be clear of geometry
    /// ([`Geometry::is_clear`](crate::Geometry::is_clear) finds out beforehand); and the 10,000,001st boid, or one for which
    /// there is no memory.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let id = flock.spawn_at(Vec3::new(1.0, 0.5, 0.0), Vec3::z())?;
    /// assert_eq!(flock.boid(id).unwrap().velocity, Vec3::z());
    ///
    /// let error = flock.spawn_at(Vec3::new(1e6, 0.0, 0.0), Vec3::z()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "position is (1000000, 0, 0); allowed: -10000 to 10000 m in every component"
    /// );
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn spawn_at(&mut self, position: Vec3, velocity: Vec3) -> Result<BoidId, SettingsError> {
        self.check_start(&position, &velocity)?;
        self.make_room(1)?;
        self.come_home();
        self.cache.outdate();
        let id = self.lookup.issue();
        self.sights.memory.forget(id.slot());
        let spawner = Spawner::new(&self.settings, &self.placement, &self.geometry);
        let state = spawner.start(id, position, velocity);
        push(&state, &mut self.previous, &mut self.current, &self.lookup);
        Ok(id)
    }

    /// Removes a boid, be it one that waits for a place. False if there is no such boid (any more). Takes constant time,
    /// save that the list of free slots grows now and then. In the order of [`boids`](Self::boids), the last one takes its
    /// place.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let eaten = flock.boids().next().unwrap().id;
    /// assert!(flock.remove(eaten));
    /// assert!(!flock.remove(eaten));
    /// assert_eq!(flock.len(), 999);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn remove(&mut self, id: BoidId) -> bool {
        if !self.lookup.contains(id) {
            return false;
        }
        self.come_home();
        if let Some(place) = self.lookup.place(id) {
            self.cache.outdate();
            self.previous.swap_remove(place);
            self.current.swap_remove(place);
            if let Some(moved) = self.current.slot.get(place) {
                self.lookup.note(*moved, place as u32);
            }
        }
        self.lookup.release(id.slot());
        true
    }

    /// How many boids have found no place clear of geometry. They keep their ids and are tried again whenever the geometry,
    /// the placement, or the settings of spawn and collision change. Takes constant time.
    pub fn not_placed(&self) -> usize {
        self.lookup.taken() - self.len()
    }

    /// Makes it so many boids, with those that wait: the highest slots go, or further boids wait for a place.
    pub(super) fn set_count(&mut self, count: u32) {
        let (count, before) = (count as usize, self.lookup.taken());
        for _ in before..count {
            self.lookup.issue();
        }
        if count < before {
            self.lookup.release_highest(before - count);
            self.keep_placed();
        }
    }

    /// Gives these boids, which wait, a place, if there is one.
    pub(super) fn place(&mut self, ids: &[BoidId]) {
        self.cache.outdate();
        let spawner = Spawner::new(&self.settings, &self.placement, &self.geometry);
        let (previous, current, lookup) = (&mut self.previous, &mut self.current, &self.lookup);
        let memory = &self.sights.memory;
        let place = |state: &State| {
            memory.forget(state.slot);
            push(state, previous, current, lookup);
        };
        spawner.spawn(ids.iter().copied(), ids.len(), place);
    }

    /// Gives all boids that wait a place, if there is one.
    pub(super) fn place_waiting(&mut self) {
        let waiting = self.not_placed();
        if waiting == 0 {
            return;
        }
        self.cache.outdate();
        let spawner = Spawner::new(&self.settings, &self.placement, &self.geometry);
        let (previous, current, lookup) = (&mut self.previous, &mut self.current, &self.lookup);
        let memory = &self.sights.memory;
        let place = |state: &State| {
            memory.forget(state.slot);
            push(state, previous, current, lookup);
        };
        spawner.spawn(lookup.waiting(), waiting, place);
    }

    /// Makes room for `count` boids in all, so that neither placing nor moving them allocates.
    pub(super) fn reserve(
        &mut self,
        count: usize,
        settings: &Settings,
    ) -> Result<(), SettingsError> {
        let reserved = self
            .previous
            .try_reserve(count)
            .and_then(|()| self.current.try_reserve(count))
            .and_then(|()| self.grid.try_reserve(count))
            .and_then(|()| self.search.try_reserve(count, settings))
            .and_then(|()| self.lookup.try_reserve(count))
            .and_then(|()| self.reserve_sights(count, settings));
        let each = 2 * Boids::BYTES
            + Grid::BYTES
            + Search::bytes(settings)
            + Lookup::BYTES
            + Needs::new(settings, &self.geometry).bytes();
        reserved.map_err(|_| SettingsError::out_of_memory(count as u32, count * each))?;
        self.room = self.room.max(count);
        Ok(())
    }

    /// Makes room for what so many boids see of the geometry. Without it they see nothing.
    pub(super) fn reserve_sights(
        &mut self,
        count: usize,
        settings: &Settings,
    ) -> Result<(), TryReserveError> {
        let slots = count.max(self.lookup.slot_count());
        let needs = Needs::new(settings, &self.geometry);
        let reserved = self
            .sights
            .memory
            .try_reserve(slots, needs)
            .and_then(|()| self.queue.try_reserve(count, needs));
        // What was refused leaves the memory that there is.
        self.sights.is_ready = match reserved {
            Ok(()) => true,
            Err(_) => self.sights.memory.has_room(self.lookup.slot_count()),
        };
        reserved
    }

    /// Makes room for further boids, generously: the boids are moved in memory for it.
    fn make_room(&mut self, more: u32) -> Result<(), SettingsError> {
        let (there, most) = (self.lookup.taken(), MOST_BOIDS as usize);
        let mut check = Check::default();
        check.count("boids to add", more, 0, most.saturating_sub(there) as u32);
        check.finish()?;
        let needed = there + more as usize;
        if needed <= self.room {
            return Ok(());
        }
        let generous = needed.max(self.room + self.room / 2).min(most);
        let settings = self.settings.clone();
        self.reserve(generous, &settings)
            .or_else(|_| self.reserve(needed, &settings))
    }

    fn check_start(&self, position: &Vec3, velocity: &Vec3) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.vector("position", position, "m");
        check.vector("velocity", velocity, "m/s");
        check.finish()?;
        let collision = &self.settings.collision;
        let radius = collision.body_radius;
        let is_clear = !collision.enabled || self.geometry.is_clear(*position, radius);
        let mut check = Check::default();
        if !is_clear {
            let allowed =
                format!("a place with {radius} m of collision.body_radius clear of geometry");
            check.refuse("position", describe(position), allowed);
        }
        check.finish()
    }

    /// Removes the boids that have no place any more from memory; the others keep their order.
    pub(super) fn keep_placed(&mut self) {
        self.cache.outdate();
        let lookup = &self.lookup;
        self.previous.keep(|slot| lookup.has_place(slot));
        self.current.keep(|slot| lookup.has_place(slot));
        lookup.note_all(&self.current.slot, self.settings.simulation.driver);
    }
}

/// Adds a boid to both states, so that it is drawn where it starts.
fn push(state: &State, previous: &mut Boids, current: &mut Boids, lookup: &Lookup) {
    lookup.note(state.slot, current.len() as u32);
    previous.push(state);
    current.push(state);
}
