//! Keeping the state of a flock, and going on from it.

use super::{boid_store::change_boids, loose_bodies::LooseBodies, Flock};
use crate::{
    flock::snapshot::Snapshot,
    geometry::Geometry,
    state::{slot_map::SlotMap, snapshot_error::SnapshotError},
    steering::{avoidance::StoredLook, fear::memory::StoredFear, scare::Scares},
};
use std::sync::Arc;

impl Flock {
    /// The whole state of the flock, to be stored. Takes time in proportion to the number of boids.
    pub fn snapshot(&self) -> Snapshot {
        let here = || [self.boids.previous().clone(), self.boids.current().clone()];
        let [previous, current] = self.exact().unwrap_or_else(here);
        self.know_sights();
        Snapshot {
            version: Snapshot::VERSION,
            settings: self.settings.clone(),
            placement: self.placement,
            time: self.time,
            remainder: self.clock.remainder,
            blend: self.blend,
            statistics: self.counted_exactly(),
            scares: self.scares.active().to_vec(),
            influences: self.influences.clone(),
            wind: self.wind,
            slots: self.boids.slot_map().saved(),
            unchecked: self.unchecked,
            untried: self.untried,
            waiting: self.waiting,
            sights: self.known_sights(),
            current,
            previous,
            bodies: self.bodies.list().to_vec(),
            data: self.data.clone(),
            emitters: self.emitters.clone(),
            obstacles: self.obstacles.clone(),
            obstacles_moved: self.obstacles.is_moving(),
            hunters: self.hunters.clone(),
            perches: self.perches.clone(),
            detail: self.known_detail().into_owned(),
            fear: self.known_fear(),
            fingerprint: self.geometry.fingerprint(),
            budget: self.budget,
            watch: self.events.watch.clone(),
            tags: self.tags.clone(),
            log: self.log.clone(),
            replay: self.replay.clone(),
        }
    }

    /// The flock of a snapshot, among `geometry`. With the triangles that the flock had, in any order, it
    /// goes on as if nothing had been, with the same bits, and no boid is moved; boids that are inside
    /// other geometry are carried out, as in [`set_geometry`](Self::set_geometry). Those that waited for a
    /// place go on waiting. A log goes on, if one was begun or is replayed. Takes time in proportion to the
    /// number of boids, and of triangles at the first time.
    ///
    /// # Errors
    /// Refuses a snapshot that no flock can have written, with what is wrong in it, and one for
    /// which there is not enough memory.
    pub fn restore(snapshot: &Snapshot, geometry: Arc<Geometry>) -> Result<Self, SnapshotError> {
        snapshot.check()?;
        let loose = snapshot.bodies.iter().map(|body| body.state.slot);
        let loose: Vec<u32> = loose.collect();
        let slot_map = SlotMap::from_saved(&snapshot.slots, &snapshot.current.slot, &loose)?;
        let mut flock = Self::empty(snapshot.settings.clone(), snapshot.placement, geometry);
        let boids = slot_map.taken();
        *change_boids!(flock).slot_map = slot_map;
        flock.reserve(boids, &snapshot.settings)?;
        flock.look_out();
        let guard = change_boids!(flock);
        guard.current.copy_from(&snapshot.current);
        guard.previous.copy_from(&snapshot.previous);
        flock.time = snapshot.time;
        flock.clock.remainder = snapshot.remainder;
        flock.blend = snapshot.blend;
        flock.statistics = snapshot.statistics;
        flock.scares = Scares::new(&snapshot.scares);
        flock.influences = snapshot.influences.clone();
        flock.wind = snapshot.wind;
        flock.bodies = LooseBodies::new(&snapshot.bodies);
        flock.data = snapshot.data.clone();
        flock.emitters = snapshot.emitters.clone();
        flock.obstacles = snapshot.obstacles.prepared(snapshot.obstacles_moved);
        flock.restore_sights(&snapshot.sights)?;
        flock.hunters = snapshot.hunters.clone();
        flock.perches = snapshot.perches.clone();
        flock.detail = snapshot.detail.clone();
        flock.restore_fear(&snapshot.fear)?;
        (flock.unchecked, flock.untried) = (snapshot.unchecked, snapshot.untried);
        flock.waiting = snapshot.waiting;
        flock.budget = snapshot.budget;
        flock.events.watch = snapshot.watch.clone();
        flock.restore_tags(&snapshot.tags)?;
        if flock.geometry.fingerprint() != snapshot.fingerprint {
            flock.meet_other_geometry();
        }
        // From here on calls are logged again.
        flock.log = snapshot.log.clone();
        flock.replay = snapshot.replay.clone();
        Ok(flock)
    }

    /// Carries boids out of geometry that they have not been among.
    fn meet_other_geometry(&mut self) {
        let unchecked = self.unchecked;
        // The others have their turn in the next steps, as in the flock of the snapshot.
        let without_position = self.move_out(|slot| !unchecked.is_left(slot));
        // Boids that waited before go on waiting: the number of attempts depends on the number of
        // boids, so the others would get other positions with them.
        self.place(&without_position);
        self.perches.forget_surfaces();
    }

    pub(super) fn known_sights(&self) -> Vec<StoredLook> {
        let (memory, steps) = (&self.sights.memory, self.statistics.steps);
        memory.stored(steps, |slot| self.boids.slot_map().is_placed(slot))
    }

    pub(super) fn known_fear(&self) -> Vec<StoredFear> {
        let slot_map = self.boids.slot_map();
        let on_gpu = self.fear_on_gpu();
        let memory = on_gpu.as_ref().unwrap_or(&self.fear.memory);
        memory.stored(|slot| slot_map.is_placed(slot))
    }

    fn restore_fear(&mut self, stored: &[StoredFear]) -> Result<(), SnapshotError> {
        let (steps, slot_map) = (self.statistics.steps, self.boids.slot_map());
        self.fear
            .restore(stored, steps, |slot| slot_map.is_placed(slot))
    }

    fn restore_sights(&self, known: &[StoredLook]) -> Result<(), SnapshotError> {
        let (memory, steps) = (&self.sights.memory, self.statistics.steps);
        memory.restore(known, steps, |slot| self.boids.slot_map().is_placed(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::shapes,
        math::{frame::Placement, Vec3},
        obstacles::shape::{MovingObstacle, ObstacleShape},
        settings::Settings,
        state::slot_map::SavedSlots,
    };

    /// Boids that all wait, while an obstacle moves.
    #[test]
    fn a_restored_flock_knows_what_moved_and_who_waits() {
        let block = Arc::new(Geometry::new(&shapes::cuboid(Vec3::repeat(100.0))).0);
        let mut settings = Settings::default();
        settings.spawn.count = 3;
        let mut flock = Flock::new(settings, Placement::default(), block.clone()).unwrap();
        let at = |step: u32| Placement {
            origin: Vec3::x() * (0.01 * step as f32),
            ..Placement::default()
        };
        let obstacle = MovingObstacle {
            shape: ObstacleShape::Sphere { radius: 0.1 },
            placement: at(0),
        };
        let id = flock.add_obstacle(obstacle).unwrap();
        for step in 1..=90 {
            flock.move_obstacle(id, at(step)).unwrap();
            flock.step();
        }
        assert_eq!(flock.settled_not_placed(), Some(3));
        let mut restored = Flock::restore(&flock.snapshot(), block).unwrap();
        for step in 90..100 {
            assert_eq!(restored.settled_not_placed(), Some(3), "{step}");
            assert_eq!(restored.obstacles.is_moving(), flock.obstacles.is_moving());
            assert_eq!(restored.state_hash(), flock.state_hash());
            for flock in [&mut flock, &mut restored] {
                flock.move_obstacle(id, at(step + 1)).unwrap();
                flock.step();
            }
        }
        flock.move_obstacle(id, at(0)).unwrap();
        flock.step();
        let moved = flock.state_hash();
        flock.obstacles = flock.obstacles.prepared(false);
        assert_ne!(flock.state_hash(), moved);
    }

    #[test]
    fn boids_that_wait_count_among_the_ten_million() {
        let mut settings = Settings::default();
        settings.spawn.count = 0;
        let flock = Flock::new(settings, Placement::default(), Arc::default()).unwrap();
        let mut snapshot = flock.snapshot();
        snapshot.slots = SavedSlots::all_waiting(10_000_001);
        let error = Flock::restore(&snapshot, Arc::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the snapshot cannot be restored: number of boids is 10000001; allowed: 0 to 10000000"
        );
    }
}
