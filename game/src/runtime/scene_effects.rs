//! The effects of the scripts of a scene on its flocks.

use super::{
    flock_script,
    motions::Motions,
    node_list::NodeList,
    reported_errors::Reported,
    running_flock::RunningFlock,
    scene_effect::{EffectId, FrameEffects, SceneEffect, Source, SourcePlace},
};
use crate::{
    effects::{effect_script, Effect, EffectScript, Place},
    geometry::MeshShapes,
    placement::placement,
};
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
    /// In the order of the nodes and of their scripts.
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
    Effect,
}

/// An update of the effects of a scene.
struct Update<'a> {
    running: &'a [RunningFlock],
    graph: &'a Graph,
    seconds: f32,
    /// Number of effects so far.
    count: usize,
    is_changed: bool,
}

impl SceneEffects {
    /// Adds a node that has such a script.
    pub(super) fn add(&mut self, node: Handle<Node>) {
        self.nodes.add(node);
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
        let mut update = Update {
            running: flocks,
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
    }

    fn update_node(&mut self, update: &mut Update, handle: Handle<Node>) {
        let graph = update.graph;
        let motion = self.motions.track(graph, handle, update.seconds);
        let node = &graph[handle];
        if !node.is_globally_enabled() {
            return;
        }
        let placement = placement(graph, handle);
        for part in 0..node.script_count() {
            let Some(script) = node.script(part) else {
                continue;
            };
            let Some((effect_script, name)) = effect_script(script) else {
                continue;
            };
            let id = EffectId {
                node: handle,
                part,
                is_collider: false,
            };
            let surroundings = effect_script.surroundings(graph, handle);
            let place = surroundings.map(|surroundings| SourcePlace {
                placement,
                motion,
                surroundings,
            });
            let named = effect_script
                .flocks()
                .iter()
                .filter(|flock| flock.is_some());
            let named = named.count();
            if place.is_some_and(|place| self.is_current(update, id, (script, named), &place)) {
                update.count += 1;
                continue;
            }
            let name = || format!("{name} of node {}", node.name());
            let Some(flocks) = self.named_flocks(update, id, effect_script, name) else {
                continue;
            };
            let mut at = Place {
                graph,
                node: handle,
                part,
                frame: placement,
                velocity: motion.velocity,
                puts: motion.puts,
                shapes: &mut self.shapes,
            };
            let effect = checked(effect_script, &mut at);
            let error = effect.as_ref().err().cloned();
            self.reported.update((id, Subject::Effect), name, error);
            if let Ok(effect) = effect {
                let place = place.filter(|_| effect.is_some());
                let source = place.map(|place| Source {
                    script: script.clone(),
                    place,
                });
                let effect = SceneEffect {
                    id,
                    effect,
                    flocks,
                    source,
                };
                self.put(update, effect);
            }
        }
    }

    /// True if the next effect of the last frame is that of this script and still holds. `named`:
    /// the number of flocks that the script names.
    fn is_current(
        &self,
        update: &Update,
        id: EffectId,
        (script, named): (&Script, usize),
        place: &SourcePlace,
    ) -> bool {
        let known = self.effects.get(update.count).filter(|it| it.id == id);
        known.is_some_and(|known| {
            let source = known.source.as_ref();
            let mut flocks = known.flocks.iter();
            source.is_some_and(|source| source.is(script, place))
                && known.flocks.len() == named
                && flocks.all(|flock| has_flock(update.running, update.graph, *flock))
        })
    }

    /// The flocks that a script names, and an error if one of them does not exist. `None` if it
    /// names only flocks that do not exist: it then does not affect all flocks.
    fn named_flocks(
        &mut self,
        update: &Update,
        id: EffectId,
        script: &dyn EffectScript,
        name: impl Fn() -> String,
    ) -> Option<Vec<Handle<Node>>> {
        let flocks = script.flocks().iter().filter(|flock| flock.is_some());
        let (there, missing): (Vec<_>, Vec<_>) =
            flocks.partition(|flock| has_flock(update.running, update.graph, **flock));
        let error = (!missing.is_empty()).then(|| {
            "it names a node that does not exist or has no script Flock; choose another or take it \
             out"
            .into()
        });
        self.reported.update((id, Subject::Flocks), name, error);
        (missing.is_empty() || !there.is_empty()).then_some(there)
    }

    /// Puts the next effect into the list, in place of that of the same script in the last frame.
    fn put(&mut self, update: &mut Update, effect: SceneEffect) {
        match self.effects.get_mut(update.count) {
            Some(known) if known.id == effect.id => {
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

fn checked(script: &dyn EffectScript, place: &mut Place) -> Result<Option<Effect>, String> {
    let effect = script.effect(place)?;
    if let Some(effect) = &effect {
        effect.validate().map_err(|error| error.to_string())?;
    }
    Ok(effect)
}

/// True for a node with a flock, even if it has not started or is disabled.
fn has_flock(running: &[RunningFlock], graph: &Graph, node: Handle<Node>) -> bool {
    // During its update, the engine has taken a script out of its node.
    let is_running = running.iter().any(|flock| flock.node == node);
    is_running || flock_script::has_flock(graph, node)
}
