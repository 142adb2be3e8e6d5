//! The places of the boids in the formations of a flock.

mod blend;
mod formed;
mod order;
mod saved;
mod size;

pub(crate) use saved::SavedFormation;

use crate::{
    geometry::Geometry,
    settings::Settings,
    state::{boids::Boids, slot_map::SlotMap},
    steering::influences::{
        formation::{ActingPlaces, PlacesOfInfluences},
        set::InfluenceSet,
        InfluenceId,
    },
};
use formed::Formed;
use order::Order;

/// The formations of a flock, and who has which place.
#[derive(Default)]
pub(crate) struct Formations {
    formed: Vec<Formed>,
    acting: PlacesOfInfluences,
}

/// The boids that can have places.
pub(crate) struct Followers<'a> {
    pub(crate) slot_map: &'a SlotMap,
    /// The known boids. On a GPU the call waits for them, so it is made only when places are
    /// assigned.
    pub(crate) known: &'a dyn Fn() -> &'a Boids,
}

impl Formations {
    /// Prepares the step that follows `steps` steps.
    pub(crate) fn prepare(
        &mut self,
        influences: &InfluenceSet,
        followers: &Followers,
        geometry: &Geometry,
        settings: &Settings,
        steps: u64,
    ) {
        let orders = influences.entries().iter().filter_map(|(id, influence)| {
            let order = Order::of(influence, settings)?;
            Some((*id, order))
        });
        let mut count = 0;
        for (id, order) in orders {
            let index = self.index_of(id, count);
            let formed = &mut self.formed[index];
            let is_new = formed.update(&order, followers, steps);
            let has_size = formed.update_size(&order, geometry, settings);
            let mut acting = self.acting.places.get_mut(index);
            match acting.as_mut().filter(|it| !is_new && it.are_of(id)) {
                None => self.act(index),
                Some(acting) if has_size => {
                    acting.size = formed.size.now();
                    self.acting.changes += 1;
                }
                Some(_) => {}
            }
            count += 1;
        }
        if self.formed.len() > count {
            self.formed.truncate(count);
            self.acting.places.truncate(count);
            self.acting.changes += 1;
        }
    }

    /// Moves the formation of an influence to an index, or creates it there. So formations are in the
    /// order of the influences.
    fn index_of(&mut self, id: InfluenceId, index: usize) -> usize {
        let known = self.formed.iter().position(|it| it.id == id);
        let formed = match known {
            Some(known) if known == index => return index,
            Some(known) => self.formed.remove(known),
            None => Formed::new(id),
        };
        self.formed.insert(index, formed);
        index
    }

    /// Lets the places of a formation act.
    fn act(&mut self, index: usize) {
        self.acting.changes += 1;
        let formed = &self.formed[index];
        let entry = ActingPlaces::new(
            formed.id,
            formed.places_by_slot(),
            formed.size.now(),
            self.acting.changes,
        );
        match self.acting.places.get_mut(index) {
            Some(acting) => *acting = entry,
            None => self.acting.places.push(entry),
        }
    }

    /// The places to which boids are led.
    pub(crate) fn acting(&self) -> &PlacesOfInfluences {
        &self.acting
    }

    /// The places of an influence, in its own axes, each with its boid.
    pub(crate) fn places_of(&self, id: InfluenceId) -> Option<&Formed> {
        self.formed.iter().find(|it| it.id == id)
    }

    pub(crate) fn saved(&self) -> Vec<SavedFormation> {
        self.formed.iter().map(Formed::saved).collect()
    }

    /// The formations of a snapshot, for these slots.
    pub(crate) fn restored(saved: &[SavedFormation], slot_map: &SlotMap, steps: u64) -> Self {
        let mut formations = Self {
            formed: { saved.iter() }
                .map(|it| Formed::restored(it, slot_map, steps))
                .collect(),
            ..Self::default()
        };
        (0..formations.formed.len()).for_each(|index| formations.act(index));
        formations
    }
}
