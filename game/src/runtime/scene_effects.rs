//! The effects of the scripts of a scene on its flocks.

use super::{
    flock_script,
    motions::Motions,
    node_list::NodeList,
    reported_errors::Reported,
    running_flock::RunningFlock,
    scene_effect::{EffectId, SceneEffect},
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
};

/// The scripts that affect the flocks of a scene, and their effects in this frame.
#[derive(Default)]
pub(super) struct SceneEffects {
    /// Nodes that have, or had, such scripts.
    nodes: NodeList,
    effects: Vec<SceneEffect>,
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

impl SceneEffects {
    /// Adds a node that has such a script.
    pub(super) fn add(&mut self, node: Handle<Node>) {
        self.nodes.add(node);
    }

    /// The effects of the scripts in this frame.
    pub(super) fn effects(&self) -> &[SceneEffect] {
        &self.effects
    }

    /// Computes the effects on the running flocks, `seconds` after the last frame.
    pub(super) fn update(&mut self, flocks: &[RunningFlock], graph: &Graph, seconds: f32) {
        self.shapes.begin_frame();
        self.effects.clear();
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.retain(|&node| {
            let is_there = graph.is_valid_handle(node);
            if is_there {
                self.update_node(flocks, graph, node, seconds);
            } else {
                self.motions.forget(node);
                self.reported.forget(|(id, _)| id.node == node);
            }
            is_there
        });
        self.nodes = nodes;
    }

    fn update_node(
        &mut self,
        running: &[RunningFlock],
        graph: &Graph,
        handle: Handle<Node>,
        seconds: f32,
    ) {
        let motion = self.motions.track(graph, handle, seconds);
        let node = &graph[handle];
        if !node.is_globally_enabled() {
            return;
        }
        for part in 0..node.script_count() {
            let Some((script, name)) = node.script(part).and_then(effect_script) else {
                continue;
            };
            let id = EffectId {
                node: handle,
                part,
                is_collider: false,
            };
            let name = || format!("{name} of node {}", node.name());
            let flocks = script.flocks().iter().filter(|flock| flock.is_some());
            let (there, missing): (Vec<_>, Vec<_>) =
                flocks.partition(|flock| has_flock(running, graph, **flock));
            let error = (!missing.is_empty()).then(|| {
                "it names a node that does not exist or has no script Flock; choose another or \
                 take it out"
                    .into()
            });
            self.reported.update((id, Subject::Flocks), name, error);
            // A script that only names removed flocks does not affect all flocks.
            if there.is_empty() && !missing.is_empty() {
                continue;
            }
            let mut place = Place {
                graph,
                node: handle,
                part,
                frame: placement(graph, handle),
                velocity: motion.velocity,
                puts: motion.puts,
                shapes: &mut self.shapes,
            };
            let effect = checked(script, &mut place);
            let error = effect.as_ref().err().cloned();
            self.reported.update((id, Subject::Effect), name, error);
            self.effects.extend(effect.ok().map(|effect| SceneEffect {
                id,
                effect,
                flocks: there,
            }));
        }
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
