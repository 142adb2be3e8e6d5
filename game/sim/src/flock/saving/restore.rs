//! Taking snapshots of a flock and restoring flocks from them.

use super::snapshot::Snapshot;
use crate::{
    flock::{
        inputs::{
            formations::Formations,
            tags::Tags,
            way_finder::{SavedWays, WayFinder},
        },
        population::{loose_bodies::LooseBodies, memories::SavedMemories, store::Notes},
        Flock,
    },
    geometry::Geometry,
    state::{
        slot_map::SlotMap,
        snapshot_error::{broken, SnapshotError},
    },
    steering::scare::Scares,
};
use std::sync::Arc;

impl Flock {
    /// Takes a snapshot of the whole state of the flock.
    ///
    /// Takes time in proportion to the number of boids. On a GPU it waits for all steps.
    pub fn snapshot(&self) -> Snapshot {
        let here = || {
            [
                self.population.boids.previous().clone(),
                self.population.boids.current().clone(),
            ]
        };
        let [previous, current] = self.exact().unwrap_or_else(here);
        let SavedMemories {
            sights,
            fear,
            detail,
            data,
            looks,
        } = self.saved_memories();
        Snapshot {
            version: Snapshot::VERSION,
            settings: self.config.settings.clone(),
            placement: self.config.placement,
            frame: self.inputs.frame,
            time: self.clock.time,
            remainder: self.clock.frames.remainder,
            blend: self.clock.blend,
            statistics: self.counted_exactly(),
            scares: self.inputs.scares.active().to_vec(),
            influences: self.inputs.influences.clone(),
            ways: self.saved_ways(),
            formations: self.inputs.formations.saved(),
            wind: self.inputs.wind,
            slots: self.population.boids.slot_map().saved(),
            unchecked: self.population.unchecked,
            untried: self.population.untried,
            waiting: self.population.waiting,
            sights,
            current,
            previous,
            bodies: self.population.bodies.list().to_vec(),
            data,
            looks,
            emitters: self.inputs.emitters.clone(),
            obstacles: self.inputs.obstacles.clone(),
            obstacles_moved: self.inputs.obstacles.is_moving(),
            predators: self.inputs.predators.clone(),
            perches: self.inputs.perches.clone(),
            detail,
            fear,
            fingerprint: self.config.geometry.fingerprint(),
            budget: self.clock.budget,
            watch: self.reports.events.watch.clone(),
            tags: self.inputs.tags().clone(),
            log: self.log.current.clone(),
            replay: self.log.replay.clone(),
        }
    }

    /// Creates the flock of a snapshot, among `geometry`.
    ///
    /// If `geometry` has the triangles that the flock had, in any order, the flock continues with
    /// the same bits, and no boid is moved. Boids that are inside other geometry are moved out, as
    /// in [`set_geometry`](Self::set_geometry). Boids that waited for a place still wait. A log
    /// that was being recorded or replayed continues. Takes time in proportion to the number of
    /// boids, and to the number of triangles when the geometry is first used.
    /// # Errors
    /// Refuses a snapshot that no flock can have written, and says what is wrong in it. Also
    /// refuses a snapshot for which the memory does not suffice.
    pub fn restore(snapshot: &Snapshot, geometry: Arc<Geometry>) -> Result<Self, SnapshotError> {
        snapshot.check()?;
        let loose = snapshot.bodies.iter().map(|body| body.state.slot);
        let loose: Vec<u32> = loose.collect();
        let slot_map = SlotMap::from_saved(&snapshot.slots, &snapshot.current.slot, &loose)?;
        let mut flock = Self::empty(snapshot.settings.clone(), snapshot.placement, geometry);
        let boids = slot_map.taken();
        *flock
            .population
            .boids
            .change(&flock.config, &mut flock.reports)
            .slot_map = slot_map;
        flock.reserve(boids, &snapshot.settings)?;
        flock.look_out();
        let guard = flock
            .population
            .boids
            .change(&flock.config, &mut flock.reports);
        guard.current.copy_from(&snapshot.current);
        guard.previous.copy_from(&snapshot.previous);
        flock.inputs.frame = snapshot.frame;
        flock.clock.time = snapshot.time;
        flock.clock.frames.remainder = snapshot.remainder;
        flock.clock.blend = snapshot.blend;
        flock.reports.statistics = snapshot.statistics;
        flock.inputs.scares = Scares::new(&snapshot.scares);
        flock.inputs.influences = snapshot.influences.clone();
        flock.inputs.wind = snapshot.wind;
        flock.population.bodies = LooseBodies::new(&snapshot.bodies);
        flock.inputs.emitters = snapshot.emitters.clone();
        flock.inputs.obstacles = snapshot.obstacles.prepared(snapshot.obstacles_moved);
        flock.inputs.predators = snapshot.predators.clone();
        flock.inputs.perches = snapshot.perches.clone();
        flock.restore_memories(snapshot)?;
        (flock.population.unchecked, flock.population.untried) =
            (snapshot.unchecked, snapshot.untried);
        flock.population.waiting = snapshot.waiting;
        flock.clock.budget = snapshot.budget;
        flock.reports.events.watch = snapshot.watch.clone();
        flock.restore_tags(&snapshot.tags)?;
        if flock.config.geometry.fingerprint() == snapshot.fingerprint {
            flock.inputs.way_finder =
                WayFinder::restored(&snapshot.ways, &flock.config, &flock.inputs.obstacles);
        } else {
            flock.meet_other_geometry();
        }
        flock.inputs.formations = Formations::restored(
            &snapshot.formations,
            flock.population.boids.slot_map(),
            snapshot.statistics.steps,
        );
        // Calls are logged again from here on.
        flock.log.current = snapshot.log.clone();
        flock.log.replay = snapshot.replay.clone();
        Ok(flock)
    }

    /// The goals of the ways that act, and of those that were asked for.
    pub(super) fn saved_ways(&self) -> SavedWays {
        let (finder, obstacles) = (&self.inputs.way_finder, &self.inputs.obstacles);
        finder.saved(&self.config, obstacles)
    }

    /// Moves boids out of geometry that differs from the geometry of the snapshot.
    fn meet_other_geometry(&mut self) {
        let unchecked = self.population.unchecked;
        // The unchecked boids are left to the next steps, as in the flock of the snapshot.
        let without_position = self
            .change_population(|it, context| it.move_out(|slot| !unchecked.is_left(slot), context));
        // Boids that waited before still wait. The number of attempts depends on the number of
        // boids, so including them would change the positions of the others.
        self.change_population(|it, context| it.place(&without_position, context));
        self.inputs.perches.forget_surfaces();
    }

    fn restore_memories(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        let saved = SavedMemories {
            sights: snapshot.sights.clone(),
            fear: snapshot.fear.clone(),
            detail: snapshot.detail.clone(),
            data: snapshot.data.clone(),
            looks: snapshot.looks.clone(),
        };
        let steps = self.reports.statistics.steps;
        let Notes {
            slot_map, memories, ..
        } = self.population.boids.notes();
        memories.restore(&saved, steps, |slot| slot_map.is_placed(slot))
    }

    /// Restores the tags of a snapshot; the items must be restored already.
    pub(crate) fn restore_tags(&mut self, tags: &Tags) -> Result<(), SnapshotError> {
        let is_ordered = tags.entries.is_sorted_by(|a, b| a.0 < b.0);
        let lost = tags
            .entries
            .iter()
            .find(|(item, _)| !self.inputs.has(*item));
        match (is_ordered, lost) {
            (true, None) => {
                self.inputs.restore_tags(tags.clone());
                Ok(())
            }
            (_, Some((item, tag))) => Err(broken(format!(
                "tag {tag} belongs to {item:?}, which does not exist"
            ))),
            (false, None) => Err(broken("the tags are out of order")),
        }
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

    /// All boids wait, while an obstacle moves.
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
            assert_eq!(
                restored.inputs.obstacles.is_moving(),
                flock.inputs.obstacles.is_moving()
            );
            assert_eq!(restored.state_hash(), flock.state_hash());
            for flock in [&mut flock, &mut restored] {
                flock.move_obstacle(id, at(step + 1)).unwrap();
                flock.step();
            }
        }
        flock.move_obstacle(id, at(0)).unwrap();
        flock.step();
        let moved = flock.state_hash();
        flock.inputs.obstacles = flock.inputs.obstacles.prepared(false);
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
