//! Who has which place of a formation.

use super::{blend::Blend, Followers};
use crate::{
    formations::{assign, Form},
    math::{frame::Frame, frame::Placement, random::hash_of, Vec3},
    settings::{Plane, Settings},
    state::{boid_id::BoidId, slot_map::SlotMap},
    steering::influences::{formation::BoidPlaces, Influence, InfluenceId, InfluenceKind},
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The number of boids is compared with that of the places at most this often, in seconds.
const PAUSE: f32 = 0.5;

/// A slot whose boid has no place.
const NO_PLACE: u32 = u32::MAX;

/// What the places of a formation are made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layout {
    pub(super) form: Form,
    pub(super) spacing: f32,
    pub(super) plane: Plane,
}

impl Layout {
    pub(super) fn places(&self, count: usize) -> Vec<Vec3> {
        self.form.places(count, self.spacing, self.plane)
    }
}

/// A formation as the game wants it in a step.
pub(super) struct Order<'a> {
    form: &'a Form,
    spacing: f32,
    plane: Plane,
    frame: Frame,
    /// Largest hash of the slot of a boid that can have a place.
    share: u32,
    /// Steps of a change of the form, of the pause, and between changes of the leader.
    change: u64,
    pause: u64,
    lead: u64,
}

impl<'a> Order<'a> {
    /// The order of an influence; `None` if it is no formation, or does not act.
    pub(super) fn of(influence: &'a Influence, settings: &Settings) -> Option<Self> {
        let InfluenceKind::Formation {
            form,
            spacing,
            position,
            rotation,
            change,
            lead,
            ..
        } = &influence.kind
        else {
            return None;
        };
        let steps = |seconds: f32| (seconds / settings.simulation.time_step).ceil() as u64;
        let is_flight = matches!(form, Form::Vee { .. });
        influence.acts().then(|| Self {
            form,
            spacing: *spacing,
            plane: settings.motion.plane,
            frame: Frame::new(&Placement {
                origin: *position,
                rotation: *rotation,
            }),
            share: influence.share_of_slots(),
            change: steps(*change),
            pause: steps(PAUSE),
            lead: if is_flight { steps(*lead) } else { 0 },
        })
    }

    fn has(&self, layout: &Layout) -> bool {
        let Layout {
            form,
            spacing,
            plane,
        } = layout;
        (spacing, plane) == (&self.spacing, &self.plane) && form == self.form
    }

    fn layout(&self) -> Layout {
        Layout {
            form: self.form.clone(),
            spacing: self.spacing,
            plane: self.plane,
        }
    }

    fn is_follower(&self, slot: u32, slot_map: &SlotMap) -> bool {
        slot_map.is_placed(slot) && (self.share == u32::MAX || hash_of(slot) <= self.share)
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
    pub(super) blend: Blend,
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
            blend: Blend::default(),
        }
    }

    /// Follows the order and the boids in the step after `steps` steps. True if boids are led to other
    /// places than in the step before.
    pub(super) fn update(&mut self, order: &Order, followers: &Followers, steps: u64) -> bool {
        let compared = self.compare(order, followers.slot_map);
        let is_other = !self.layout.as_ref().is_some_and(|it| order.has(it));
        let is_paused = steps < self.since.saturating_add(order.pause);
        let mut is_changed = compared.has_left;
        if is_other || (compared.followers != self.asked && !is_paused) {
            let keeps = !is_other && !self.members.contains(&None) && order.form.grows(order.plane);
            if keeps && compared.followers > self.asked {
                self.extend(order, compared.followers);
                self.fill(order, followers.slot_map);
            } else {
                self.form(order, followers, compared.followers, steps);
            }
            self.since = steps;
            is_changed = true;
        } else if compared.lacking > 0 && self.members.contains(&None) {
            self.fill(order, followers.slot_map);
            is_changed = true;
        }
        let is_due =
            order.lead > 0 && steps > self.since && (steps - self.since).is_multiple_of(order.lead);
        if is_due {
            let turn = (steps - self.since) / order.lead;
            self.change_leader(order, turn as usize % 2, steps);
            is_changed = true;
        }
        if is_changed || self.blend.is_active(steps) {
            self.lead_to_places(steps);
            return true;
        }
        false
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
                compared.has_left = true;
                compared.lacking += usize::from(is_follower);
            }
        }
        compared
    }

    /// Makes places, and assigns them.
    fn form(&mut self, order: &Order, followers: &Followers, count: usize, steps: u64) {
        let layout = order.layout();
        self.places = layout.places(count);
        self.asked = count;
        self.blend.begin(steps, order.change);
        self.layout = Some(layout);
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
        self.place_of.fill(NO_PLACE);
        for (slot, place) in slots.iter().zip(assign(&positions, &self.places)) {
            if let Some(member) = self.members.get_mut(place as usize) {
                *member = Some(slot_map.id(*slot));
                self.place_of[*slot as usize] = place;
            }
        }
    }

    /// Adds places without changing the others.
    fn extend(&mut self, order: &Order, count: usize) {
        self.places = order.layout().places(count);
        self.asked = count;
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

    /// Lets the leader of a flight fall back to the end of an arm, whose other boids move up.
    fn change_leader(&mut self, order: &Order, arm: usize, steps: u64) {
        self.blend.begin(steps, order.change);
        let mut place = 0;
        let arm = (1 + arm..self.members.len()).step_by(2);
        for next in arm {
            self.members.swap(place, next);
            place = next;
        }
        for (place, member) in (0..).zip(&self.members) {
            if let Some(id) = member {
                self.place_of[id.slot() as usize] = place;
            }
        }
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
        let places = self.places.iter().zip(&self.members);
        places.map(|(place, member)| (*place, *member))
    }
}
