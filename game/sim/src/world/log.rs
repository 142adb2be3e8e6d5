//! The log of what a game does to a world, and its replay.

use super::{FlockId, World};
use crate::{
    flock::{
        saving::{input_log::InputLog, snapshot::Snapshot},
        Flock,
    },
    geometry::Geometry,
    state::snapshot_error::{broken, SnapshotError},
    steering::relation::Relation,
};
use serde::{Deserialize, Serialize};
use std::{mem::take, sync::Arc};

/// A call that changes what becomes of a world, named as the method of [`World`](crate::World), with its
/// arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the methods document their arguments")]
pub enum WorldInput {
    /// With the whole state of the flock.
    Add(Box<Snapshot>),
    Remove(FlockId),
    SetRelation {
        of: FlockId,
        to: FlockId,
        relation: Relation,
    },
}

/// How far a flock was when a call came.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Progress {
    flock: FlockId,
    steps: u64,
    /// Number of the calls of the flock itself that came before.
    calls: usize,
}

/// Related flocks wait for others at most until these have made so many steps since the last call, and
/// [`MOST_RATIO`] for each step of their own. In the run that was logged they made as much time of it, but for
/// what a frame drops.
const MOST_STEPS: u64 = 10_000;

/// See [`MOST_STEPS`].
const MOST_RATIO: u64 = 100;

/// A call, with how far the flocks were that were there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    after: Vec<Progress>,
    input: WorldInput,
}

/// What a game does to a world and to its flocks. See [`World::start_log`](crate::World::start_log).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorldLog {
    calls: Vec<Call>,
    /// Also those of flocks that were taken out.
    flocks: Vec<(FlockId, InputLog)>,
}

impl WorldLog {
    /// The calls of the world in their order.
    pub fn inputs(&self) -> impl ExactSizeIterator<Item = &WorldInput> {
        self.calls.iter().map(|call| &call.input)
    }

    /// The calls of the flocks, for each of them.
    pub fn flocks(&self) -> &[(FlockId, InputLog)] {
        &self.flocks
    }

    fn of(&self, id: FlockId) -> Option<&InputLog> {
        let found = self.flocks.iter().find(|(flock, _)| *flock == id);
        found.map(|(_, log)| log)
    }
}

/// A log that is replayed.
#[derive(Debug)]
pub(super) struct WorldReplay {
    pub(super) log: WorldLog,
    /// Number of calls of the world that were repeated.
    pub(super) done: usize,
    /// That of the flocks that are added.
    pub(super) geometry: Arc<Geometry>,
    /// Number of steps that each flock had made when the last call was repeated, or the replay began; empty
    /// until that is known.
    since: Vec<(FlockId, u64)>,
}

impl WorldReplay {
    /// The one of a snapshot.
    pub(super) fn new(
        log: WorldLog,
        done: usize,
        geometry: &Arc<Geometry>,
    ) -> Result<Self, SnapshotError> {
        match done <= log.calls.len() {
            true => Ok(Self::of(log, done, geometry)),
            false => Err(broken("more calls were replayed than are in the log")),
        }
    }

    fn of(log: WorldLog, done: usize, geometry: &Arc<Geometry>) -> Self {
        Self {
            log,
            done,
            geometry: geometry.clone(),
            since: Vec::new(),
        }
    }

    /// The call that is repeated next.
    fn next(&self) -> Option<&Call> {
        self.log.calls.get(self.done)
    }
}

impl World {
    /// Begins to log the calls of the world and of its flocks that change what becomes of them, for a
    /// replay; logs that were begun before, of the flocks too, are dropped. What is refused, or changes
    /// nothing, is not logged. Together with a [snapshot](Self::snapshot) taken now, or with the same
    /// flocks anew, it is all that a replay needs: a few bytes for each call, and the whole state of each
    /// flock that is added meanwhile. See [`Flock::start_log`] for what is not logged.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Relation, RelationKind, Settings, Vec3, World, WorldLog};
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

    /// Ends the log, and those of the flocks, and returns it; empty if none was begun.
    pub fn take_log(&mut self) -> WorldLog {
        let Some(mut log) = self.log.take() else {
            return WorldLog::default();
        };
        let flocks = self.ids.iter().zip(&mut self.flocks);
        log.flocks
            .extend(flocks.map(|(id, flock)| (*id, flock.take_log())));
        log
    }

    /// Repeats the calls of a log from now on, at any frame rate: those of the world when the flocks have
    /// made the steps that they had made before, those of the flocks as [`Flock::replay`] does, with the
    /// same guarantees. A frame makes no steps beyond the next call of the world; the time of those that it
    /// would have made is dropped. Flocks that are there before others wait for them, but in a log that no world
    /// has written not for ever. Flocks that the log adds live among `geometry`. A log that is replayed
    /// already is dropped.
    pub fn replay(&mut self, log: WorldLog, geometry: &Arc<Geometry>) {
        for (id, flock) in self.ids.iter().zip(&mut self.flocks) {
            flock.replay(log.of(*id).cloned().unwrap_or_default());
        }
        self.replay = Some(WorldReplay::of(log, 0, geometry));
    }

    /// Number of calls of the log that are still to be repeated, those of the flocks included that are
    /// there.
    pub fn left_to_replay(&self) -> usize {
        let replay = self.replay.as_ref();
        let own = replay.map_or(0, |it| it.log.calls.len() - it.done);
        own + self.flocks.iter().map(Flock::left_to_replay).sum::<usize>()
    }

    /// Logs a call that acts, before it does, if a log was begun.
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

    /// Logs that a flock is added, and begins its log.
    pub(super) fn log_added(&mut self, flock: &mut Flock) {
        if self.log.is_some() {
            flock.take_log();
            let snapshot = Box::new(flock.snapshot());
            self.log(|| WorldInput::Add(snapshot));
            flock.start_log();
        }
    }

    /// Logs that a flock is taken out, and ends its log.
    pub(super) fn log_removed(&mut self, id: FlockId, index: usize) {
        self.log(|| WorldInput::Remove(id));
        if let Some(log) = &mut self.log {
            log.flocks.push((id, self.flocks[index].take_log()));
        }
    }

    /// Repeats the calls of the world whose time has come.
    pub(super) fn replay_calls(&mut self) {
        let Some(mut replay) = take(&mut self.replay) else {
            return;
        };
        if replay.since.is_empty() {
            replay.since = self.steps_made();
        }
        while let Some(call) = replay.next() {
            if !self.is_due(call, &replay.since) {
                break;
            }
            let Call { after, input } = call;
            for Progress { flock, calls, .. } in after {
                if let Some(flock) = self.flock_mut(*flock) {
                    flock.replay_first(*calls);
                }
            }
            self.repeat(input, &replay);
            replay.done += 1;
            replay.since = self.steps_made();
        }
        self.replay = replay.next().is_some().then_some(replay);
    }

    fn steps_made(&self) -> Vec<(FlockId, u64)> {
        let flocks = self.flocks();
        flocks.map(|(id, flock)| (id, flock.steps())).collect()
    }

    /// True if all flocks have reached a call, or if some have and wait too long for others: those of a log
    /// from elsewhere may never get there.
    fn is_due(&self, call: &Call, since: &[(FlockId, u64)]) -> bool {
        // The least of those that wait, and the most of those that have not reached it.
        let (mut least, mut most) = (u64::MAX, None);
        for group in 0..self.relations.group_count() {
            let made = self.made(group, since);
            match self.steps_to(call, group) {
                Some(0) => least = least.min(made),
                Some(_) => most = most.max(Some(made)),
                None => {}
            }
        }
        let allowed = least.saturating_mul(MOST_RATIO).saturating_add(MOST_STEPS);
        most.is_none_or(|made| made > allowed)
    }

    /// Number of steps that related flocks have made since the last call.
    fn made(&self, group: usize, since: &[(FlockId, u64)]) -> u64 {
        let members = self.relations.members(group).iter();
        let made = members.filter_map(|member| {
            let before = since.iter().find(|(id, _)| *id == self.ids[*member])?.1;
            Some(self.flocks[*member].steps().saturating_sub(before))
        });
        made.max().unwrap_or(0)
    }

    /// Number of steps that related flocks have to make before a call, those of the flock that reaches it
    /// first: the others make no more than it. None if the call knows none of them.
    fn steps_to(&self, call: &Call, group: usize) -> Option<u64> {
        let members = self.relations.members(group).iter();
        let left = members.filter_map(|member| {
            let mut after = call.after.iter();
            let progress = after.find(|it| it.flock == self.ids[*member])?;
            Some(progress.steps.saturating_sub(self.flocks[*member].steps()))
        });
        left.min()
    }

    /// Only calls that acted were logged; of a log from elsewhere, others are left out.
    fn repeat(&mut self, input: &WorldInput, replay: &WorldReplay) {
        match input {
            WorldInput::Add(snapshot) => {
                if let Ok(flock) = Flock::restore(snapshot, replay.geometry.clone()) {
                    let id = self.add(flock);
                    let log = replay.log.of(id).cloned().unwrap_or_default();
                    if let Some(flock) = self.flock_mut(id) {
                        flock.replay(log);
                    }
                }
            }
            WorldInput::Remove(id) => drop(self.remove(*id)),
            WorldInput::SetRelation { of, to, relation } => {
                let _ = self.set_relation(*of, *to, *relation);
            }
        }
    }

    /// Number of steps that related flocks may make before the next call that is repeated.
    pub(super) fn steps_to_next_call(&self, group: usize) -> u32 {
        let Some(call) = self.replay.as_ref().and_then(WorldReplay::next) else {
            return u32::MAX;
        };
        let steps = self.steps_to(call, group);
        steps.map_or(u32::MAX, |steps| steps.try_into().unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{math::frame::Placement, settings::Settings, steering::relation::RelationKind};

    /// A world of two flocks without boids, and a log of one call after so many steps of each.
    fn replaying(steps: [u64; 2], are_related: bool) -> (World, [FlockId; 2]) {
        let mut world = World::new();
        let ids = [(); 2].map(|()| {
            let mut settings = Settings::default();
            settings.spawn.count = 0;
            world.add(Flock::new(settings, Placement::default(), Default::default()).unwrap())
        });
        let relation = Relation {
            kind: RelationKind::Flee,
            weight: 1.0,
            radius: 1.0,
        };
        let [of, to] = ids;
        if are_related {
            world.set_relation(to, of, relation).unwrap();
        }
        let progress = ids.iter().zip(steps).map(|(flock, steps)| Progress {
            flock: *flock,
            steps,
            calls: 0,
        });
        let call = Call {
            after: progress.collect(),
            input: WorldInput::SetRelation { of, to, relation },
        };
        let log = WorldLog {
            calls: vec![call],
            flocks: Vec::new(),
        };
        world.replay(log, &Default::default());
        (world, ids)
    }

    fn steps(world: &World, ids: [FlockId; 2]) -> [u64; 2] {
        ids.map(|id| world.flock(id).unwrap().steps())
    }

    #[test]
    fn a_flock_waits_for_another_one() {
        let (mut world, ids) = replaying([5, 900], false);
        (0..900).for_each(|_| world.step().unwrap());
        assert_eq!((steps(&world, ids), world.left_to_replay()), ([5, 900], 1));
        world.step().unwrap();
        assert_eq!((steps(&world, ids), world.left_to_replay()), ([6, 901], 0));
    }

    #[test]
    fn a_flock_does_not_wait_for_ever() {
        let (mut world, ids) = replaying([5, u64::MAX], false);
        let most = MOST_STEPS + 5 * MOST_RATIO;
        (0..most + 2).for_each(|_| world.step().unwrap());
        assert_eq!(steps(&world, ids), [6, most + 2]);
        assert_eq!(world.left_to_replay(), 0);
    }

    /// They make the same steps, so that one could never reach what the other one waits for.
    #[test]
    fn related_flocks_do_not_wait_for_each_other() {
        let (mut world, ids) = replaying([5, 900], true);
        (0..6).for_each(|_| world.step().unwrap());
        assert_eq!((steps(&world, ids), world.left_to_replay()), ([6, 6], 0));
    }
}
