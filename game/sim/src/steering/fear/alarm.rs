//! Alarms: a boid in panic alarms each of its nearest neighbours once.

use super::{memory::FearMemory, FearParams};
use crate::{
    neighbours::{criteria::Criteria, grid::Grid, inputs::NeighbourInputs, nearest_of::NearestOf},
    settings::Backend,
    state::{boids::Boids, slot_map::SlotMap, threads::run},
};
use std::ops::Range;

/// The boids of a step in the order of the grid.
pub(crate) struct SortedBoids<'a> {
    pub(crate) boids: &'a Boids,
    pub(crate) grid: &'a Grid,
    pub(crate) inputs: &'a NeighbourInputs,
    pub(crate) criteria: &'a Criteria,
    pub(crate) slot_map: &'a SlotMap,
    pub(crate) backend: Backend,
}

impl FearMemory {
    /// Alarms the nearest neighbours of each boid whose panic has just reached the age `latency`.
    /// Deaf neighbours are not alarmed.
    ///
    /// The search is around the boid in panic and not around each boid that may copy it, so that
    /// there is one search for each panic.
    pub(super) fn spread(&self, params: &FearParams, sorted: &SortedBoids, step: u32) {
        let Some(reach) = sorted.criteria.reach else {
            return;
        };
        let nearest_of = NearestOf {
            grid: sorted.grid,
            boids: sorted.boids,
            inputs: sorted.inputs,
            periodic_box: sorted.criteria.periodic_box.as_ref(),
            reach,
        };
        sorted.slot_map.update_indices(&sorted.boids.slot);
        run(sorted.backend, 0..self.len(), |slots: Range<usize>| {
            for slot in slots.start as u32..slots.end as u32 {
                let age = self.panic_age(slot, step.into());
                if age != Some(params.latency) {
                    continue;
                }
                if let Some(index) = sorted.slot_map.index_of(slot, &sorted.boids.slot) {
                    nearest_of.visit(index as usize, params.neighbours, |other| {
                        let age = self.panic_age(other, step.into());
                        if age.is_none_or(|age| age >= params.deaf_end) {
                            self.alarm(other, slot);
                        }
                    });
                }
            }
        });
    }
}
