//! The flocks of a scene.

use fyrox::{graph::SceneGraph, scene::Scene};
use fyrox_flock::{render::FlockRenderer, sim, Flock};

/// The running flocks of a scene, in the order of its nodes.
pub fn simulations(scene: &Scene) -> impl Iterator<Item = &sim::Flock> {
    scene
        .graph
        .linear_iter()
        .flat_map(|node| node.try_get_scripts::<Flock>())
        .filter_map(Flock::running)
}

/// Waits for what flocks of a scene wait for in the background.
pub fn wait_until_ready(scene: &Scene) {
    let nodes = scene.graph.linear_iter();
    let flocks = nodes.flat_map(|node| node.try_get_scripts::<Flock>());
    flocks.for_each(Flock::wait_until_ready);
}

/// Hides all flocks of a scene, which are still simulated.
pub fn hide(scene: &mut Scene) {
    for node in scene.graph.linear_iter_mut() {
        if node.cast::<FlockRenderer>().is_some() {
            node.set_visibility(false);
        }
    }
    scene.graph.update_hierarchical_data();
}
