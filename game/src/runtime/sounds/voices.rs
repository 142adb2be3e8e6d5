//! The voices of a scene: nodes that play the sounds of boids.

use crate::runtime::running_flock::RunningFlock;
use flock_sim::{BoidId, Vec3};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        graph::Graph,
        node::Node,
        sound::{Sound, SoundBufferResource, SoundBuilder},
    },
};

/// Number of voices, and largest number of voices for calls: the others are reserved for bursts.
const VOICES: usize = 8;
const FOR_CALLS: usize = 6;

/// Time after which an unused node is removed, in seconds.
const LIFETIME: f32 = 2.0;

/// Marks the nodes in a scene that a game has saved.
const TAG: &str = "Flock Voice";

/// Distance from a source at which the engine begins to attenuate it, in metres. It is tiny and
/// without roll-off, so that the loudness is the gain under each of the engine's distance models.
const RADIUS: f32 = 0.001;

/// Time after which the mixer has played its buffered sound, in seconds.
const DELAY: f32 = 0.1;

/// The voices of a scene.
#[derive(Default)]
pub(super) struct Voices([Voice; VOICES]);

#[derive(Default)]
struct Voice {
    node: Handle<Node>,
    playing: Option<Playing>,
}

/// A sound of a boid.
pub(super) struct Playing {
    /// The node of its flock.
    pub(super) flock: Handle<Node>,
    pub(super) boid: BoidId,
    pub(super) position: Vec3,
    pub(super) gain: f32,
    pub(super) pitch: f32,
    /// Distance at which the sound has faded out, in metres.
    pub(super) range: f32,
    /// Initially the length of the sound at pitch 1, then the remaining time, in seconds.
    pub(super) seconds: f32,
    /// True for a call, false for a burst.
    pub(super) is_call: bool,
}

impl Voices {
    /// True if no voice has a node.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|voice| voice.node.is_none())
    }

    fn has_room(&self, is_call: bool) -> bool {
        let most = if is_call { FOR_CALLS } else { VOICES };
        let playing = self.0.iter().filter(|voice| voice.playing.is_some());
        playing.count() < most
    }

    /// Renews the lifetime of the nodes.
    pub(super) fn keep(&self, graph: &mut Graph) {
        for voice in &self.0 {
            if let Ok(node) = graph.try_get_node_mut(voice.node) {
                node.set_lifetime(Some(LIFETIME));
            }
        }
    }

    /// Moves the sounds with their boids, and stops sounds that have ended or are out of range.
    pub(super) fn update(
        &mut self,
        flocks: &[RunningFlock],
        graph: &mut Graph,
        ear: Option<Vec3>,
        seconds: f32,
    ) {
        for voice in &mut self.0 {
            let Ok(node) = graph.try_get_mut_of_type::<Sound>(voice.node) else {
                *voice = Voice::default();
                continue;
            };
            let Some(playing) = &mut voice.playing else {
                continue;
            };
            playing.seconds -= seconds;
            playing.update_position(flocks);
            let gain = ear.map_or(0.0, |ear| playing.gain_at(ear));
            if playing.seconds <= 0.0 || gain <= 0.0 {
                node.stop();
                voice.playing = None;
                continue;
            }
            show(node, playing.position, gain);
        }
    }

    /// Plays a sound, if a voice is free.
    pub(super) fn play(
        &mut self,
        mut playing: Playing,
        buffer: SoundBufferResource,
        ear: Vec3,
        graph: &mut Graph,
    ) {
        if !self.has_room(playing.is_call) {
            return;
        }
        let Some(voice) = self.0.iter_mut().find(|voice| voice.playing.is_none()) else {
            return;
        };
        if !graph.is_valid_handle(voice.node) {
            voice.node = add_node(graph);
        }
        let Ok(node) = graph.try_get_mut_of_type::<Sound>(voice.node) else {
            return;
        };
        node.set_buffer(Some(buffer));
        node.set_pitch(playing.pitch.into());
        show(node, playing.position, playing.gain_at(ear));
        node.play();
        playing.seconds = playing.seconds / playing.pitch + DELAY;
        voice.playing = Some(playing);
    }
}

impl Playing {
    /// Moves the sound to the drawn position of its boid; if the boid was removed, the sound stays.
    fn update_position(&mut self, flocks: &[RunningFlock]) {
        let flock = flocks.iter().find(|flock| flock.node == self.flock);
        let drawn = flock.and_then(|flock| flock.runtime.simulation()?.drawn_at(self.boid));
        if let Some(drawn) = drawn {
            self.position = drawn.origin;
        }
    }

    /// The gain for a listener: 0 at the end of the range, so that the sound starts and stops
    /// without a click.
    fn gain_at(&self, ear: Vec3) -> f32 {
        let near = 1.0 - (self.position - ear).norm() / self.range;
        self.gain * near.max(0.0).powi(2)
    }
}

/// Removes the voices that were saved with the scene by a game. Cost: linear in the nodes of the
/// graph.
pub(in crate::runtime) fn remove_saved(graph: &mut Graph) {
    let nodes = graph.pair_iter();
    let saved = nodes.filter(|(_, node)| node.tag() == TAG);
    let saved: Vec<_> = saved.map(|(handle, _)| handle).collect();
    for node in saved {
        graph.remove_node(node);
    }
}

fn show(node: &mut Sound, position: Vec3, gain: f32) {
    node.set_gain(gain);
    node.local_transform_mut().set_position(position);
}

fn add_node(graph: &mut Graph) -> Handle<Node> {
    let base = BaseBuilder::new()
        .with_name(TAG)
        .with_tag(TAG.to_string())
        .with_lifetime(LIFETIME);
    let voice = SoundBuilder::new(base)
        .with_radius(RADIUS)
        .with_rolloff_factor(0.0);
    graph.add_node(voice.build_node())
}
