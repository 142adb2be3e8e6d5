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

/// The fear of a flock. The step numbers show which work can be skipped because it would change
/// nothing.
#[derive(Debug, Default)]
pub(crate) struct FearState {
    pub(crate) memory: FearMemory,
    /// The threats of the next step.
    pub(crate) threats: ThreatSet,
    /// Boids of other flocks that frighten boids on perches. Used only on a GPU.
    pub(crate) seen_from_perches: ThreatSet,
    /// The last step after which a boid fled; `None` if there was none.
    noticed: Option<u64>,
    /// The last step in which a boid panicked; `None` if there was none.
    panicked: Option<u64>,
}

impl FearState {
    /// Fear in the step after `step` steps; `None` if all boids are calm.
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

    /// Fear in a step if it is not known what boids have noticed.
    pub(crate) fn any_flight(&self, params: FearParams, step: u64) -> Flight<'_> {
        Flight {
            params,
            threats: &self.threats,
            memory: &self.memory,
            step: step as u32,
        }
    }

    /// Takes into account that the memory was filled from outside after `step` steps.
    pub(crate) fn wake(&mut self, step: u64) {
        // Later than in reality, which costs a little time and changes nothing.
        (self.noticed, self.panicked) = (Some(step), Some(step));
    }

    /// Lets boids look, and pass on their panic, after `step` steps. Calls `began` with slot and
    /// generation of each boid that panics now, in the order of the slots.
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
        .all(sorted.boids, sorted.backend);
        if seen.flight {
            self.noticed = Some(step);
        }
        if seen.panic {
            self.panicked = Some(step);
            let (boids, slot_map) = (sorted.boids, sorted.slot_map);
            self.memory.record(boids, slot_map, step as u32, began);
        }
    }

    /// Restores the fear from a snapshot that was taken after `step` steps.
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
