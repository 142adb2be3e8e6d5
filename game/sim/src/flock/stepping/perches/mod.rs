//! Perches in a step: boids land on spots, stand there and take off.
//!
//! Boids on perches are on the CPU, with any backend: a boid that lands leaves the GPU, and joins
//! again when it takes off. The CPU decides from the drawn positions.

mod alarms;
mod landing;
mod riders;

use crate::{
    boundary::periodic_box::seen_from,
    flock::{population::loose_bodies::check_return, reports::events::EventKind, Flock},
    math::{
        random::{hash_of, unit},
        Vec3,
    },
    motion::loose_body::LooseBody,
    perches::{
        set::Entry,
        spot_frame::SpotFrame,
        stay::{Stay, StayPhase},
    },
    steering::scare::ActiveScare,
};
use alarms::Alarms;

/// Time in seconds for which a boid climbs before it joins the flock.
const CLIMB_TIME: f32 = 1.0;

/// Time in seconds of a climb after which a boid that finds no free place starts again.
const LONGEST_CLIMB: f32 = 5.0;

/// Longest delay in seconds of a take-off after a fright; the nearest boids take off at once.
pub(crate) const LONGEST_FRIGHT: f32 = 2.5;

/// Delay in seconds with which boids follow a frightened one that takes off.
const ALARM_DELAY: f32 = 0.2;

impl Flock {
    /// True if boids of other flocks may frighten boids on perches of this flock.
    pub(crate) fn fears_on_perches(&self) -> bool {
        self.config.settings.fear.enabled
            && (!self.inputs.perches.is_empty() || self.stays().next().is_some())
    }

    /// Takes the threats [`FearState::seen_from_perches`](crate::steering::fear::state::FearState),
    /// to be filled again.
    pub(crate) fn take_seen_from_perches(
        &mut self,
    ) -> crate::steering::fear::threat_set::ThreatSet {
        std::mem::take(&mut self.population.boids.memories.fear.seen_from_perches)
    }

    pub(crate) fn stays(&self) -> impl Iterator<Item = (&LooseBody, &Stay)> {
        let bodies = self.population.bodies.list().iter();
        bodies.filter_map(|body| Some((body, body.stay.as_ref()?)))
    }

    /// Decides after the moves of a step which boids land, take off and join the flock.
    pub(crate) fn step_perches(&mut self) {
        let has_stays = self
            .population
            .bodies
            .list()
            .iter()
            .any(|body| body.stay.is_some());
        if self.inputs.perches.is_empty() && !has_stays {
            return;
        }
        self.begin_stands();
        self.frighten_perched();
        self.end_stands();
        self.join_climbed();
        let had = self.population.bodies.list().iter().filter_map(|body| {
            let stay = body.stay.filter(Stay::has_spot)?;
            Some((stay.perch, stay.spot))
        });
        let radius = self.config.settings.collision.body_radius;
        self.inputs
            .perches
            .begin_step(had, &self.config.geometry, radius);
        self.begin_landings();
    }

    /// Starts the stay of boids that landed in this step, and records the landings.
    fn begin_stands(&mut self) {
        let steps = self.reports.statistics.steps;
        let landed = |stay: &Stay| stay.phase == StayPhase::Stand && stay.seconds == 0.0;
        for index in 0..self.population.bodies.len() {
            let body = &mut self.population.bodies.list_mut()[index];
            let Some(stay) = body.stay.as_mut().filter(|stay| landed(stay)) else {
                continue;
            };
            let [shortest, longest] = match self.inputs.perches.get(stay.perch) {
                Some(entry) => entry.perch.stay,
                None => [0.0; 2],
            };
            let share = unit(hash_of(hash_of(body.state.slot) ^ steps as u32));
            let wished = shortest + (longest - shortest) * share;
            // A boid that was frightened on its way down takes off at once.
            stay.takes_off_after = if stay.is_frightened { 0.0 } else { wished };
            let id = self.population.boids.slot_map().id(body.state.slot);
            self.record(EventKind::Landed, id);
        }
    }

    /// Frightens boids on perches that are near threats.
    fn frighten_perched(&mut self) {
        let periodic_box = self.periodic_box();
        let (scares, threats) = (
            &self.inputs.scares,
            &self.population.boids.memories.fear.threats,
        );
        let others = &self.population.boids.memories.fear.seen_from_perches;
        let on_perches = |body: &&mut LooseBody| body.stay.is_some_and(|stay| stay.has_spot());
        for body in self
            .population
            .bodies
            .list_mut()
            .iter_mut()
            .filter(on_perches)
        {
            let place = body.state.position;
            let mut frighten = |point: Vec3, radius: f32| {
                let distance = (place - point).norm();
                if distance < radius {
                    body.frighten(LONGEST_FRIGHT * distance / radius);
                }
            };
            for ActiveScare { scare, .. } in scares.active() {
                frighten(
                    seen_from(place, scare.point, periodic_box.as_ref()),
                    scare.radius,
                );
            }
            others.for_each_near(place.into(), |threat| {
                frighten(threat.point.into(), threat.radius);
            });
            threats.for_each_near(place.into(), |threat| {
                if threat.makes_flee() {
                    frighten(threat.point.into(), threat.radius);
                }
            });
        }
    }

    /// True if a boid at `place` would be frightened.
    fn is_frightening(&self, place: Vec3) -> bool {
        let periodic_box = self.periodic_box();
        let reaches = |ActiveScare { scare, .. }: &ActiveScare| {
            let point = seen_from(place, scare.point, periodic_box.as_ref());
            (place - point).norm() < scare.radius
        };
        self.inputs.scares.active().iter().any(reaches)
            || self
                .population
                .boids
                .memories
                .fear
                .seen_from_perches
                .is_any_near(place, |_| true)
            || self
                .population
                .boids
                .memories
                .fear
                .threats
                .is_any_near(place, |threat| threat.makes_flee())
    }

    /// Lets boids take off whose time is over or whose spot is gone.
    fn end_stands(&mut self) {
        let mut alarms = Vec::new();
        for index in 0..self.population.bodies.len() {
            let body = &mut self.population.bodies.list_mut()[index];
            let Some(stay) = body.stay.as_mut().filter(|stay| stay.has_spot()) else {
                continue;
            };
            let entry = self.inputs.perches.get(stay.perch);
            let obstacles = &self.inputs.obstacles;
            let holds = |entry: &Entry| {
                let frame = SpotFrame::of(&entry.perch, obstacles)?;
                frame.holds(entry.spot(stay.spot)?).then_some(())
            };
            let is_gone = entry.and_then(holds).is_none();
            let is_over = if stay.is_landing() {
                stay.is_frightened || stay.seconds > stay.patience
            } else {
                stay.seconds >= stay.takes_off_after
            };
            if !(is_gone || is_over) {
                continue;
            }
            let stood = !stay.is_landing();
            stay.enter(StayPhase::TakeOff);
            if let Some(entry) = entry.filter(|_| stay.is_frightened) {
                alarms.push((stay.perch, body.state.position, entry.perch.alarm_radius));
            }
            if stood {
                let id = self.population.boids.slot_map().id(body.state.slot);
                self.record(EventKind::TookOff, id);
            }
        }
        let alarms = Alarms::new(alarms);
        if alarms.is_empty() {
            return;
        }
        for body in self.population.bodies.list_mut() {
            let heeds = |stay: Stay| {
                let due = stay.takes_off_after - stay.seconds;
                stay.has_spot()
                    && due > ALARM_DELAY
                    && alarms.reach(stay.perch, body.state.position)
            };
            if body.stay.is_some_and(heeds) {
                body.frighten(ALARM_DELAY);
            }
        }
    }

    /// Lets boids that have climbed long enough join the flock, where there is room for them.
    fn join_climbed(&mut self) {
        let has_climbed = |stay: &Stay| !stay.has_spot() && stay.seconds >= CLIMB_TIME;
        let mut index = 0;
        while index < self.population.bodies.len() {
            let body = self.population.bodies.list()[index];
            let joins = body.stay.as_ref().is_some_and(has_climbed);
            let id = self.population.boids.slot_map().id(body.state.slot);
            let is_stuck = body.stay.is_some_and(|stay| stay.seconds >= LONGEST_CLIMB);
            // The last body takes the index of a body that leaves the list.
            let radius = self.config.settings.collision.body_radius;
            let is_clear = joins
                && self.inputs.obstacles.is_clear(body.state.position, radius)
                && check_return(&body.state, &self.config, &self.inputs.obstacles).is_ok();
            if is_clear {
                self.change_population(|it, context| it.join(id, context));
            } else if joins && is_stuck {
                self.change_population(|it, context| it.place_anew(id, context));
            } else {
                index += 1;
            }
        }
    }

    /// Lets all boids take off, because the size of their bodies changed.
    pub(crate) fn leave_perches(&mut self) {
        self.inputs.perches.forget_surfaces();
        for body in self.population.bodies.list_mut() {
            body.frighten(0.0);
        }
    }
}

impl LooseBody {
    /// Frightens a body on a perch: it takes off after `delay` seconds, or at once if it has not
    /// landed yet.
    pub(crate) fn frighten(&mut self, delay: f32) {
        if let Some(stay) = self.stay.as_mut().filter(|stay| stay.has_spot()) {
            stay.frighten(delay);
        }
    }
}
