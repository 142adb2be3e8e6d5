//! Boids that geometry was put over are carried out.

use super::Flock;
use crate::{census::caught, rescue::nearest_free_places, BoidId};

impl Flock {
    /// Carries the boids that geometry was put over to the nearest place that is free. Returns those that found none; they
    /// wait.
    pub(super) fn rescue_caught(&mut self) -> Vec<BoidId> {
        let caught = caught(&self.current, &self.settings, &self.geometry);
        if caught.is_empty() {
            return Vec::new();
        }
        self.cache.outdate();
        let (settings, placement) = (&self.settings, &self.placement);
        let places =
            nearest_free_places(&self.current, &caught, settings, placement, &self.geometry);
        let mut homeless = Vec::new();
        for (index, place) in caught.iter().map(|index| *index as usize).zip(places) {
            let slot = self.current.slot[index];
            self.sights.memory.forget(slot);
            match place {
                // In both states, so that it is drawn there and not on its way through the geometry.
                Some(place) => {
                    self.previous.set_position(index, place);
                    self.current.set_position(index, place);
                }
                None => homeless.push(self.lookup.id(slot)),
            }
        }
        for id in &homeless {
            self.lookup.wait(id.slot());
        }
        self.keep_placed();
        let rescued = &mut self.statistics.rescued;
        *rescued = rescued.saturating_add(caught.len() as u64);
        homeless
    }
}
