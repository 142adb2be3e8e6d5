//! The fear of a flock from step to step.

use super::{
    alarm::SortedBoids,
    flight::Flight,
    look::Look,
    memory::{FearMemory, StoredFear},
    threat_set::ThreatSet,
    FearParams,
};
use crate::state::snapshot_error::SnapshotError;

/// The fear of a flock. The numbers of steps tell what work is left out, as nothing would come of it.
#[derive(Debug, Default)]
pub(crate) struct FearState {
    pub(crate) memory: FearMemory,
    /// Those of the step that comes.
    pub(crate) threats: ThreatSet,
    /// Boids of other flocks that are threats on a GPU only, for boids on perches.
    pub(crate) seen_from_perches: ThreatSet,
    /// No boid has noticed a hunter after this step.
    noticed: Option<u64>,
    /// The last step in which a boid panicked.
    panicked: Option<u64>,
}

impl FearState {
    /// What boids do in the step that follows `step` others; none if they are calm.
    pub(crate) fn flight(&self, params: Option<FearParams>, step: u64) -> Option<Flight<'_>> {
        let params = params?;
        let since = |last: Option<u64>| last.map(|last| step.saturating_sub(last));
        let (noticed, panicked) = (since(self.noticed), since(self.panicked));
        let interval = u64::from(params.look_interval);
        let flees = noticed.is_some_and(|age| age <= interval);
        let panics = panicked.is_some_and(|age| age < u64::from(params.turns_end()));
        let regroups = noticed.is_some_and(|age| age <= interval + u64::from(params.regroup));
        (flees || panics || regroups).then(|| self.any_flight(params, step))
    }

    /// The same where nothing is known of what boids have noticed.
    pub(crate) fn any_flight(&self, params: FearParams, step: u64) -> Flight<'_> {
        Flight {
            params,
            threats: &self.threats,
            memory: &self.memory,
            step: step as u32,
        }
    }

    /// The memory was filled after so many steps.
    pub(crate) fn wake(&mut self, step: u64) {
        // Later than it was, which costs a little time and changes nothing.
        (self.noticed, self.panicked) = (Some(step), Some(step));
    }

    /// Boids look, and pass their panic on, after `step` steps. Calls `began` with slot and
    /// generation of each that panics now, in the order of the slots.
    pub(crate) fn look(
        &mut self,
        params: &FearParams,
        sorted: &SortedBoids,
        step: u64,
        began: impl FnMut(u32, u32),
    ) {
        let interval = u64::from(params.look_interval);
        let since = |last: Option<u64>| last.map(|last| step.saturating_sub(last));
        let panicked = since(self.panicked);
        let latency = u64::from(params.latency);
        if params.panics && panicked.is_some_and(|age| age <= latency) {
            self.memory.spread(params, sorted, step as u32);
        }
        let is_calm = self.threats.is_empty()
            && panicked.is_none_or(|age| age > latency.max(params.turns_end().into()) + interval)
            && since(self.noticed).is_none_or(|age| age > u64::from(params.regroup) + 2 * interval);
        if is_calm {
            return;
        }
        let seen = Look {
            params,
            threats: &self.threats,
            memory: &self.memory,
            step: step as u32,
        }
        .all(sorted.boids, sorted.driver);
        if seen.hunter {
            self.noticed = Some(step);
        }
        if seen.panic {
            self.panicked = Some(step);
            let (boids, slot_map) = (sorted.boids, sorted.slot_map);
            self.memory.record(boids, slot_map, step as u32, began);
        }
    }

    /// Takes back what a snapshot holds, after so many steps.
    pub(crate) fn restore(
        &mut self,
        stored: &[StoredFear],
        step: u64,
        has_boid: impl Fn(u32) -> bool,
    ) -> Result<(), SnapshotError> {
        self.memory.restore(stored, has_boid)?;
        if !stored.is_empty() {
            self.wake(step);
        }
        Ok(())
    }
}
