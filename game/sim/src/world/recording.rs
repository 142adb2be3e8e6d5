//! How the calls on a world are logged, for a replay.

use super::{
    log::{Call, Progress, WorldInput, WorldLog},
    FlockId, World,
};
use crate::flock::Flock;

impl World {
    /// Begins to log the calls of the world and of its flocks that change what becomes of them, for
    /// a replay; logs that were begun before, of the flocks too, are dropped. What is refused, or
    /// changes nothing, is not logged. Together with a [snapshot](Self::snapshot) taken now, or
    /// with the same flocks anew, it is all that a replay needs: a few bytes for each call, and the
    /// whole state of each flock that is added meanwhile. See [`Flock::start_log`] for what is not
    /// logged.
    ///
    /// ```
    /// use flock_sim::{
    ///     world::{Relation, RelationKind, WorldLog},
    ///     Flock, Placement, Settings, Vec3, World,
    /// };
    ///
    /// let new = || -> Result<_, Box<dyn std::error::Error>> {
    ///     let mut world = World::new();
    ///     let flock = || Flock::new(Settings::default(), Placement::default(), Default::default());
    ///     let ids = [world.add(flock()?), world.add(flock()?)];
    ///     Ok((world, ids))
    /// };
    /// let (mut world, [first, second]) = new()?;
    /// world.start_log();
    /// for frame in 0..30 {
    ///     if frame == 10 {
    ///         let flee = Relation { kind: RelationKind::Flee, weight: 9.0, radius: 2.0 };
    ///         world.set_relation(first, second, flee)?;
    ///         world.flock_mut(second).unwrap().spawn_at(Vec3::zeros(), Vec3::x())?;
    ///     }
    ///     world.advance(1.0 / 60.0)?;
    /// }
    /// let saved = ron::to_string(&world.take_log())?;
    ///
    /// let log: WorldLog = ron::from_str(&saved)?;
    /// let (mut again, _) = new()?;
    /// again.replay(log, &Default::default());
    /// while again.flock(first).unwrap().statistics().steps < 30 {
    ///     again.advance(1.0 / 144.0)?;
    /// }
    /// assert_eq!(again.state_hash(), world.state_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start_log(&mut self) {
        self.log = Some(WorldLog::default());
        self.flocks.iter_mut().for_each(Flock::start_log);
    }

    /// Ends the log, and those of the flocks, and returns it. It is empty if none was started.
    pub fn take_log(&mut self) -> WorldLog {
        let Some(mut log) = self.log.take() else {
            return WorldLog::default();
        };
        let flocks = self.ids.iter().zip(&mut self.flocks);
        log.flocks
            .extend(flocks.map(|(id, flock)| (*id, flock.take_log())));
        log
    }

    /// Logs a call just before it takes effect, if a log is being recorded.
    pub(super) fn log(&mut self, input: impl FnOnce() -> WorldInput) {
        let Some(log) = &mut self.log else {
            return;
        };
        let flocks = self.ids.iter().zip(&self.flocks);
        let after = flocks.map(|(id, flock)| Progress {
            flock: *id,
            steps: flock.steps(),
            calls: flock.logged_calls(),
        });
        log.calls.push(Call {
            after: after.collect(),
            input: input(),
        });
    }

    /// Logs that a flock is added, and starts its log.
    pub(super) fn log_added(&mut self, flock: &mut Flock) {
        if self.log.is_some() {
            flock.take_log();
            let snapshot = Box::new(flock.snapshot());
            self.log(|| WorldInput::Add(snapshot));
            flock.start_log();
        }
    }

    /// Logs that a flock is removed, and ends its log.
    pub(super) fn log_removed(&mut self, id: FlockId, index: usize) {
        self.log(|| WorldInput::Remove(id));
        if let Some(log) = &mut self.log {
            log.flocks.push((id, self.flocks[index].take_log()));
        }
    }
}
