//! The effects of the scripts of a scene on its flocks.

use super::{
    flock_script,
    motion::Motion,
    motions::Motions,
    node_list::NodeList,
    reported_errors::Reported,
    running_flock::RunningFlock,
    scene_effect::{FrameEffects, SceneEffect, Source, SourcePlace},
    shift::Shift,
};
use crate::{
    effect_id::EffectId,
    effects::{effect_script, limited, Effect, EffectScript, Place},
    geometry::MeshShapes,
    node_frame::NodeFrame,
};
use flock_sim::Placement;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
    script::Script,
};

/// The scripts that affect the flocks of a scene, and their effects in this frame.
#[derive(Default)]
pub(super) struct SceneEffects {
    /// Nodes that have, or had, such scripts.
    nodes: NodeList,
    /// The frames in which the running flocks live; the world if there are no flocks.
    frames: Vec<NodeFrame>,
    /// In the order of the nodes, of their scripts and of the frames.
    effects: Vec<SceneEffect>,
    /// Number of frames so far in which an effect was added, removed or changed.
    changes: u64,
    pub(super) motions: Motions,
    shapes: MeshShapes,
    reported: Reported<(EffectId, Subject)>,
}

/// The subject of an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    Flocks,
    /// The effect in the frame of a node.
    Effect(Handle<Node>),
}

/// An update of the effects of a scene.
struct Update<'a> {
    running: &'a [RunningFlock],
    frames: &'a [NodeFrame],
    graph: &'a Graph,
    seconds: f32,
    /// Number of effects so far.
    count: usize,
    is_changed: bool,
}

/// A script that affects flocks, and the place of its node in one of their frames.
struct Cause<'a> {
    id: EffectId,
    script: &'a Script,
    effect_script: &'a dyn EffectScript,
    /// Name of the script in errors.
    name: &'static str,
    within: &'a NodeFrame,
    placement: Placement,
    motion: Motion,
}

impl SceneEffects {
    /// Adds a node that has such a script.
    pub(super) fn add(&mut self, node: Handle<Node>) {
        self.nodes.add(node);
    }

    /// Takes a shift of the whole scene into account.
    pub(super) fn shift(&mut self, shift: &Shift, graph: &Graph) {
        self.motions.shift(shift, graph);
        for effect in &mut self.effects {
            effect.frame = effect.frame.shifted(&shift.by);
        }
    }

    /// The effects of the scripts in this frame.
    pub(super) fn of_frame(&self) -> FrameEffects<'_> {
        FrameEffects {
            list: &self.effects,
            changes: self.changes,
        }
    }

    /// Computes the effects on the running flocks, `seconds` after the last frame. The effect of a
    /// script is computed again only if its fields or its place have changed.
    pub(super) fn update(&mut self, flocks: &[RunningFlock], graph: &Graph, seconds: f32) {
        self.shapes.begin_frame();
        let frames = self.take_frames(flocks);
        let mut update = Update {
            running: flocks,
            frames: &frames,
            graph,
            seconds,
            count: 0,
            is_changed: false,
        };
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.retain(|&node| {
            let is_there = graph.is_valid_handle(node);
            if is_there {
                self.update_node(&mut update, node);
            } else {
                self.motions.forget(node);
                self.reported.forget(|(id, _)| id.node == node);
            }
            is_there
        });
        self.nodes = nodes;
        if update.is_changed || update.count < self.effects.len() {
            self.effects.truncate(update.count);
            self.changes += 1;
        }
        self.motions.end_frame(&frames);
        self.frames = frames;
    }

    /// The frames in which the running flocks live, in the list of the last frame of the game.
    fn take_frames(&mut self, flocks: &[RunningFlock]) -> Vec<NodeFrame> {
        let mut frames = std::mem::take(&mut self.frames);
        frames.clear();
        for flock in flocks {
            let frame = &flock.runtime.living_in;
            match frames.iter_mut().find(|it| it.id() == frame.id()) {
                Some(known) if frame.has_jumped() => known.mark_jump(),
                Some(_) => (),
                None => frames.push(*frame),
            }
        }
        if frames.is_empty() {
            frames.push(NodeFrame::default());
        }
        frames
    }

    fn update_node(&mut self, update: &mut Update, node: Handle<Node>) {
        let graph = update.graph;
        self.motions
            .track(graph, node, update.frames, update.seconds);
        if !graph[node].is_globally_enabled() {
            return;
        }
        for part in 0..graph[node].script_count() {
            let script = graph[node].script(part);
            let effect_script = script.and_then(|it| Some((it, effect_script(it)?)));
            let Some((script, (effect_script, name))) = effect_script else {
                continue;
            };
            let id = EffectId {
                node,
                part,
                is_collider: false,
            };
            for within in update.frames_of(effect_script.flocks()) {
                if !effect_script.acts_in(graph, node, within) {
                    continue;
                }
                let Some(motion) = self.motions.within(within.node(), node) else {
                    continue;
                };
                let cause = Cause {
                    id,
                    script,
                    effect_script,
                    name,
                    within,
                    placement: within.placement_of(graph, node),
                    motion,
                };
                self.update_script(update, &cause);
            }
        }
    }

    /// Keeps the effect of a script in the last frame if it still holds, or computes it.
    fn update_script(&mut self, update: &mut Update, cause: &Cause) {
        let (graph, node) = (update.graph, cause.id.node);
        let surroundings = cause.effect_script.surroundings(graph, node, cause.within);
        let place = surroundings.map(|surroundings| SourcePlace {
            placement: cause.placement,
            motion: cause.motion,
            surroundings,
        });
        if place.is_some_and(|place| self.is_current(update, cause, &place)) {
            update.count += 1;
            return;
        }
        let Some(flocks) = self.named_flocks(update, cause) else {
            return;
        };
        let effect = self.effect(graph, cause);
        let error = effect.as_ref().err().cloned();
        let name = || cause.name_in(graph);
        let subject = Subject::Effect(cause.within.node());
        self.reported.update((cause.id, subject), name, error);
        if let Ok(effect) = effect {
            let place = place.filter(|_| effect.is_some());
            let script = cause.script;
            let source = place.map(|place| Source {
                script: script.clone(),
                place,
            });
            let id = cause.id;
            self.put(
                update,
                SceneEffect {
                    id,
                    frame: cause.within.id(),
                    effect,
                    flocks,
                    source,
                },
            );
        }
    }

    /// Computes the effect of a script.
    fn effect(&mut self, graph: &Graph, cause: &Cause) -> Result<Option<Effect>, String> {
        let mut place = Place {
            graph,
            node: cause.id.node,
            part: cause.id.part,
            within: cause.within,
            frame: cause.placement,
            velocity: limited(cause.motion.velocity),
            motion: cause.motion.steady().of_influence(cause.placement.origin),
            puts: cause.motion.puts,
            shapes: &mut self.shapes,
        };
        let effect = cause.effect_script.effect(&mut place)?;
        if let Some(effect) = &effect {
            effect.validate().map_err(|error| error.to_string())?;
        }
        Ok(effect)
    }

    /// True if the next effect of the last frame is that of this script and still holds.
    fn is_current(&self, update: &Update, cause: &Cause, place: &SourcePlace) -> bool {
        let known = self.effects.get(update.count);
        let is_it = |it: &&SceneEffect| (it.id, it.frame) == (cause.id, cause.within.id());
        known.filter(is_it).is_some_and(|known| {
            let source = known.source.as_ref();
            source.is_some_and(|source| source.is(cause.script, place))
                && known.flocks.iter().eq(cause.named_flocks())
                && cause.named_flocks().all(|flock| update.has_flock(*flock))
        })
    }

    /// The flocks that a script names, and an error if one of them does not exist. `None` if it
    /// names only flocks that do not exist: it then does not affect all flocks.
    fn named_flocks(&mut self, update: &Update, cause: &Cause) -> Option<Vec<Handle<Node>>> {
        let (there, missing): (Vec<_>, Vec<_>) = cause
            .named_flocks()
            .partition(|flock| update.has_flock(**flock));
        let error = (!missing.is_empty()).then(|| {
            "it names a node that does not exist or has no script Flock; choose another or take it \
             out"
            .into()
        });
        let name = || cause.name_in(update.graph);
        self.reported
            .update((cause.id, Subject::Flocks), name, error);
        (missing.is_empty() || !there.is_empty()).then_some(there)
    }

    /// Puts the next effect into the list, in place of that of the same script in the last frame.
    fn put(&mut self, update: &mut Update, effect: SceneEffect) {
        match self.effects.get_mut(update.count) {
            Some(known) if (known.id, known.frame) == (effect.id, effect.frame) => {
                update.is_changed |= !known.acts_as(&effect);
                *known = effect;
            }
            _ => {
                update.is_changed = true;
                self.effects.insert(update.count, effect);
            }
        }
        update.count += 1;
    }
}

impl Cause<'_> {
    /// The flocks that the script names.
    fn named_flocks(&self) -> impl Iterator<Item = &Handle<Node>> {
        let flocks = self.effect_script.flocks().iter();
        flocks.filter(|flock| flock.is_some())
    }

    /// The name of the script in errors.
    fn name_in(&self, graph: &Graph) -> String {
        format!("{} of node {}", self.name, graph[self.id.node].name())
    }
}

impl<'a> Update<'a> {
    /// The frames of the running flocks that a script names; of all if it names none. The first
    /// frame if no such flock runs.
    fn frames_of<'b>(
        &self,
        flocks: &'b [Handle<Node>],
    ) -> impl Iterator<Item = &'a NodeFrame> + use<'a, 'b> {
        let (running, frames) = (self.running, self.frames);
        let names_all = flocks.iter().all(|flock| flock.is_none());
        let is_named = move |it: &RunningFlock| names_all || flocks.contains(&it.node);
        let none_runs = frames.len() == 1 || !running.iter().any(is_named);
        let lives_in = move |frame: &NodeFrame, flock: &RunningFlock| {
            flock.runtime.living_in.id() == frame.id() && is_named(flock)
        };
        frames.iter().enumerate().filter_map(move |(index, frame)| {
            let is_used = || running.iter().any(|flock| lives_in(frame, flock));
            let is_wanted = if none_runs { index == 0 } else { is_used() };
            is_wanted.then_some(frame)
        })
    }

    /// True for a node with a flock, even if it has not started or is disabled.
    fn has_flock(&self, node: Handle<Node>) -> bool {
        // During its update, the engine has taken a script out of its node.
        let is_running = self.running.iter().any(|flock| flock.node == node);
        is_running || flock_script::has_flock(self.graph, node)
    }
}
