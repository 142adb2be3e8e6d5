//! Depenetration of the boids after the geometry or their bodies changed.

use super::{boid_store::change_boids, Flock};
use crate::{
    motion::depenetration::{nearest_free_places, penetration::penetrating},
    state::boid_id::BoidId,
};

impl Flock {
    /// Moves the boids that penetrate geometry to the nearest free position. Returns those that
    /// found none; they wait.
    pub(super) fn depenetrate(&mut self) -> Vec<BoidId> {
        let boids = change_boids!(self);
        let penetrating = penetrating(boids.current, &self.settings, &self.geometry);
        if penetrating.is_empty() {
            return Vec::new();
        }
        let (settings, placement) = (&self.settings, &self.placement);
        let places = nearest_free_places(
            boids.current,
            &penetrating,
            settings,
            placement,
            &self.geometry,
        );
        let mut without_position = Vec::new();
        for (index, place) in penetrating.iter().map(|index| *index as usize).zip(places) {
            let slot = boids.current.slot[index];
            self.sights.memory.forget(slot);
            match place {
                // In both states, so that no boid is drawn on its way through the geometry.
                Some(place) => {
                    boids.previous.set_position(index, place);
                    boids.current.set_position(index, place);
                }
                None => without_position.push(boids.slot_map.id(slot)),
            }
        }
        for id in &without_position {
            boids.slot_map.wait(id.slot());
        }
        let mut boids = boids;
        boids.keep_placed(&self.settings);
        let moved = &mut self.statistics.rescued;
        *moved = moved.saturating_add(penetrating.len() as u64);
        without_position
    }
}
