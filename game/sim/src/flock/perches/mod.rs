//! Perches: boids land on spots, stand there and take off.

mod alarms;
mod landing;

use self::alarms::Alarms;
use super::{boid_store::change_members, events::EventKind, input_log::FlockInput, Flock};
use crate::{
    boundary::periodic_box::seen_from,
    math::{
        random::{hash_of, unit},
        Vec3,
    },
    motion::loose_body::LooseBody,
    perches::{
        perch::Perch,
        set::{PerchId, PerchUse},
        stay::{Stay, StayPhase},
    },
    settings::validation::{Check, SettingsError},
    state::boid_id::BoidId,
    steering::{fear::threat::Threat, scare::ActiveScare},
};

/// Time of a climb after which a boid joins the flock, in seconds.
const CLIMB_TIME: f32 = 1.0;

/// Time of a climb after which a boid that finds no room starts anew, in seconds.
const LONGEST_CLIMB: f32 = 5.0;

/// Longest time after which boids that something frightens take off, in seconds; the nearest ones do at
/// once.
const LONGEST_FRIGHT: f32 = 2.5;

/// Time after which boids follow a frightened one that takes off, in seconds.
const ALARM_DELAY: f32 = 0.2;

/// Perches: spots on roofs, wires and trees, found by [`PerchSampling`](crate::PerchSampling) or given
/// by the game. No two boids have the same spot.
///
/// A boid in reach of free spots decides now and then to land. It chooses a near one to which its way is
/// free, leaves the flock, flies to a place above it and comes down, braking, nose up, at 0.2 m/s in the
/// end. It stands for a while, with small turns, and takes off: after its time, when a
/// [scare](Self::scare) or, with `fear.enabled`, a hunter comes near (the nearest ones first, all within
/// 3 s), when a frightened one near it does, when its surface is gone, or [by call](Self::take_off). It
/// climbs for a second and joins the flock. All of these moves are swept against the static geometry and
/// the moving obstacles. One that an obstacle pushes is frightened: it gives up its landing, or takes off
/// from its spot. One that finds no way out is moved to the nearest free place, as a boid of the flock is,
/// and counted in [`Statistics::rescued`](crate::Statistics::rescued).
///
/// Boids on perches are out of the flock, as [dead](Self::kill) ones are, and drawn. Those of a planar
/// flock do not land. Of a flock on a GPU the same is decided from what is known of it: after single
/// steps the exact state, between frames the drawn one, so that a boid leaves the flock where it is
/// drawn; who lands then depends on which frame has come back, and differs from run to run.
impl Flock {
    /// Adds a perch, from the next step on. There are at most 256 at a time. Takes time in proportion
    /// to the number of its spots, as the next step does. The steps take longer for boids in its reach,
    /// of which at most 512 of the flock choose a spot in a step: each looks at the nearest ones.
    ///
    /// # Errors
    /// Names every value of the perch that is out of range, or the number of perches if there are 256
    /// already; the flock then stays as it was.
    ///
    /// ```
    /// use flock_sim::{shapes, Flock, Geometry, Perch, PerchSampling, Placement, Settings, Vec3};
    /// use std::sync::Arc;
    ///
    /// let (roof, _) = Geometry::new(&shapes::cuboid(Vec3::new(3.0, 0.2, 3.0)));
    /// let settings = Settings::default();
    /// let radius = settings.collision.body_radius;
    /// let all = [Vec3::repeat(-10.0), Vec3::repeat(10.0)];
    /// let spots = PerchSampling::default().find(&roof, all, radius)?.spots;
    /// let mut flock = Flock::new(settings, Placement::default(), Arc::new(roof))?;
    /// let perch = flock.add_perch(Perch { landings: 2.0, ..Perch::new(spots) })?;
    /// (0..600).for_each(|_| flock.step());
    /// let standing = flock.perch_use(perch).unwrap().taken;
    /// assert!(standing > 50, "{standing}");
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn add_perch(&mut self, perch: Perch) -> Result<PerchId, SettingsError> {
        let logged = self.to_log(&perch);
        let id = self.perches.add(perch)?;
        self.log_if(logged, FlockInput::AddPerch);
        Ok(id)
    }

    /// Removes a perch; its boids take off in the next step. `None` if it was removed before.
    pub fn remove_perch(&mut self, id: PerchId) -> Option<Perch> {
        let removed = self.perches.remove(id)?;
        self.tags.forget(id);
        self.log(|| FlockInput::RemovePerch(id));
        Some(removed)
    }

    /// Makes all boids of a perch take off within 3 s, those nearest to a point in the world first. False
    /// if the perch was removed before. Takes time in proportion to the number of boids on perches.
    ///
    /// # Errors
    /// Refuses a point that is not finite or beyond ±10,000 m in a component.
    pub fn take_off(&mut self, id: PerchId, from: Vec3) -> Result<bool, SettingsError> {
        let mut check = Check::default();
        check.vector("from", &from, "m");
        check.finish()?;
        if self.perches.get(id).is_none() {
            return Ok(false);
        }
        self.log(|| FlockInput::TakeOff { id, from });
        let on_it = |body: &&mut LooseBody| body.stay.is_some_and(|stay| stay.perch == id);
        let distance = |body: &LooseBody| (body.state.position - from).norm();
        let bodies = self.bodies.list_mut().iter_mut().filter(on_it);
        let farthest = bodies.map(|body| distance(body)).fold(1e-3, f32::max);
        for body in self.bodies.list_mut().iter_mut().filter(on_it) {
            let delay = LONGEST_FRIGHT * distance(body) / farthest;
            body.frighten(delay);
        }
        Ok(true)
    }

    /// The perches in the order in which they were added.
    pub fn perches(&self) -> impl ExactSizeIterator<Item = (PerchId, &Perch)> {
        let entries = self.perches.entries().iter();
        entries.map(|entry| (entry.id, &entry.perch))
    }

    /// How many spots of a perch are in use. `None` if it was removed. Takes time in proportion to the
    /// number of boids on perches.
    pub fn perch_use(&self, id: PerchId) -> Option<PerchUse> {
        let entry = self.perches.get(id)?;
        let stays = self.stays().filter(|(_, stay)| stay.perch == id);
        let mut used = PerchUse {
            gone: entry.gone(),
            ..PerchUse::default()
        };
        for (_, stay) in stays {
            used.reserved += usize::from(stay.is_landing());
            used.taken += usize::from(stay.phase == StayPhase::Stand);
        }
        let not_free = used.reserved + used.taken + used.gone;
        used.free = entry.perch.spots.len().saturating_sub(not_free);
        Some(used)
    }

    /// The spot on which a boid stands: its perch, and the number of the spot. `None` while it flies.
    /// Takes constant time.
    pub fn perched_on(&self, id: BoidId) -> Option<(PerchId, u32)> {
        let body = self.bodies.get(id, self.boids.slot_map())?;
        let stay = body.stay.filter(|stay| stay.phase == StayPhase::Stand)?;
        Some((stay.perch, stay.spot))
    }

    /// True if boids of other flocks may frighten boids on perches.
    #[cfg(feature = "gpu")]
    pub(crate) fn fears_on_perches(&self) -> bool {
        self.settings.fear.enabled && (!self.perches.is_empty() || self.stays().next().is_some())
    }

    /// Takes what [`FearState::seen_from_perches`](crate::steering::fear::state::FearState) held, to be
    /// filled again.
    #[cfg(feature = "gpu")]
    pub(crate) fn take_seen_from_perches(
        &mut self,
    ) -> crate::steering::fear::threat_set::ThreatSet {
        std::mem::take(&mut self.fear.seen_from_perches)
    }

    fn stays(&self) -> impl Iterator<Item = (&LooseBody, &Stay)> {
        let bodies = self.bodies.list().iter();
        bodies.filter_map(|body| Some((body, body.stay.as_ref()?)))
    }

    /// Decides, after the moves of a step, who lands, who takes off and who joins the flock.
    pub(super) fn step_perches(&mut self) {
        let has_stays = self.bodies.list().iter().any(|body| body.stay.is_some());
        if self.perches.is_empty() && !has_stays {
            return;
        }
        self.begin_stands();
        self.frighten_perched();
        self.end_stands();
        self.join_climbed();
        let had = self.bodies.list().iter().filter_map(|body| {
            let stay = body.stay.filter(Stay::has_spot)?;
            Some((stay.perch, stay.spot))
        });
        let radius = self.settings.collision.body_radius;
        self.perches.begin_step(had, &self.geometry, radius);
        self.begin_landings();
    }

    /// Notes the boids that have landed in this step.
    fn begin_stands(&mut self) {
        let steps = self.statistics.steps;
        let landed = |stay: &Stay| stay.phase == StayPhase::Stand && stay.seconds == 0.0;
        for index in 0..self.bodies.len() {
            let body = &mut self.bodies.list_mut()[index];
            let Some(stay) = body.stay.as_mut().filter(|stay| landed(stay)) else {
                continue;
            };
            let [shortest, longest] = match self.perches.get(stay.perch) {
                Some(entry) => entry.perch.stay,
                None => [0.0; 2],
            };
            let share = unit(hash_of(hash_of(body.state.slot) ^ steps as u32));
            let wished = shortest + (longest - shortest) * share;
            // It was frightened on its way down.
            stay.takes_off_after = match stay.is_frightened {
                true => 0.0,
                false => wished,
            };
            let id = self.boids.slot_map().id(body.state.slot);
            self.record(EventKind::Landed, id);
        }
    }

    /// Scares and hunters frighten the boids on perches.
    fn frighten_perched(&mut self) {
        let periodic_box = self.periodic_box();
        let (scares, hunters) = (&self.scares, &self.fear.threats);
        let others = &self.fear.seen_from_perches;
        let on_perches = |body: &&mut LooseBody| body.stay.is_some_and(|stay| stay.has_spot());
        for body in self.bodies.list_mut().iter_mut().filter(on_perches) {
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
            hunters.for_each_near(place.into(), |threat| {
                if threat.is_hunter() {
                    frighten(threat.point.into(), threat.radius);
                }
            });
        }
    }

    /// True if boids at a place would be frightened there.
    fn is_frightening(&self, place: Vec3) -> bool {
        let periodic_box = self.periodic_box();
        let reaches = |ActiveScare { scare, .. }: &ActiveScare| {
            let point = seen_from(place, scare.point, periodic_box.as_ref());
            (place - point).norm() < scare.radius
        };
        self.scares.active().iter().any(reaches)
            || self.fear.seen_from_perches.is_any_near(place, |_| true)
            || self.fear.threats.is_any_near(place, Threat::is_hunter)
    }

    /// Boids take off whose time is over, or whose spot is gone.
    fn end_stands(&mut self) {
        let mut alarms = Vec::new();
        for index in 0..self.bodies.len() {
            let body = &mut self.bodies.list_mut()[index];
            let Some(stay) = body.stay.as_mut().filter(|stay| stay.has_spot()) else {
                continue;
            };
            let entry = self.perches.get(stay.perch);
            let is_gone = entry.and_then(|entry| entry.spot(stay.spot)).is_none();
            let is_over = match stay.is_landing() {
                true => stay.is_frightened || stay.seconds > stay.patience,
                false => stay.seconds >= stay.takes_off_after,
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
                let id = self.boids.slot_map().id(body.state.slot);
                self.record(EventKind::TookOff, id);
            }
        }
        let alarms = Alarms::new(alarms);
        if alarms.is_empty() {
            return;
        }
        for body in self.bodies.list_mut() {
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

    /// Boids that have climbed for a while join the flock, where there is room for them.
    fn join_climbed(&mut self) {
        let has_climbed = |stay: &Stay| !stay.has_spot() && stay.seconds >= CLIMB_TIME;
        let mut index = 0;
        while index < self.bodies.len() {
            let body = self.bodies.list()[index];
            let joins = body.stay.as_ref().is_some_and(has_climbed);
            let id = self.boids.slot_map().id(body.state.slot);
            let is_stuck = body.stay.is_some_and(|stay| stay.seconds >= LONGEST_CLIMB);
            // The last body takes the place in the list of one that leaves it.
            let radius = self.settings.collision.body_radius;
            let is_clear = joins
                && self.obstacles.is_clear(body.state.position, radius)
                && self.check_return(&body.state).is_ok();
            if is_clear {
                self.join(id);
            } else if joins && is_stuck {
                self.place_anew(id);
            } else {
                index += 1;
            }
        }
    }

    /// A boid without a place nearby starts anew, or waits.
    pub(in crate::flock) fn place_anew(&mut self, id: BoidId) {
        let members = change_members!(self, 1);
        if self.bodies.take_out(id, members.slot_map).is_some() {
            members.slot_map.wait(id.slot());
            self.count_rescued(1);
            self.record(EventKind::Rescued, id);
            self.place(&[id]);
        }
    }

    /// All boids take off, since their bodies have become others.
    pub(super) fn leave_perches(&mut self) {
        self.perches.forget_surfaces();
        for body in self.bodies.list_mut() {
            body.frighten(0.0);
        }
    }
}

impl LooseBody {
    /// Something frightens it if it is on a perch: it takes off after a delay in seconds, at once if it
    /// has not landed yet.
    fn frighten(&mut self, delay: f32) {
        if let Some(stay) = self.stay.as_mut().filter(|stay| stay.has_spot()) {
            stay.frighten(delay);
        }
    }
}
