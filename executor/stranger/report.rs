//! A part of the game that logs the state of its flocks once a second.

use fyrox::{core::info, plugin::PluginContext};
use fyrox_flock::{sim::statistics::Statistics, Flock};
use std::sync::atomic::{AtomicU64, Ordering};

/// Steps per second.
const RATE: u64 = 60;

/// Number of seconds that were logged.
static LOGGED: AtomicU64 = AtomicU64::new(0);

pub fn log(context: &PluginContext) {
    let scenes = context.scenes.iter();
    let nodes = scenes.flat_map(|scene| scene.graph.linear_iter());
    let flocks = nodes.filter_map(|node| node.try_get_script::<Flock>());
    for flock in flocks.filter_map(Flock::running) {
        let Statistics { boids, steps, .. } = flock.statistics();
        if LOGGED.fetch_max(steps / RATE, Ordering::Relaxed) < steps / RATE {
            info!("{boids} boids after {steps} steps");
        }
    }
}
