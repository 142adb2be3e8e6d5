//! Events that follow from the positions of boids.

use crate::{
    boundary::{periodic_box::seen_from, PeriodicBox},
    flock::{
        reports::events::{EventKind, EventMask, Events, Player},
        Flock,
    },
    math::Vec3,
    neighbours::components::components,
    state::{boid_id::BoidId, boids::Boids, slot_map::SlotMap},
    steering::{
        flee::FleeSource,
        influences::{InfluenceId, InfluenceKind},
    },
};
use std::mem::take;

/// Share of its reach at which boids have arrived at a target without slowing.
const ARRIVED: f32 = 0.1;

/// The events for which a step checks all boids.
const OF_PLACES: [EventMask; 4] = [
    EventMask::ARRIVED,
    EventMask::TOUCHED_SOLID,
    EventMask::TOUCHED_PLAYER,
    EventMask::SPLIT_OFF,
];

/// The boids after a step, with access to their ids.
struct Places<'a> {
    boids: &'a Boids,
    slot_map: &'a SlotMap,
    step: u64,
}

impl<'a> Places<'a> {
    fn ids(&self) -> impl Iterator<Item = BoidId> + 'a {
        let slot_map = self.slot_map;
        self.boids.slot.iter().map(|slot| slot_map.id(*slot))
    }

    /// The boids whose positions pass the test.
    fn within(&self, test: impl Fn(Vec3) -> bool + 'a) -> impl Iterator<Item = BoidId> + 'a {
        let (boids, slot_map) = (self.boids, self.slot_map);
        let found = (0..boids.len()).filter(move |index| test(boids.position(*index)));
        found.map(|index| slot_map.id(boids.slot[index]))
    }

    /// The boids within `radius` metres of a point.
    fn near(&self, point: Vec3, radius: f32) -> impl Iterator<Item = BoidId> + 'a {
        self.within(move |position| (position - point).norm_squared() <= radius * radius)
    }
}

impl Flock {
    /// Records boids that become scared in the next step.
    pub(crate) fn notice_scares(&mut self) {
        let sources = self.inputs.scares.flee_sources();
        let is_calm = sources.is_empty() && self.reports.events.watch.scared.is_empty();
        if is_calm || !self.reports.events.watch.mask.contains(EventMask::SCARED) {
            return;
        }
        let mut events = take(&mut self.reports.events);
        let places = self.places();
        let periodic_box = self.periodic_box();
        let is_scared = |position: Vec3| {
            let reaches = |it: &FleeSource| {
                let point = seen_from(position, it.point, periodic_box.as_ref());
                it.strength > 0.0 && (position - point).norm() < it.radius
            };
            self.inputs.scares.flee_sources().iter().any(reaches)
        };
        let mut onset = take(&mut events.watch.scared);
        onset.update(places.within(is_scared), |id| {
            events.record(EventKind::Scared, id, places.step);
        });
        events.watch.scared = onset;
        self.reports.events = events;
    }

    /// Records the events that follow from the positions after a step.
    pub(crate) fn notice_places(&mut self) {
        let mask = self.reports.events.watch.mask;
        if !OF_PLACES.iter().any(|kind| mask.contains(*kind)) {
            return;
        }
        let mut events = take(&mut self.reports.events);
        if mask.contains(EventMask::ARRIVED) {
            self.notice_arrivals(&mut events);
        }
        // On a GPU, the moves mark the boids that touch something, and the marks are read back.
        let is_on_cpu = self.population.boids.gpu().boids.is_none();
        if is_on_cpu && mask.contains(EventMask::TOUCHED_SOLID) {
            self.notice_solid(&mut events, self.reports.statistics.steps);
        }
        if mask.contains(EventMask::TOUCHED_PLAYER) {
            self.notice_player(&mut events);
        }
        if mask.contains(EventMask::SPLIT_OFF) && events.watch.split.is_due(self.clock.time) {
            self.notice_splits(&mut events);
        }
        self.reports.events = events;
    }

    fn notice_arrivals(&self, events: &mut Events) {
        let mut at_targets = take(&mut events.watch.at_targets);
        let mut targets = self.targets().peekable();
        if targets.peek().is_none() {
            return;
        }
        let places = self.places();
        at_targets.update(
            targets,
            (places.boids, places.slot_map),
            self.tree(),
            self.config.backend(),
            |target, boid| events.record(EventKind::Arrived(target), boid, places.step),
        );
        events.watch.at_targets = at_targets;
    }

    /// The targets with the radii within which boids have arrived.
    fn targets(&self) -> impl Iterator<Item = (InfluenceId, Vec3, f32)> + '_ {
        self.inputs
            .influences
            .entries()
            .iter()
            .filter_map(|(id, influence)| match influence.kind {
                InfluenceKind::Target { point, slowing } if influence.enabled => {
                    let radius = if slowing > 0.0 {
                        slowing
                    } else {
                        ARRIVED * influence.reach
                    };
                    Some((*id, point, radius))
                }
                _ => None,
            })
    }

    /// Records the marked boids that met something solid up to a step, and did not before.
    pub(super) fn notice_solid(&self, events: &mut Events, step: u64) {
        let (mut onset, touched) = (take(&mut events.watch.at_solid), take(&mut events.touched));
        let slot_map = self.population.boids.slot_map();
        let slots = touched.iter().filter(|slot| slot_map.is_placed(*slot));
        onset.update(slots.map(|slot| slot_map.id(slot)), |id| {
            events.record(EventKind::TouchedSolid, id, step);
        });
        (events.watch.at_solid, events.touched) = (onset, touched);
    }

    fn notice_player(&self, events: &mut Events) {
        let (mut onset, places) = (take(&mut events.watch.at_player), self.places());
        let body_radius = self.config.settings.collision.body_radius;
        let nowhere = Player {
            point: Vec3::repeat(f32::NAN),
            radius: 0.0,
        };
        let player = events.watch.player.unwrap_or(nowhere);
        onset.update(
            places.near(player.point, player.radius + body_radius),
            |id| {
                events.record(EventKind::TouchedPlayer, id, places.step);
            },
        );
        events.watch.at_player = onset;
    }

    fn notice_splits(&self, events: &mut Events) {
        let (mut split, places) = (take(&mut events.watch.split), self.places());
        let periodic_box = PeriodicBox::new(&self.config.settings, self.config.frame());
        let radius = self.config.settings.cohesion.radius;
        let components = components(places.boids, radius, periodic_box.as_ref());
        let ids: Vec<BoidId> = places.ids().collect();
        split.update(&ids, &components, |id, members| {
            events.record(EventKind::SplitOff { members }, id, places.step);
        });
        events.watch.split = split;
    }

    fn places(&self) -> Places<'_> {
        Places {
            // First, because it updates the indices of the slots.
            boids: self.known(),
            slot_map: self.population.boids.slot_map(),
            step: self.reports.statistics.steps,
        }
    }

    /// Records an event, if its kind is on.
    pub(crate) fn record(&mut self, kind: EventKind, boid: BoidId) {
        self.reports
            .events
            .record(kind, boid, self.reports.statistics.steps);
    }
}
