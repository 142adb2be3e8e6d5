//! The flocks of a scene.

use fyrox::{graph::SceneGraph, scene::Scene};
use fyrox_flock::{render::FlockRenderer, sim, Flock, FlockPreset};

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

/// Applies a preset to the largest flock of a scene: its settings, and its look if it has one.
/// Returns false if there is no flock.
pub fn set_preset(scene: &mut Scene, preset: &FlockPreset) -> bool {
    let nodes = scene.graph.linear_iter_mut();
    let flocks = nodes.flat_map(|node| node.try_get_scripts_mut::<Flock>());
    let Some(flock) = flocks.max_by_key(|flock| flock.spawn.count) else {
        return false;
    };
    flock.set_settings(preset.settings());
    if preset.look.enabled {
        flock.set_look(None, &preset.look);
    }
    true
}

/// Sets the backend of all flocks of a scene.
pub fn set_backend(scene: &mut Scene, backend: sim::settings::Backend) {
    for node in scene.graph.linear_iter_mut() {
        for flock in node.try_get_scripts_mut::<Flock>() {
            let mut settings = flock.settings();
            settings.simulation.backend = backend;
            flock.set_settings(settings);
        }
    }
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
