//! The hunts of a saved scene, in the engine without a window.

use crate::project::Project;
use flock_testkit::engine::{load_scene, without_window};
use fyrox::graph::SceneGraph;
use fyrox_flock::{
    sim::{events::EventKind, settings::Backend},
    Flock, FlockHost,
};
use std::env;

/// Simulated time, in seconds: the hunters rest and shadow their prey before they attack.
const TIME: usize = 60;

/// Numbers of attacks that ended with a catch, and without one.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Hunts {
    pub caught: usize,
    pub escaped: usize,
}

/// Runs two flocks of a scene for a minute, and counts the hunts. The result does not depend on the
/// machine.
pub fn hunts(project: &Project, scene: &str, [hunters, prey]: [&str; 2]) -> Hunts {
    // The engine reads resources from the working directory.
    env::set_current_dir(project.folder()).expect("the project exists");
    let engine = without_window(flock_demo::register).expect("the engine starts");
    engine.resource_manager.update_or_load_registry();
    let mut scene = load_scene(&engine, scene);
    scene.graph.update_hierarchical_data();
    let nodes = [hunters, prey].map(|name| {
        let node = scene.graph.find_by_name_from_root(name);
        node.unwrap_or_else(|| panic!("no node {name}")).0
    });
    for node in nodes {
        let flock = scene.graph[node].try_get_script_mut::<Flock>();
        let flock = flock.expect("the node has a flock");
        flock.simulation.backend = Backend::AllThreads;
    }
    let mut host = FlockHost::new(scene.graph.get_root());
    host.recorded = nodes[1];
    let mut hunts = Hunts::default();
    host.update(&mut scene, &nodes, 0.0);
    while host.is_waiting() {
        host.update(&mut scene, &nodes, 0.0);
    }
    for _ in 0..TIME * 60 {
        host.update(&mut scene, &nodes, 1.0 / 60.0);
        for event in host.events(nodes[1]) {
            match event.kind {
                EventKind::Caught => hunts.caught += 1,
                EventKind::Escaped => hunts.escaped += 1,
                _ => (),
            }
        }
    }
    hunts
}
