//! Chooses the boids that make a sound, and the times.

use super::voices::Playing;
use crate::{effects::FlockSound, runtime::running_flock::RunningFlock};
use flock_sim::{Boid, Vec3};
use fyrox::{core::pool::Handle, scene::node::Node};

/// Time between two bursts of a script, in seconds.
const BETWEEN_BURSTS: f32 = 0.2;

/// Number of boids above which a burst does not get louder.
const LOUDEST: usize = 32;

/// Number of boids that are checked to find the nearest one in a burst.
const LOOKS: usize = 64;

/// A node, and the index of the script there.
pub(super) type ScriptId = (Handle<Node>, usize);

/// The timing of one script.
#[derive(Default)]
pub(super) struct Clock {
    /// Number of due calls; negative until the next one.
    due: f32,
    since_burst: f32,
    /// Number of calls so far.
    number: u32,
}

/// One script in a frame, with the position of the listener.
pub(super) struct Heard<'a> {
    script: &'a FlockSound,
    seed: u32,
    ear: Vec3,
    flocks: &'a [RunningFlock],
}

impl Clock {
    /// A call, if one is due and a boid is near enough.
    pub(super) fn call(&mut self, heard: &Heard, length: f32, seconds: f32) -> Option<Playing> {
        self.due += seconds * *heard.script.rate;
        if self.due < 0.0 || *heard.script.rate == 0.0 {
            return None;
        }
        self.number = self.number.wrapping_add(1);
        let random = |salt: u32| unit(mix(heard.seed ^ mix(self.number)).wrapping_add(salt));
        // An irregular interval: half to one and a half times the mean. Calls missed in a stall are
        // dropped.
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

    /// A burst, if boids in range were startled.
    pub(super) fn burst(&mut self, heard: &Heard, length: f32, seconds: f32) -> Option<Playing> {
        self.since_burst += seconds;
        if self.since_burst < BETWEEN_BURSTS {
            return None;
        }
        let named = heard.named();
        let bursts = named.filter_map(|flock| {
            let simulation = flock.runtime.simulation()?;
            let startled = &flock.runtime.startles.boids;
            let step = startled.len().div_ceil(LOOKS).max(1);
            let looks = startled.iter().step_by(step);
            let boids = looks.filter_map(|id| simulation.boid(*id));
            let mut near = 0;
            let nearest = boids
                .filter(|boid| heard.distance(boid) <= *heard.script.range)
                .inspect(|_| near += 1)
                .min_by(|a, b| heard.distance(a).total_cmp(&heard.distance(b)))?;
            // Each checked boid stands for `step` boids.
            Some((flock, nearest, near * step))
        });
        let (flock, boid, count) = bursts
            .min_by(|(_, a, _), (_, b, _)| heard.distance(a).total_cmp(&heard.distance(b)))?;
        self.since_burst = 0.0;
        let gain = *heard.script.volume * loudness(count);
        Some(heard.playing(flock, &boid, gain, length))
    }
}

impl<'a> Heard<'a> {
    pub(super) fn new(
        script: &'a FlockSound,
        (node, part): ScriptId,
        ear: Vec3,
        flocks: &'a [RunningFlock],
    ) -> Self {
        Self {
            script,
            seed: mix(node.index().wrapping_mul(31).wrapping_add(part as u32)),
            ear,
            flocks,
        }
    }

    fn named(&self) -> impl Iterator<Item = &RunningFlock> {
        let flocks = self.flocks.iter();
        flocks.filter(|flock| is_named(self.script, flock.node))
    }

    fn distance(&self, boid: &Boid) -> f32 {
        (boid.position - self.ear).norm()
    }

    /// The boid nearest to a point, if it is in range of the listener.
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

pub(super) fn is_named(script: &FlockSound, flock: Handle<Node>) -> bool {
    let mut named = script
        .flocks
        .iter()
        .filter(|node| node.is_some())
        .peekable();
    named.peek().is_none() || named.any(|node| *node == flock)
}

/// Loudness factor of `count` simultaneous boids: one half for a single boid.
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
