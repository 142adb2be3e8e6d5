//! Hunters that the game moves, and the fear of the boids.

use super::{events::EventKind, input_log::FlockInput, Flock};
use crate::{
    boundary::PeriodicBox,
    math::frame::Frame,
    neighbours::criteria::Criteria,
    settings::{validation::SettingsError, BoundaryMode},
    state::threads::enter,
    steering::{
        fear::{
            alarm::SortedBoids,
            hunter::{Hunter, HunterId, MOST_HUNTERS},
            threat::Chooser,
            FearParams,
        },
        scare::MOST_SCARES,
    },
    step::others::OtherFlocks,
};

/// Hunters: the player, a shark. With `fear.enabled` boids flee from them, as the speed and the
/// direction of the attack demand, and with `panic.enabled` panic runs through the flock in waves,
/// which [`measure`](Self::measure) measures. A hunter is no body: add an
/// [obstacle](Self::add_obstacle) too if boids shall not pass through it.
///
/// Across the sides of a box that wraps round, boids flee from hunters and scares as from those inside:
/// from the image that is nearest. Only what is in the box has images; outside it, a hunter is nowhere
/// else than it is. Boids do not see hunters across the surface of a sphere that wraps round.
///
/// Each boid looks once in `fear.reaction_time`. Before it has seen a hunter it does not flee; panic
/// it copies from those that have it among their nearest neighbours.
impl Flock {
    /// Adds a hunter, from the next step on. There are at most 256 at a time. Takes constant time; a
    /// hunter makes the steps longer for the boids within `fear.radius`.
    ///
    /// # Errors
    /// Names every value of the hunter that is out of range, or the number of hunters if there are
    /// 256 already; the flock then stays as it was.
    ///
    /// ```
    /// use flock_sim::{Flock, Hunter, Placement, Settings, Vec3};
    ///
    /// let mut settings = Settings::default();
    /// settings.fear.enabled = true;
    /// let mut flock = Flock::new(settings, Placement::default(), Default::default())?;
    /// let mut shark = Hunter::new(Vec3::new(-3.0, 0.0, 0.0), Vec3::new(1.5, 0.0, 0.0));
    /// let id = flock.add_hunter(shark)?;
    /// let near = |flock: &Flock, point: Vec3| flock.in_sphere(point, 0.5).count();
    /// for _ in 0..120 {
    ///     shark.point += shark.velocity / 60.0;
    ///     flock.move_hunter(id, shark)?;
    ///     flock.advance(1.0 / 60.0);
    /// }
    /// assert_eq!(near(&flock, shark.point), 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn add_hunter(&mut self, hunter: Hunter) -> Result<HunterId, SettingsError> {
        let id = self.hunters.add(hunter)?;
        self.log(|| FlockInput::AddHunter(hunter));
        Ok(id)
    }

    /// Says where a hunter is at the end of the next frame, and its velocity then. It goes there in
    /// the steps of the next [`advance`](Self::advance) that makes any, in equal parts, or in one
    /// [`step`](Self::step); then it stays until the next call. False if it was removed before. Takes
    /// time in proportion to the number of hunters.
    ///
    /// # Errors
    /// Names every value of the hunter that is out of range; it then goes where it would have gone.
    pub fn move_hunter(&mut self, id: HunterId, hunter: Hunter) -> Result<bool, SettingsError> {
        // Logged in the steps, each with the place at its end, which frames do not change.
        self.hunters.set_target(id, hunter)
    }

    /// Removes a hunter, from the next step on. `None` if it was removed before.
    pub fn remove_hunter(&mut self, id: HunterId) -> Option<Hunter> {
        let removed = self.hunters.remove(id)?;
        self.tags.forget(id);
        self.log(|| FlockInput::RemoveHunter(id));
        Some(removed)
    }

    /// The hunters in the order in which they were added, each as it was in the last step.
    pub fn hunters(&self) -> impl ExactSizeIterator<Item = (HunterId, &Hunter)> {
        self.hunters.iter()
    }

    /// Where a hunter goes in the next steps, as the last [`move_hunter`](Self::move_hunter) said; a hunter
    /// that is there already is there. `None` if it was removed.
    pub fn hunter_target(&self, id: HunterId) -> Option<&Hunter> {
        self.hunters.target(id)
    }

    pub(super) fn fear_params(&self) -> Option<FearParams> {
        FearParams::new(&self.settings, Frame::new(&self.placement))
    }

    /// The box that the boids live in, if its sides wrap round.
    pub(crate) fn periodic_box(&self) -> Option<PeriodicBox> {
        let is_any = self.settings.boundary.mode == BoundaryMode::Wrap;
        is_any
            .then(|| PeriodicBox::new(&self.settings, Frame::new(&self.placement)))
            .flatten()
    }

    /// Moves the hunters in a step, and logs that.
    pub(super) fn move_hunters(&mut self) {
        let periodic_box = self.periodic_box();
        let (log, steps) = (&mut self.log, self.statistics.steps);
        self.hunters
            .begin_step(periodic_box.as_ref(), |id, hunter| {
                if let Some(log) = log {
                    log.push(steps, FlockInput::MoveHunter { id, hunter });
                }
            });
    }

    /// How boids flee; none without fear.
    pub(super) fn chooser(&self) -> Option<Chooser> {
        let is_on = self.settings.fear.enabled;
        is_on.then(|| Chooser::new(&self.settings, Frame::new(&self.placement)))
    }

    /// Collects what frightens boids in a step.
    pub(super) fn begin_fear_step(&mut self, others: OtherFlocks) {
        let driver = self.settings.simulation.driver;
        let periodic_box = self.periodic_box();
        self.fear
            .seen_from_perches
            .set(std::iter::empty(), periodic_box, driver);
        let (fear, panic) = (&self.settings.fear, &self.settings.panic);
        let threats = &mut self.fear.threats;
        if fear.enabled || panic.enabled {
            // Memory for the list, but for boids of other flocks, is reserved once.
            threats.reserve(MOST_HUNTERS + MOST_SCARES);
        }
        let of_hunters = others.chooser.map(|chooser| {
            let of_game = self.hunters.iter().map(|(_, hunter)| hunter);
            let of_game = of_game.filter(|hunter| hunter.threat > 0.0);
            let of_game =
                of_game.map(move |hunter| chooser.hunter(hunter, fear.radius, fear.weight));
            let of_others = others.fled_from();
            of_game.chain(of_others.map(move |(point, velocity, relation)| {
                let hunter = Hunter::new(point, velocity);
                chooser.hunter(&hunter, relation.radius, relation.weight)
            }))
        });
        let scares = panic.enabled.then(|| self.scares.threats());
        let all = of_hunters
            .into_iter()
            .flatten()
            .chain(scares.into_iter().flatten());
        threats.set(all, periodic_box, driver);
    }

    /// The boids look around after a step, which left the state before it in `previous`.
    pub(super) fn end_fear_step(&mut self) {
        let Some(params) = self.fear_params() else {
            return;
        };
        let frame = Frame::new(&self.placement);
        // Those by which the step has sorted the boids.
        let criteria = Criteria::of_flock(&self.settings, frame, self.custom_rule.is_some());
        let (step, slot_map) = (self.statistics.steps, self.boids.slot_map());
        let driver = self.settings.simulation.driver;
        let sorted = SortedBoids {
            boids: self.boids.previous(),
            grid: &self.grid,
            inputs: &self.search,
            criteria: &criteria,
            slot_map,
            driver,
        };
        let events = &mut self.events;
        let fear = &mut self.fear;
        enter(driver, sorted.boids.len(), || {
            fear.look(&params, &sorted, step, |slot, generation| {
                let kind = EventKind::Panicked { generation };
                events.record(kind, slot_map.id(slot), step);
            });
        });
    }
}
