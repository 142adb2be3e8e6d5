//! Replay of the log of a world.

use super::{
    log::{Call, Progress, WorldInput, WorldLog},
    replay_state::{ReplayState, WorldReplay},
    FlockId, World,
};
use crate::{flock::Flock, geometry::Geometry, settings::Simulation};
use std::{mem::take, sync::Arc};

/// Limit of the steps that a flock makes while others wait for it: this number, plus [`MOST_RATIO`]
/// for each step of the waiting flocks since the last call.
const MOST_STEPS: u64 = 10_000;

/// Largest number of steps of a flock for each step of another one in the same time: the ratio of
/// the longest time step to the shortest. A frame in which the other flock drops time still makes
/// at least one of its steps, and the first flock makes fewer than this number in a frame.
const MOST_RATIO: u64 = (Simulation::time_step.max / Simulation::time_step.min + 0.5) as u64;
const _: () = assert!(Simulation::max_steps_per_frame.max as u64 <= MOST_RATIO);

impl World {
    /// Repeats the calls of a log, at any frame rate.
    ///
    /// A call of the world is repeated when the flocks have made the same number of steps as before
    /// it. The calls of flocks are repeated as [`Flock::replay`] does, with the same guarantees. A
    /// frame makes no steps beyond the next call of the world and drops the rest of its time.
    /// Flocks that reach a call early wait for the others, but not forever: a log that was not
    /// written by a world may name steps that are never reached. Flocks that the log adds live
    /// among `geometry`. A log that is being replayed is replaced.
    pub fn replay(&mut self, log: WorldLog, geometry: &Arc<Geometry>) {
        for (id, flock) in self.ids.iter().zip(&mut self.flocks) {
            flock.replay(log.of(*id).cloned().unwrap_or_default());
        }
        let state = ReplayState {
            log,
            done: 0,
            since: Vec::new(),
        };
        self.replay = Some(WorldReplay {
            state,
            geometry: geometry.clone(),
        });
    }

    /// Number of calls of the log that have not been repeated yet, including calls of the flocks
    /// that exist now.
    pub fn left_to_replay(&self) -> usize {
        let replay = self.replay.as_ref().map(|it| &it.state);
        let own = replay.map_or(0, |it| it.log.calls.len() - it.done);
        own + self.flocks.iter().map(Flock::left_to_replay).sum::<usize>()
    }

    /// Repeats the calls of the world that are due.
    pub(super) fn replay_calls(&mut self) {
        let Some(mut replay) = take(&mut self.replay) else {
            return;
        };
        if replay.state.since.is_empty() {
            replay.state.since = self.steps_made();
        }
        while let Some(call) = replay.next() {
            if !self.is_due(call, &replay.state.since) {
                break;
            }
            let Call { after, input } = call;
            for Progress { flock, calls, .. } in after {
                if let Some(flock) = self.flock_mut(*flock) {
                    flock.replay_first(*calls);
                }
            }
            self.repeat(input, &replay);
            replay.state.done += 1;
            replay.state.since = self.steps_made();
        }
        self.replay = replay.next().is_some().then_some(replay);
    }

    fn steps_made(&self) -> Vec<(FlockId, u64)> {
        let flocks = self.flocks();
        flocks.map(|(id, flock)| (id, flock.steps())).collect()
    }

    /// True if all flocks have reached a call, or if some have reached it and waited too long. In a
    /// log that was not written by a world, some flocks may never reach it.
    fn is_due(&self, call: &Call, since: &[(FlockId, u64)]) -> bool {
        // The smallest number of steps of a waiting flock, and the largest of a flock that has not
        // reached the call.
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

    /// Number of steps that a group of related flocks has made since the last call.
    fn made(&self, group: usize, since: &[(FlockId, u64)]) -> u64 {
        let members = self.relations.members(group).iter();
        let made = members.filter_map(|member| {
            let before = since.iter().find(|(id, _)| *id == self.ids[*member])?.1;
            Some(self.flocks[*member].steps().saturating_sub(before))
        });
        made.max().unwrap_or(0)
    }

    /// Number of steps left before a group of related flocks reaches a call. The first member that
    /// reaches it counts, and the others make no more steps than it. `None` if no member existed at
    /// the time of the call.
    fn steps_to(&self, call: &Call, group: usize) -> Option<u64> {
        let members = self.relations.members(group).iter();
        let left = members.filter_map(|member| {
            let mut after = call.after.iter();
            let progress = after.find(|it| it.flock == self.ids[*member])?;
            Some(progress.steps.saturating_sub(self.flocks[*member].steps()))
        });
        left.min()
    }

    /// Repeats a call. The log holds only calls that succeeded. A log from another source may hold
    /// others; they are skipped.
    fn repeat(&mut self, input: &WorldInput, replay: &WorldReplay) {
        match input {
            WorldInput::Add(snapshot) => {
                if let Ok(flock) = Flock::restore(snapshot, replay.geometry.clone()) {
                    let id = self.add(flock);
                    let log = replay.state.log.of(id).cloned().unwrap_or_default();
                    if let Some(flock) = self.flock_mut(id) {
                        flock.replay(log);
                    }
                }
            }
            WorldInput::Remove(id) => drop(self.remove(*id)),
            WorldInput::SetRelation { of, to, relation } => {
                let _ = self.set_relation(*of, *to, *relation);
            }
            WorldInput::RestoreHunts { id, hunts } => {
                let _ = self.restore_hunts(*id, hunts, |number| Some(FlockId(number)));
            }
        }
    }

    /// Number of steps that a group of related flocks may make before the next call to repeat.
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
    use crate::{
        math::frame::Placement,
        settings::Settings,
        steering::relation::{Relation, RelationKind},
    };

    /// A world of two flocks without boids, and a log of one call after the given steps of each.
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
        assert_eq!(MOST_RATIO, 1000);
        (0..most + 2).for_each(|_| world.step().unwrap());
        assert_eq!(steps(&world, ids), [6, most + 2]);
        assert_eq!(world.left_to_replay(), 0);
    }

    /// The longest wait that the allowed time steps can require.
    #[test]
    fn a_flock_with_the_longest_time_steps_waits_for_one_with_the_shortest() {
        let (mut world, ids) = replaying([20, 20_000], false);
        (0..20_000).for_each(|_| world.step().unwrap());
        assert_eq!(
            (steps(&world, ids), world.left_to_replay()),
            ([20, 20_000], 1)
        );
        world.step().unwrap();
        assert_eq!(world.left_to_replay(), 0);
    }

    #[test]
    fn a_restored_world_knows_how_long_a_flock_has_waited() {
        let (mut world, ids) = replaying([5, 15_000], false);
        for step in 0..15_000 {
            if step == 100 {
                let text = ron::to_string(&world.snapshot()).unwrap();
                let snapshot = ron::from_str(&text).unwrap();
                world = World::restore(&snapshot, &Default::default()).unwrap();
            }
            world.step().unwrap();
        }
        assert_eq!(
            (steps(&world, ids), world.left_to_replay()),
            ([5, 15_000], 1)
        );
        world.step().unwrap();
        assert_eq!(world.left_to_replay(), 0);
    }

    /// Related flocks step together, so one could never reach the call for which the other waits.
    #[test]
    fn related_flocks_do_not_wait_for_each_other() {
        let (mut world, ids) = replaying([5, 900], true);
        (0..6).for_each(|_| world.step().unwrap());
        assert_eq!((steps(&world, ids), world.left_to_replay()), ([6, 6], 0));
    }
}
