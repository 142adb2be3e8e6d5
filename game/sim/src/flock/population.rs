//! Boids added and removed while the flock runs.

use super::{
    boid_store::{change_boids, change_members, Members},
    events::EventKind,
    input_log::FlockInput,
    Flock,
};
use crate::{
    math::Vec3,
    motion::{spawn::Spawner, spawn_obstruction::SpawnObstruction},
    settings::validation::{describe, Check, SettingsError},
    state::{
        boid_id::BoidId,
        boids::{Boid, BoidState},
    },
};
use std::mem::take;

impl Flock {
    /// The boid with this id, also if it is dead or held; `None` if it was removed or waits for a
    /// position. Takes constant time.
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
        let slot_map = self.boids.slot_map();
        match slot_map.index(id, &boids.slot) {
            Some(index) => Some(boids.boid(index, slot_map)),
            None => self.bodies.boid(id, slot_map),
        }
    }

    /// The boid if it has a place in the flock: not if it waits, is dead or held.
    pub(crate) fn placed(&self, id: BoidId) -> Option<Boid> {
        let (boids, slot_map) = (self.known(), self.boids.slot_map());
        let index = slot_map.index(id, &boids.slot)?;
        Some(boids.boid(index, slot_map))
    }

    /// Adds boids that start in `spawn.region`, as the flock's first ones did, and returns their
    /// ids. Boids for which no position clear of geometry is found wait for one; see
    /// [`not_placed`](Self::not_placed).
    ///
    /// Takes time in proportion to the number of boids added, on average: when memory runs out, the
    /// flock reserves half as much again.
    ///
    /// # Errors
    /// Refuses a count that would make the flock, with the boids that wait, larger than 10,000,000
    /// boids, or for which there is not enough memory; nothing is added then.
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
        if count > 0 {
            self.log(|| FlockInput::Spawn(count));
        }
        let mut newborn = take(&mut self.newborn);
        newborn.clear();
        let slot_map = change_members!(self, new: count as usize).slot_map;
        newborn.extend((0..count).map(|_| slot_map.issue()));
        self.place(&newborn);
        for id in &newborn {
            self.record(EventKind::Spawned, *id);
        }
        self.newborn = newborn;
        Ok(&self.newborn)
    }

    /// Adds a boid at a `position` in the world, in metres, with a `velocity` in m/s. The next step
    /// limits the velocity to what the flock's settings allow. The boid may start outside the
    /// boundary: it steers inward. Takes constant time on average, as [`spawn`](Self::spawn) does,
    /// and the time of a query of the geometry.
    ///
    /// # Errors
    /// Refuses a position or velocity that is not finite or beyond ±10,000 m or m/s in a component;
    /// with `collision.enabled`, a position where the boid's body would not be clear of geometry
    /// ([`is_clear`](Self::is_clear) finds out beforehand); and the 10,000,001st boid, or one for
    /// which there is no memory.
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
        self.log(|| FlockInput::SpawnAt { position, velocity });
        let mut members = change_members!(self, new: 1);
        let id = members.slot_map.issue();
        let spawner =
            Spawner::new(&self.settings, &self.placement, &self.geometry).among(&self.obstacles);
        let state = spawner.start(id, position, velocity);
        members.join(&state);
        self.record(EventKind::Spawned, id);
        Ok(id)
    }

    /// Removes a boid: placed, waiting, dead or held. False if there is no such boid. Takes
    /// constant time, except when the list of free slots grows. In the order of
    /// [`boids`](Self::boids), the last boid moves to its index.
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
        let is_removed = self.remove_boid(id);
        if is_removed {
            self.log(|| FlockInput::Remove(id));
        }
        is_removed
    }

    /// As [`remove`](Self::remove), but no call of the game.
    pub(crate) fn remove_boid(&mut self, id: BoidId) -> bool {
        if !self.boids.slot_map().contains(id) {
            return false;
        }
        self.record(EventKind::Removed, id);
        // Boids that copy its panic must find none.
        self.fear.memory.forget(id.slot());
        if self.bodies.take_out(id, self.boids.slot_map()).is_some() {
            self.boids.release_loose(id.slot());
            return true;
        }
        let mut members = change_members!(self, 0);
        // False for one that waits.
        members.leave(id);
        members.slot_map.release(id.slot());
        true
    }

    /// Number of boids that wait, as no position clear of geometry was found. They keep their ids
    /// and are tried again whenever the geometry, the placement, moving obstacles, or the settings of
    /// spawn and collision change. It may still grow in the next steps:
    /// [`settled_not_placed`](Self::settled_not_placed). Takes constant time.
    pub fn not_placed(&self) -> usize {
        self.boids.slot_map().taken() - self.len() - self.bodies.len()
    }

    /// The reason why boids wait; `None` if all are placed. Takes about a millisecond if some wait.
    pub fn spawn_obstruction(&self) -> Option<SpawnObstruction> {
        let spawner =
            Spawner::new(&self.settings, &self.placement, &self.geometry).among(&self.obstacles);
        let boids = self.not_placed();
        (boids > 0).then(|| spawner.obstruction(boids))
    }

    /// True if nothing is in the way of a sphere at a place in the world: no moving obstacle, and
    /// no geometry as [`Geometry::is_clear`](crate::Geometry::is_clear) says, but two-sided closed
    /// surfaces are rooms if the centre of `spawn.region` lies inside, and solids otherwise. With
    /// `collision.body_radius` it holds where [`spawn_at`](Self::spawn_at) finds the place clear.
    ///
    /// ```
    /// use flock_sim::{shapes, Flock, Geometry, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let cuboid = shapes::cuboid(Vec3::repeat(10.0));
    /// let turned: Vec<_> = cuboid.iter().map(|&[a, b, c]| [a, c, b]).collect();
    /// let (level, report) = Geometry::new(&[cuboid, turned].concat());
    /// assert_eq!(report.two_sided, 1);
    /// let flock = Flock::new(Settings::default(), Placement::default(), Arc::new(level))?;
    /// assert!(flock.is_clear(Vec3::zeros(), 0.1));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn is_clear(&self, center: Vec3, radius: f32) -> bool {
        self.geometry.is_clear(center, radius) && self.obstacles.is_clear(center, radius)
    }

    /// Sets the number of boids, with those that wait, are dead or held: boids with the highest
    /// slots are removed, or waiting ones are added.
    pub(super) fn set_count(&mut self, count: u32) {
        let mut boids = change_boids!(self);
        let (count, before) = (count as usize, boids.slot_map.taken());
        let (events, step) = (&mut self.events, self.statistics.steps);
        for _ in before..count {
            let id = boids.slot_map.issue();
            events.record(EventKind::Spawned, id, step);
        }
        if count < before {
            let each = |id| events.record(EventKind::Removed, id, step);
            boids.slot_map.release_highest(before - count, each);
            boids.keep_placed(&self.settings);
            self.bodies.keep_loose(boids.slot_map);
        }
    }

    /// Places waiting boids, as far as free positions are found.
    pub(super) fn place(&mut self, ids: &[BoidId]) {
        let mut members = change_members!(self, ids.len());
        let spawner =
            Spawner::new(&self.settings, &self.placement, &self.geometry).among(&self.obstacles);
        spawner.spawn(ids.iter().copied(), ids.len(), |state: &BoidState| {
            members.join(state);
        });
    }

    /// Places all waiting boids, as far as free positions are found.
    pub(super) fn place_waiting(&mut self) {
        let waiting = self.not_placed();
        if waiting == 0 {
            return;
        }
        let Members {
            slot_map,
            mut states,
        } = change_members!(self, waiting);
        let spawner =
            Spawner::new(&self.settings, &self.placement, &self.geometry).among(&self.obstacles);
        let slot_map = &*slot_map;
        // The waiting boids are found on the way: a list of them would need more memory.
        spawner.spawn(slot_map.waiting(), waiting, |state: &BoidState| {
            states.join(state, slot_map);
        });
    }

    pub(super) fn check_start(
        &self,
        position: &Vec3,
        velocity: &Vec3,
    ) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check.vector("position", position, "m");
        check.vector("velocity", velocity, "m/s");
        check.finish()?;
        self.check_clear(position, self.settings.collision.body_radius)
    }

    /// Refuses a position where the boid's body, taken as so large, would not be clear of geometry.
    pub(super) fn check_clear(&self, position: &Vec3, radius: f32) -> Result<(), SettingsError> {
        let collision = &self.settings.collision;
        let is_clear = !collision.enabled || self.is_clear(*position, radius);
        let mut check = Check::default();
        if !is_clear {
            let body_radius = collision.body_radius;
            let allowed =
                format!("a place with {body_radius} m of collision.body_radius clear of geometry");
            check.refuse("position", describe(position), allowed);
        }
        check.finish()
    }
}
