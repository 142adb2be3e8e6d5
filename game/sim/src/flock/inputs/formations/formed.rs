//! Who has which place of a formation.

use super::{
    blend::Blend,
    order::{Difference, Order},
    size::Size,
    Followers,
};
use crate::{
    formations::{assign, Form, NO_PLACE},
    geometry::Geometry,
    math::Vec3,
    settings::{
        validation::{Check, SettingsError},
        Plane, Settings,
    },
    state::{boid_id::BoidId, slot_map::SlotMap},
    steering::influences::{formation::BoidPlaces, InfluenceId},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the places of a formation are made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    pub(super) form: Form,
    pub(super) spacing: f32,
    pub(super) plane: Plane,
}

impl Layout {
    /// Checks the layout of a snapshot.
    pub(super) fn validate(&self) -> Result<(), SettingsError> {
        let mut check = Check::default();
        self.form.check("form", &mut check);
        check.range("spacing", self.spacing, 0.001, 1000.0, "m");
        check.finish()
    }

    pub(super) fn places(&self, count: usize) -> Vec<Vec3> {
        self.form.places(count, self.spacing, self.plane)
    }
}

/// A formation, and who has which place.
pub(crate) struct Formed {
    pub(super) id: InfluenceId,
    /// `None` before the first step.
    pub(super) layout: Option<Layout>,
    /// Number of boids for which the places were made. A form may have fewer.
    pub(super) asked: usize,
    pub(super) places: Vec<Vec3>,
    /// The boid at each place.
    pub(super) members: Vec<Option<BoidId>>,
    /// The place of each slot's boid.
    pub(super) place_of: Vec<u32>,
    /// Number of steps before the places were made or extended.
    pub(super) since: u64,
    /// Number of steps before the places were assigned. The leader changes that often from then on.
    pub(super) assigned: u64,
    pub(super) blend: Blend,
    pub(super) size: Size,
}

/// The boids, compared with the members.
struct Comparison {
    followers: usize,
    /// True if a place became free.
    has_left: bool,
    /// Number of boids without a place.
    lacking: usize,
}

impl Formed {
    pub(super) fn new(id: InfluenceId) -> Self {
        Self {
            id,
            layout: None,
            asked: 0,
            places: Vec::new(),
            members: Vec::new(),
            place_of: Vec::new(),
            since: 0,
            assigned: 0,
            blend: Blend::default(),
            size: Size::new(1.0),
        }
    }

    /// Follows the order and the boids in the step after `steps` steps. True if boids are led to other
    /// places than in the step before.
    pub(super) fn update(&mut self, order: &Order, followers: &Followers, steps: u64) -> bool {
        let compared = self.compare(order, followers.slot_map);
        let layout = self.layout.as_ref();
        let difference = layout.map_or(Difference::Form, |it| order.difference(it));
        let mut is_changed = compared.has_left || difference != Difference::None;
        if difference != Difference::Form {
            self.respace(order, difference);
        }
        let is_other = difference == Difference::Form;
        is_changed |= self.follow(order, followers, (&compared, is_other), steps);
        is_changed |= self.change_leader_if_due(order, steps);
        if is_changed || self.blend.is_active(steps) {
            self.lead_to_places(steps);
            return true;
        }
        false
    }

    /// Moves the places at once if their spacing is another one.
    fn respace(&mut self, order: &Order, difference: Difference) {
        let Some(layout) = &mut self.layout else {
            return;
        };
        if difference == Difference::Spacing {
            *layout = order.layout();
            self.make_places(self.asked);
        } else {
            // Meshes that are shared take no time to compare. Those of a snapshot are not shared.
            layout.form.share_mesh(order.form);
        }
    }

    /// Makes places if the form or the number of boids is another one, and fills free places. True if
    /// it did.
    fn follow(
        &mut self,
        order: &Order,
        followers: &Followers,
        (compared, is_other): (&Comparison, bool),
        steps: u64,
    ) -> bool {
        let is_paused = steps < self.since.saturating_add(order.pause);
        let has_free = self.members.contains(&None);
        if is_other || (compared.followers != self.asked && !is_paused) {
            let keeps = !is_other && !has_free && order.grows();
            if keeps && compared.followers > self.asked {
                self.extend(order, compared.followers);
                self.fill(order, followers.slot_map);
            } else {
                self.form(order, followers, compared.followers, steps);
            }
            self.since = steps;
            return true;
        }
        let fills = compared.lacking > 0 && has_free;
        if fills {
            self.fill(order, followers.slot_map);
        }
        fills
    }

    /// Frees the places of boids that left, and counts the others.
    fn compare(&mut self, order: &Order, slot_map: &SlotMap) -> Comparison {
        self.place_of.resize(slot_map.slot_count(), NO_PLACE);
        let mut compared = Comparison {
            followers: 0,
            has_left: false,
            lacking: 0,
        };
        for (slot, place) in (0..).zip(&mut self.place_of) {
            let is_follower = order.is_follower(slot, slot_map);
            compared.followers += usize::from(is_follower);
            let member = self.members.get_mut(*place as usize);
            let Some(member) = member else {
                compared.lacking += usize::from(is_follower);
                continue;
            };
            // A slot may have another boid by now.
            if !is_follower || *member != Some(slot_map.id(slot)) {
                *member = None;
                *place = NO_PLACE;
                self.blend.forget(slot as usize);
                compared.has_left = true;
                compared.lacking += usize::from(is_follower);
            }
        }
        compared
    }

    /// Makes the places of the layout for so many boids.
    pub(super) fn make_places(&mut self, count: usize) {
        if let Some(layout) = &self.layout {
            self.places = layout.places(count);
            self.size.forget_places();
        }
        self.asked = count;
    }

    /// Prepares the size in a step. True if it has changed.
    pub(super) fn update_size(
        &mut self,
        order: &Order,
        geometry: &Geometry,
        settings: &Settings,
    ) -> bool {
        self.size.update(&self.places, order, geometry, settings)
    }

    /// Makes places, and assigns them.
    fn form(&mut self, order: &Order, followers: &Followers, count: usize, steps: u64) {
        self.layout = Some(order.layout());
        self.make_places(count);
        self.blend.begin(steps, order.change, self.place_of.len());
        self.assigned = steps;
        let (known, slot_map) = ((followers.known)(), followers.slot_map);
        let slots = (0..slot_map.slot_count() as u32).filter(|it| order.is_follower(*it, slot_map));
        let slots: Vec<u32> = slots.collect();
        let local = |slot: &u32| {
            let index = slot_map.index_of(*slot, &known.slot);
            let index = index.filter(|index| (*index as usize) < known.len());
            let position = index.map(|index| known.position(index as usize));
            position.map_or(Vec3::zeros(), |at| order.frame.point_to_local(at))
        };
        let positions: Vec<Vec3> = slots.iter().map(local).collect();
        self.members = vec![None; self.places.len()];
        for (slot, place) in slots.iter().zip(assign(&positions, &self.places)) {
            if let Some(member) = self.members.get_mut(place as usize) {
                *member = Some(slot_map.id(*slot));
            }
        }
        self.find_places(slot_map.slot_count());
        // They may get a place again later, when another boid may be in the slot.
        for (slot, place) in self.place_of.iter().enumerate() {
            if *place == NO_PLACE {
                self.blend.forget(slot);
            }
        }
    }

    /// Finds the places of the members.
    pub(super) fn find_places(&mut self, slots: usize) {
        self.place_of.clear();
        self.place_of.resize(slots, NO_PLACE);
        for (place, member) in (0..).zip(&self.members) {
            if let Some(id) = member {
                self.place_of[id.slot() as usize] = place;
            }
        }
    }

    /// Adds places without changing the others.
    fn extend(&mut self, order: &Order, count: usize) {
        self.layout = Some(order.layout());
        self.make_places(count);
        self.members.resize(self.places.len(), None);
    }

    /// Gives the first free places to the boids that have none.
    fn fill(&mut self, order: &Order, slot_map: &SlotMap) {
        let mut free = { (0..).zip(&mut self.members) }.filter(|(_, member)| member.is_none());
        for (slot, own) in (0..).zip(&mut self.place_of) {
            if *own == NO_PLACE && order.is_follower(slot, slot_map) {
                let Some((place, member)) = free.next() else {
                    return;
                };
                *member = Some(slot_map.id(slot));
                *own = place;
            }
        }
    }

    /// Changes the leader if its time is over. True if it did.
    fn change_leader_if_due(&mut self, order: &Order, steps: u64) -> bool {
        let led = steps.saturating_sub(self.assigned);
        let is_due = order.lead > 0 && led > 0 && led.is_multiple_of(order.lead);
        if is_due {
            let turn = led / order.lead;
            self.change_leader(order, turn as usize % 2, steps);
        }
        is_due
    }

    /// Lets the leader of a flight fall back to the end of an arm, whose other boids move up.
    fn change_leader(&mut self, order: &Order, arm: usize, steps: u64) {
        self.blend.begin(steps, order.change, self.place_of.len());
        let mut place = 0;
        let arm = (1 + arm..self.members.len()).step_by(2);
        for next in arm {
            self.members.swap(place, next);
            place = next;
        }
        self.find_places(self.place_of.len());
    }

    /// Computes to where each boid is led in the step after `steps` steps.
    pub(super) fn lead_to_places(&mut self, steps: u64) {
        let Self {
            places,
            place_of,
            blend,
            ..
        } = self;
        let place = |slot: usize| places.get(place_of[slot] as usize);
        blend.update(steps, place_of.len(), place);
    }

    /// The place to which each slot's boid is led.
    pub(super) fn places_by_slot(&self) -> Arc<BoidPlaces> {
        self.blend.now().clone()
    }

    /// The places in the axes of the form, each with its boid.
    pub(crate) fn places(&self) -> impl ExactSizeIterator<Item = (Vec3, Option<BoidId>)> + '_ {
        let (places, size) = (self.places.iter().zip(&self.members), self.size.now());
        places.map(move |(place, member)| (place * size, *member))
    }
}
