//! The relations between the flocks of a scene, and their shared clock.

use super::{
    flock_script::has_flock,
    reported_errors::{log_name, node_name, ErrorKind},
    running_flock::RunningFlock,
};
use crate::relations::FlockRelation;
use flock_sim::{
    settings::Backend,
    world::{FlockId, Relation, RelationKind},
    Settings, World,
};
use fyrox::{
    core::{log::Log, pool::Handle},
    scene::{graph::Graph, node::Node},
};
use std::mem::{replace, swap};

/// How far the flocks are advanced.
#[derive(Clone, Copy, Debug)]
pub(super) enum Time {
    /// All fixed steps of this time, in seconds.
    Seconds(f32),
    /// One step.
    Step,
}

/// Flocks that are related, directly or through other flocks, make their steps in one world.
/// Between the steps the runtime owns the flock, and the world holds a stand-in. Unrelated flocks
/// make their steps on their own.
#[derive(Default)]
pub(super) struct Relations {
    pub(super) world: World,
    /// The relations in the world.
    set: Vec<(FlockId, FlockId, Relation)>,
    /// The flocks in the world, in the world's order.
    pub(super) members: Vec<Member>,
    /// True if the last error of the world was logged.
    has_failed: bool,
}

/// A flock in the world.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) id: FlockId,
    pub(super) node: Handle<Node>,
}

/// The node of a flock in the world.
pub(super) fn node_of(members: &[Member], id: FlockId) -> Option<Handle<Node>> {
    let member = members.iter().find(|member| member.id == id);
    member.map(|member| member.node)
}

/// A relation between two running flocks, by their indices in the list.
type Pair = (usize, usize, Relation);

impl Relations {
    /// Applies the relations of the scripts to the world and its members.
    pub(super) fn apply(&mut self, flocks: &mut [RunningFlock], graph: &Graph) {
        let pairs = pairs(flocks, graph);
        let is_alone = |flock: &RunningFlock| flock.runtime.id.is_none();
        if pairs.is_empty() && self.members.is_empty() && flocks.iter().all(is_alone) {
            return;
        }
        // The world needs the flocks themselves: without the hunters it would forget their hunts
        // when another flock leaves.
        self.exchange(flocks);
        self.remove_others(flocks);
        for index in in_order(flocks) {
            let names = |(of, to, _): &Pair| *of == index || *to == index;
            if pairs.iter().any(names) {
                self.join(&mut flocks[index])
            } else {
                self.leave(&mut flocks[index])
            }
        }
        let id = |index: usize| flocks[index].runtime.id;
        let pairs = pairs.iter();
        let wanted = pairs.filter_map(|(of, to, relation)| Some((id(*of)?, id(*to)?, *relation)));
        let wanted: Vec<_> = wanted.collect();
        self.set_all(wanted, graph);
        self.exchange(flocks);
    }

    /// The index of a flock in the world; `usize::MAX` if it is not a member.
    pub(super) fn place(&self, id: Option<FlockId>) -> usize {
        let mut members = self.members.iter();
        let place = members.position(|member| Some(member.id) == id);
        place.unwrap_or(usize::MAX)
    }

    /// Advances all flocks.
    pub(super) fn advance(&mut self, flocks: &mut [RunningFlock], time: Time) {
        self.exchange(flocks);
        let result = match time {
            Time::Seconds(seconds) => self.world.advance(seconds).map(|_| ()),
            Time::Step => self.world.step(),
        };
        self.exchange(flocks);
        if let (Err(error), false) = (&result, self.has_failed) {
            Log::err(format!("Flocks: they do not see each other: {error}"));
        }
        self.has_failed = result.is_err();
        for flock in flocks {
            let is_alone = flock.runtime.id.is_none() || self.has_failed;
            if let (true, Some(simulation)) = (is_alone, flock.runtime.simulation_mut()) {
                match time {
                    Time::Seconds(seconds) => _ = simulation.advance(seconds),
                    Time::Step => simulation.step(),
                }
            }
        }
    }

    /// Swaps the flocks with their stand-ins.
    pub(super) fn exchange(&mut self, flocks: &mut [RunningFlock]) {
        for flock in flocks {
            let Some(id) = flock.runtime.id else {
                continue;
            };
            let (outside, inside) = (flock.runtime.simulation_mut(), self.world.flock_mut(id));
            if let (Some(outside), Some(inside)) = (outside, inside) {
                swap(outside, inside);
            }
        }
    }

    /// Removes the stand-ins of flocks that were removed or wait.
    pub(super) fn remove_others(&mut self, flocks: &[RunningFlock]) {
        let world = &mut self.world;
        let is_there = |id: FlockId| {
            let mut flocks = flocks.iter();
            flocks.any(|flock| flock.runtime.id == Some(id) && flock.runtime.simulation().is_some())
        };
        self.members.retain(|member| {
            let stays = is_there(member.id);
            if !stays {
                world.remove(member.id);
            }
            stays
        });
        let is_member = |id: &FlockId| self.members.iter().any(|member| member.id == *id);
        self.set
            .retain(|(of, to, _)| is_member(of) && is_member(to));
    }

    /// Adds a flock to the world.
    fn join(&mut self, flock: &mut RunningFlock) {
        if self.place(flock.runtime.id) != usize::MAX {
            return;
        }
        let node = flock.node;
        if let Some(simulation) = flock.runtime.simulation_mut() {
            let id = self.world.add(replace(simulation, stand_in()));
            self.members.push(Member { id, node });
            flock.runtime.id = Some(id);
        }
    }

    /// Takes a flock out of the world, if it is a member.
    fn leave(&mut self, flock: &mut RunningFlock) {
        let Some(known) = flock.runtime.id.take() else {
            return;
        };
        let Some(simulation) = flock.runtime.simulation_mut() else {
            return;
        };
        // A flock that the world removes is told that it has no relations left.
        let is_member = self.place(Some(known)) != usize::MAX;
        let id = if is_member {
            known
        } else {
            self.world.add(replace(simulation, stand_in()))
        };
        if let Some(removed) = self.world.remove(id) {
            *simulation = removed;
        }
        self.members.retain(|member| member.id != id);
        self.set.retain(|(of, to, _)| *of != id && *to != id);
    }

    /// Sets the relations that differ. The wanted relations are set before others are removed: the
    /// hunters of a flock that hunts other prey then keep hunting.
    fn set_all(&mut self, wanted: Vec<(FlockId, FlockId, Relation)>, graph: &Graph) {
        let name = |id| log_name(graph, node_of(&self.members, id).unwrap_or_default());
        for set in wanted.iter().filter(|it| !self.set.contains(it)) {
            let (of, to, relation) = *set;
            if let Err(error) = self.world.set_relation(of, to, relation) {
                Log::err(format!("{}: a relation has no effect: {error}", name(of)));
            }
        }
        let is_wanted = |of, to| wanted.iter().any(|it| (it.0, it.1) == (of, to));
        for (of, to, _) in self.set.drain(..).filter(|it| !is_wanted(it.0, it.1)) {
            let none = Relation::default();
            if let Err(error) = self.world.set_relation(of, to, none) {
                Log::err(format!("{}: a relation stays: {error}", name(of)));
            }
        }
        self.set = wanted;
    }
}

/// Indices of the flocks in the order in which they join: the flocks of a snapshot in its order,
/// then the others.
fn in_order(flocks: &[RunningFlock]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..flocks.len()).collect();
    places.sort_by_key(|index| flocks[*index].runtime.restored.place.unwrap_or(u32::MAX));
    places
}

/// A flock without boids, in place of one that the runtime owns.
fn stand_in() -> flock_sim::Flock {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.simulation.backend = Backend::SingleThread;
    flock_sim::Flock::new(settings, Default::default(), Default::default())
        .expect("the default settings are in range")
}

/// The valid relations of the scripts. Invalid ones are logged.
fn pairs(flocks: &mut [RunningFlock], graph: &Graph) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for of in 0..flocks.len() {
        let node = flocks[of].node;
        let mut errors = Vec::new();
        for (row, asked) in flocks[of].runtime.fields.relations.iter().enumerate() {
            let checked = check(asked, &flocks[of], flocks, graph);
            if let Ok(Some(to)) = checked {
                // The first relation to a flock counts.
                if !pairs.iter().any(|pair| (pair.0, pair.1) == (of, to)) {
                    pairs.push((of, to, asked.relation()));
                }
            }
            errors.push((ErrorKind::Relation(row), checked.err()));
        }
        let reported = &mut flocks[of].runtime.errors;
        reported.forget_relations(errors.len());
        for (kind, error) in errors {
            reported.update(kind, graph, node, error);
        }
    }
    pairs
}

/// The index of the other flock in the list; `None` if the relation has no effect for now.
fn check(
    asked: &FlockRelation,
    of: &RunningFlock,
    flocks: &[RunningFlock],
    graph: &Graph,
) -> Result<Option<usize>, String> {
    if asked.flock.is_none() || asked.kind == RelationKind::Ignore {
        return Ok(None);
    }
    let to = flocks.iter().position(|flock| flock.node == asked.flock);
    let Some(to) = to else {
        // The flock may not have started, or may be disabled.
        return if has_flock(graph, asked.flock) {
            Ok(None)
        } else {
            Err(
                "a relation names a node that does not exist or has no script Flock; \
                          choose another or take it out"
                    .into(),
            )
        };
    };
    let relation = asked.relation();
    relation.validate().map_err(|error| error.to_string())?;
    if asked.flock == of.node {
        return Err(
            "a relation names the flock itself; its rules say what its boids do about \
                    each other"
                .into(),
        );
    }
    let (Some(ours), Some(theirs)) = (of.runtime.simulation(), flocks[to].runtime.simulation())
    else {
        return Ok(None);
    };
    let name = node_name(graph, asked.flock);
    let [step, other] = [ours, theirs].map(|it| it.settings().simulation.time_step);
    if step != other {
        return Err(format!(
            "it does not see {name}: its time steps are {step} s and those of {name} {other} s; \
             set simulation.time_step of both to the same value"
        ));
    }
    Ok(Some(to))
}
