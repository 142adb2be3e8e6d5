//! Events: what happened to boids, collected until the game takes them.

use crate::{
    flock::{
        log::FlockInput,
        reports::events::{EventMask, FlockEvent, Player},
        Flock,
    },
    settings::validation::SettingsError,
};

impl Flock {
    /// Chooses the kinds of events that are recorded from now on; none at first. What is off costs
    /// nothing. What is on is complete: no event is left out, however many there are, until
    /// [`drain_events`](Self::drain_events) takes them. They have the same order and contents on
    /// any number of threads. A kind that is switched on is recorded for boids that it holds for at
    /// the next step. A snapshot holds no events.
    ///
    /// Events that depend on positions make a step longer by a test of every boid. `ARRIVED` also
    /// adds time for the boids that are at each target. `SPLIT_OFF` takes the time of some steps
    /// once a second.
    ///
    /// On a GPU, events of places are found in the drawn state. After [`advance`](Self::advance) they
    /// are at most two frames late, and a state that begins and ends between two read-backs is
    /// missed. Contacts, panics and sleep are read back separately, usually within four frames; those
    /// of the last frames before the boids leave the GPU are missed. After [`step`](Self::step) all
    /// of them wait for the exact state.
    ///
    /// ```
    /// use flock_sim::{
    ///     boids::{DeadBody, Death},
    ///     events::{EventKind, EventMask},
    ///     Flock, Placement, Settings,
    /// };
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// flock.set_events(EventMask::KILLED | EventMask::SCARED);
    /// let fish = flock.boids().next().unwrap().id;
    /// flock.kill(fish, Death::new(DeadBody::Sinks))?;
    /// flock.advance(1.0 / 60.0);
    /// for event in flock.drain_events() {
    ///     assert_eq!((event.boid, event.kind), (fish, EventKind::Killed));
    /// }
    /// assert_eq!(flock.drain_events().count(), 0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_events(&mut self, mask: EventMask) {
        let before = std::mem::replace(&mut self.reports.events.watch.mask, mask);
        self.reports.events.watch.forget_what_is_off();
        self.know_levels();
        self.know_panics();
        self.know_touched(before);
    }

    /// The kinds of events that are recorded.
    pub fn events(&self) -> EventMask {
        self.reports.events.watch.mask
    }

    /// Takes the events since the last call, in the order in which they were noticed: those of a
    /// kind after a step in the order of the ids.
    pub fn drain_events(&mut self) -> impl ExactSizeIterator<Item = FlockEvent> + '_ {
        self.reports.events.list.drain(..)
    }

    /// Says where the player is, for
    /// [`EventKind::TouchedPlayer`](crate::events::EventKind::TouchedPlayer), or that there is
    /// none. Takes constant time.
    ///
    /// # Errors
    /// Names every value that is out of range; the player then stays where it was.
    ///
    /// ```
    /// use flock_sim::{
    ///     events::{EventMask, Player},
    ///     Flock, Placement, Settings, Vec3,
    /// };
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// flock.set_events(EventMask::TOUCHED_PLAYER);
    /// flock.set_player(Some(Player { point: Vec3::zeros(), radius: 0.3 }))?;
    /// flock.step();
    /// let touching = flock.in_sphere(Vec3::zeros(), 0.35).count();
    /// assert_eq!(flock.drain_events().len(), touching);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn set_player(&mut self, player: Option<Player>) -> Result<(), SettingsError> {
        if let Some(player) = &player {
            player.validate()?;
        }
        if player != self.reports.events.watch.player {
            self.reports.events.watch.player = player;
            self.log(|| FlockInput::SetPlayer(player));
        }
        Ok(())
    }
}
