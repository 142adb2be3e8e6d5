//! What is heard of the flocks of a scene: which boid sounds, and when.

use super::{
    node_list::NodeList,
    reported_errors::Reported,
    voices::{Playing, Voices},
    world::RunningFlock,
};
use crate::{Flock, FlockSound};
use flock_sim::{Boid, Vec3};
use fyrox::{
    asset::state::ResourceState,
    core::pool::Handle,
    graph::SceneGraph,
    scene::{
        graph::Graph,
        node::Node,
        sound::{listener::Listener, SoundBuffer, SoundBufferResource},
    },
};
use std::collections::HashMap;

/// Time between two bursts of a script, in seconds.
const BETWEEN_BURSTS: f32 = 0.2;

/// Number of boids that sound together from which on it does not get louder.
const LOUDEST: usize = 32;

/// Number of boids that are looked at to find the one nearest to the listener in a burst.
const LOOKS: usize = 64;

/// Time between two searches for a listener, in seconds.
const BETWEEN_SEARCHES: f32 = 0.5;

/// The scripts of a scene by which flocks are heard.
#[derive(Default)]
pub(super) struct Sounds {
    /// Nodes that have such scripts, or had.
    nodes: NodeList,
    clocks: HashMap<ScriptId, Clock>,
    ear: Ear,
    voices: Voices,
    /// The sounds that begin in this frame.
    starts: Vec<(Playing, SoundBufferResource)>,
    reported: Reported<ScriptId>,
}

/// A node, and the place of the script there.
type ScriptId = (Handle<Node>, usize);

/// The time of one script.
#[derive(Default)]
struct Clock {
    /// Calls that are due; negative until the next one.
    due: f32,
    since_burst: f32,
    /// Number of calls so far.
    number: u32,
}

/// The node of the listener.
#[derive(Default)]
struct Ear {
    node: Handle<Node>,
    since_search: f32,
}

/// One script in a frame.
struct Heard<'a> {
    script: &'a FlockSound,
    seed: u32,
    ear: Vec3,
    flocks: &'a [RunningFlock],
}

impl Sounds {
    pub(super) fn add(&mut self, node: Handle<Node>) {
        self.nodes.add(node);
    }

    /// Begins and ends sounds, `seconds` after the last frame.
    pub(super) fn update(&mut self, flocks: &mut [RunningFlock], graph: &mut Graph, seconds: f32) {
        for flock in &mut *flocks {
            flock.runtime.startles.is_heard = false;
        }
        if self.nodes.len() == 0 && self.voices.is_empty() {
            return;
        }
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.retain(|&node| {
            let is_there = has_sound(graph, node);
            match is_there {
                true => self.update_node(flocks, graph, node, seconds),
                false => {
                    self.clocks.retain(|(known, _), _| *known != node);
                    self.reported.forget(|(known, _)| *known == node);
                }
            }
            is_there
        });
        self.nodes = nodes;
        let ear = self.ear.position(graph);
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
        self.ear.search(graph, seconds);
        let scripts = graph[node].scripts().enumerate();
        let scripts = scripts.filter_map(|(part, it)| Some((part, it.cast::<FlockSound>()?)));
        for (part, script) in scripts {
            let id = (node, part);
            let ear = self.ear.position(graph);
            let lengths = lengths(script);
            let missing = missing_flock(script, flocks, graph);
            let error = lengths.as_ref().err().cloned().or(missing).or_else(|| {
                let nobody = "the scene has no node Listener that is enabled; add one below the \
                              camera (Create > Sound > Listener)";
                ear.is_none().then(|| nobody.into())
            });
            let name = || format!("Flock Sound of node {}", graph[node].name());
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
            let heard = Heard {
                script,
                seed: mix(node.index().wrapping_mul(31).wrapping_add(part as u32)),
                ear,
                flocks,
            };
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

impl Clock {
    /// A call, if one is due and a boid is near enough.
    fn call(&mut self, heard: &Heard, length: f32, seconds: f32) -> Option<Playing> {
        self.due += seconds * *heard.script.rate;
        if self.due < 0.0 || *heard.script.rate == 0.0 {
            return None;
        }
        self.number = self.number.wrapping_add(1);
        let random = |salt: u32| unit(mix(heard.seed ^ mix(self.number)).wrapping_add(salt));
        // Not in step: between half and one and a half of the time. A stall is not caught up.
        self.due = -0.5 - random(0);
        let range = *heard.script.range;
        let aside = Vec3::new(random(1), random(2), random(3)) * 2.0 - Vec3::repeat(1.0);
        let point = heard.ear + aside * (range * random(4));
        let (flock, boid) = heard.nearest(point)?;
        let flock_here = flock.runtime.simulation()?;
        let group = flock_here.in_sphere(boid.position, 0.1 * range);
        let gain = *heard.script.volume * loudness(group.take(LOUDEST).count());
        let is_call = true;
        Some(Playing {
            is_call,
            ..heard.playing(flock, &boid, gain, length)
        })
    }

    /// A burst, if boids near enough were startled.
    fn burst(&mut self, heard: &Heard, length: f32, seconds: f32) -> Option<Playing> {
        self.since_burst += seconds;
        if self.since_burst < BETWEEN_BURSTS {
            return None;
        }
        let named = heard.named();
        let bursts = named.filter_map(|flock| {
            let simulation = flock.runtime.simulation()?;
            let startled = &flock.runtime.startles.boids;
            let looks = startled
                .iter()
                .step_by(startled.len().div_ceil(LOOKS).max(1));
            let boids = looks.filter_map(|id| simulation.boid(*id));
            let near = boids.filter(|boid| heard.distance(boid) <= *heard.script.range);
            let nearest = near.min_by(|a, b| heard.distance(a).total_cmp(&heard.distance(b)))?;
            Some((flock, nearest, startled.len()))
        });
        let (flock, boid, count) = bursts
            .min_by(|(_, a, _), (_, b, _)| heard.distance(a).total_cmp(&heard.distance(b)))?;
        self.since_burst = 0.0;
        let gain = *heard.script.volume * loudness(count);
        Some(heard.playing(flock, &boid, gain, length))
    }
}

impl Heard<'_> {
    fn named(&self) -> impl Iterator<Item = &RunningFlock> {
        let flocks = self.flocks.iter();
        flocks.filter(|flock| is_named(self.script, flock.node))
    }

    fn distance(&self, boid: &Boid) -> f32 {
        (boid.position - self.ear).norm()
    }

    /// The boid nearest to a point, if the listener hears it.
    fn nearest(&self, point: Vec3) -> Option<(&RunningFlock, Boid)> {
        let away = |boid: &Boid| (boid.position - point).norm_squared();
        let boids = self.named().filter_map(|flock| {
            let boid = flock.runtime.simulation()?.nearest(point)?;
            Some((flock, boid))
        });
        let nearest = boids.min_by(|(_, a), (_, b)| away(a).total_cmp(&away(b)));
        nearest.filter(|(_, boid)| self.distance(boid) <= *self.script.range)
    }

    fn playing(&self, flock: &RunningFlock, boid: &Boid, gain: f32, seconds: f32) -> Playing {
        let voice = 2.0 * unit(mix(self.seed ^ mix(boid.id.slot()))) - 1.0;
        Playing {
            flock: flock.node,
            boid: boid.id,
            position: boid.position,
            gain,
            pitch: 1.0 + *self.script.pitch_spread * voice,
            range: *self.script.range,
            seconds,
            is_call: false,
        }
    }
}

impl Ear {
    fn position(&self, graph: &Graph) -> Option<Vec3> {
        let node = graph.try_get_node(self.node).ok()?;
        let hears = is_listener(node);
        hears.then(|| node.global_position())
    }

    /// Looks for a listener from time to time, if there is none. Cost: linear in the nodes of the graph.
    fn search(&mut self, graph: &Graph, seconds: f32) {
        self.since_search += seconds;
        let is_new = self.node.is_none();
        if self.position(graph).is_some() || (self.since_search < BETWEEN_SEARCHES && !is_new) {
            return;
        }
        self.since_search = 0.0;
        let found = graph.pair_iter().find(|(_, node)| is_listener(node));
        // A handle that stands for nobody waits for the next search.
        self.node = found.map_or(graph.get_root(), |(node, _)| node);
    }
}

/// Lengths of the sounds of a script that can be played, in seconds; `None` for one that is not set or
/// is not loaded yet.
struct Lengths {
    call: Option<f32>,
    burst: Option<f32>,
}

fn lengths(script: &FlockSound) -> Result<Lengths, String> {
    script.validate()?;
    let length = |buffer: &Option<SoundBufferResource>, name: &str| {
        let length = buffer.as_ref().map_or(Ok(None), length);
        length.map_err(|error| format!("its {name} {error}"))
    };
    Ok(Lengths {
        call: length(&script.call, "call")?,
        burst: length(&script.burst, "burst")?,
    })
}

fn length(buffer: &SoundBufferResource) -> Result<Option<f32>, String> {
    match &buffer.header().state {
        ResourceState::Pending { .. } => return Ok(None),
        ResourceState::Unloaded => return Err("is not loaded; choose another".into()),
        ResourceState::LoadError { path, error } => {
            let path = path.display();
            return Err(format!("{path} cannot be loaded: {error}; choose another"));
        }
        ResourceState::Ok { .. } => (),
    }
    let data = buffer.data_ref();
    let Some(sound) = data.as_loaded_ref() else {
        return Ok(None);
    };
    if let SoundBuffer::Streaming(_) = sound {
        return Err("is streamed; switch that off in its import options".into());
    }
    // The engine stops the game for a sound without samples.
    match sound.duration().as_secs_f32() {
        seconds if seconds > 0.0 => Ok(Some(seconds)),
        _ => Err("is empty; choose another".into()),
    }
}

/// What is wrong with the flocks that a script names.
fn missing_flock(script: &FlockSound, flocks: &[RunningFlock], graph: &Graph) -> Option<String> {
    let is_there = |node: Handle<Node>| {
        let has_flock = |node: &Node| node.has_script::<Flock>();
        // The engine has taken the script that it updates out of its node.
        flocks.iter().any(|flock| flock.node == node)
            || graph.try_get_node(node).is_ok_and(has_flock)
    };
    let mut named = script.flocks.iter().filter(|node| node.is_some());
    let is_missing = named.any(|node| !is_there(*node));
    is_missing.then(|| {
        "it names a node that does not exist or has no script Flock; choose another or take it out"
            .into()
    })
}

fn is_named(script: &FlockSound, flock: Handle<Node>) -> bool {
    let mut named = script
        .flocks
        .iter()
        .filter(|node| node.is_some())
        .peekable();
    named.peek().is_none() || named.any(|node| *node == flock)
}

fn has_sound(graph: &Graph, node: Handle<Node>) -> bool {
    let node = graph.try_get_node(node);
    node.is_ok_and(|node| node.has_script::<FlockSound>())
}

fn is_listener(node: &Node) -> bool {
    node.cast::<Listener>().is_some() && node.is_globally_enabled()
}

/// Factor of the loudness of so many boids together: half of it for one.
fn loudness(count: usize) -> f32 {
    0.5 + 0.5 * (count.min(LOUDEST) as f32 / LOUDEST as f32).sqrt()
}

/// The finalizer of MurmurHash3 (Appleby 2011).
fn mix(number: u32) -> u32 {
    let mut hash = number;
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// 0 to 1, from a hash.
fn unit(hash: u32) -> f32 {
    mix(hash) as f32 / u32::MAX as f32
}
