//! Keeping the state of a flock, and going on from it.

use super::Flock;
use crate::{
    avoidance::KnownSight, lookup::Lookup, scare::Scares, Geometry, Snapshot, SnapshotError,
};
use std::sync::Arc;

impl Flock {
    /// The whole state of the flock, to be stored. Takes time in proportion to the number of boids.
    pub fn snapshot(&self) -> Snapshot {
        let here = || [self.previous.clone(), self.current.clone()];
        let [previous, current] = self.exact().unwrap_or_else(here);
        Snapshot {
            version: Snapshot::VERSION,
            settings: self.settings.clone(),
            placement: self.placement,
            time: self.time,
            remainder: self.clock.remainder,
            blend: self.blend,
            statistics: self.counted_exactly(),
            scares: self.scares.active().to_vec(),
            slots: self.lookup.slots(),
            sights: self.known_sights(),
            current,
            previous,
        }
    }

    /// The flock of a snapshot, among `geometry`. With the geometry that the flock had, it goes on with the same bits; boids
    /// that are inside another one are carried out, as in [`set_geometry`](Self::set_geometry). Those that waited for a place go
    /// on waiting. Takes time in proportion to the number of boids.
    ///
    /// # Errors
    /// Refuses a snapshot that no flock can have written, with what is wrong in it, and one for which there is not enough
    /// memory.
    pub fn restore(snapshot: &Snapshot, geometry: Arc<Geometry>) -> Result<Self, SnapshotError> {
        snapshot.check()?;
        let lookup = Lookup::from_slots(&snapshot.slots, &snapshot.current.slot)?;
        let mut flock = Self::empty(snapshot.settings.clone(), snapshot.placement, geometry);
        let boids = lookup.taken();
        flock.lookup = lookup;
        flock.reserve(boids, &snapshot.settings)?;
        flock.look_out();
        flock.current.copy_from(&snapshot.current);
        flock.previous.copy_from(&snapshot.previous);
        flock.time = snapshot.time;
        flock.clock.remainder = snapshot.remainder;
        flock.blend = snapshot.blend;
        flock.statistics = snapshot.statistics;
        flock.scares = Scares::new(&snapshot.scares);
        flock.restore_sights(&snapshot.sights)?;
        let homeless = flock.rescue_caught();
        // Not those that waited before: how many places are tried depends on how many boids are.
        flock.place(&homeless);
        Ok(flock)
    }

    fn known_sights(&self) -> Vec<KnownSight> {
        let (memory, steps) = (&self.sights.memory, self.statistics.steps);
        memory.known(steps, |slot| self.lookup.has_place(slot))
    }

    fn restore_sights(&self, known: &[KnownSight]) -> Result<(), SnapshotError> {
        let (memory, steps) = (&self.sights.memory, self.statistics.steps);
        memory.restore(known, steps, |slot| self.lookup.has_place(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lookup::Slots, Placement, Settings};

    #[test]
    fn boids_that_wait_count_among_the_ten_million() {
        let mut settings = Settings::default();
        settings.spawn.count = 0;
        let flock = Flock::new(settings, Placement::default(), Arc::default()).unwrap();
        let mut snapshot = flock.snapshot();
        snapshot.slots = Slots::all_waiting(10_000_001);
        let error = Flock::restore(&snapshot, Arc::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the snapshot cannot be restored: number of boids is 10000001; allowed: 0 to 10000000"
        );
    }
}
