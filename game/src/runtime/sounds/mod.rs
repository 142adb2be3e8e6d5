//! The sounds of the flocks of a scene.
//!
//! | module | contents |
//! |---|---|
//! | `clock` | the boids that make a sound, and the times |
//! | `ear` | the position of the listener |
//! | `sample` | whether a sound can be played, and its length |
//! | `voices` | the nodes that play |

mod clock;
mod ear;
mod sample;
mod voices;

pub(super) use voices::remove_saved;

use super::{
    flock_script::has_flock, node_list::NodeList, reported_errors::Reported,
    running_flock::RunningFlock,
};
use crate::effects::FlockSound;
use clock::{is_named, Clock, Heard, ScriptId};
use ear::Ear;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node, sound::SoundBufferResource},
};
use sample::Lengths;
use std::collections::HashMap;
use voices::{Playing, Voices};

/// The `FlockSound` scripts of a scene.
#[derive(Default)]
pub(super) struct Sounds {
    /// Nodes that have, or had, such scripts.
    nodes: NodeList,
    clocks: HashMap<ScriptId, Clock>,
    ear: Ear,
    voices: Voices,
    /// The sounds that start in this frame.
    starts: Vec<(Playing, SoundBufferResource)>,
    reported: Reported<ScriptId>,
}

impl Sounds {
    pub(super) fn add(&mut self, node: Handle<Node>) {
        self.nodes.add(node);
    }

    /// Starts and stops sounds, `seconds` after the last frame.
    pub(super) fn update(&mut self, flocks: &mut [RunningFlock], graph: &mut Graph, seconds: f32) {
        for flock in &mut *flocks {
            flock.runtime.startles.is_heard = false;
        }
        if self.nodes.len() == 0 && self.voices.is_empty() {
            return;
        }
        self.ear.search(graph, seconds);
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.retain(|&node| {
            let is_there = has_sound(graph, node);
            if is_there {
                self.update_node(flocks, graph, node, seconds);
            } else {
                self.clocks.retain(|(known, _), _| *known != node);
                self.reported.forget(|(known, _)| *known == node);
            }
            is_there
        });
        self.nodes = nodes;
        let ear = self.ear.position(graph);
        if self.nodes.len() > 0 {
            self.voices.keep(graph);
        }
        self.voices.update(flocks, graph, ear, seconds);
        for (playing, buffer) in self.starts.drain(..) {
            if let Some(ear) = ear {
                self.voices.play(playing, buffer, ear, graph);
            }
        }
    }

    fn update_node(
        &mut self,
        flocks: &mut [RunningFlock],
        graph: &Graph,
        node: Handle<Node>,
        seconds: f32,
    ) {
        if !graph[node].is_globally_enabled() {
            return;
        }
        let scripts = graph[node].scripts().enumerate();
        let scripts = scripts.filter_map(|(part, it)| Some((part, it.cast::<FlockSound>()?)));
        for (part, script) in scripts {
            let id = (node, part);
            let ear = self.ear.position(graph);
            let lengths = Lengths::of(script);
            let missing = missing_flock(script, flocks, graph);
            let error = lengths.as_ref().err().cloned().or(missing).or_else(|| {
                let nobody = "the scene has no node Listener that is enabled; add one below the \
                              camera (Create > Sound > Listener)";
                ear.is_none().then(|| nobody.into())
            });
            let name = || format!("{} of node {}", FlockSound::NAME, graph[node].name());
            self.reported.update(id, name, error);
            let (Some(ear), Ok(lengths)) = (ear, lengths) else {
                continue;
            };
            if lengths.burst.is_some() {
                let heard = flocks
                    .iter_mut()
                    .filter(|flock| is_named(script, flock.node));
                heard.for_each(|flock| flock.runtime.startles.is_heard = true);
            }
            let heard = Heard::new(script, id, ear, flocks);
            let clock = self.clocks.entry(id).or_default();
            if let Some(burst) = lengths.burst {
                let start = clock.burst(&heard, burst, seconds);
                let buffer = (*script.burst).clone();
                self.starts.extend(start.zip(buffer));
            }
            if let Some(call) = lengths.call {
                let start = clock.call(&heard, call, seconds);
                let buffer = start.as_ref().and((*script.call).clone());
                self.starts.extend(start.zip(buffer));
            }
        }
    }
}

/// An error if a script names a node without a flock.
fn missing_flock(script: &FlockSound, flocks: &[RunningFlock], graph: &Graph) -> Option<String> {
    let is_there = |node: Handle<Node>| {
        // During its update, the engine has taken a script out of its node.
        flocks.iter().any(|flock| flock.node == node) || has_flock(graph, node)
    };
    let mut named = script.flocks.iter().filter(|node| node.is_some());
    let is_missing = named.any(|node| !is_there(*node));
    is_missing.then(|| {
        "it names a node that does not exist or has no script Flock; choose another or take it out"
            .into()
    })
}

fn has_sound(graph: &Graph, node: Handle<Node>) -> bool {
    let node = graph.try_get_node(node);
    node.is_ok_and(|node| node.has_script::<FlockSound>())
}
