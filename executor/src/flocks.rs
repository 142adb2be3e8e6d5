//! The flocks of a scene.

use fyrox::{graph::SceneGraph, scene::Scene};
use fyrox_flock::{
    render::FlockRenderer,
    sim::{self, Settings},
    Flock,
};

/// The running flocks of a scene, in the order of its nodes.
pub fn simulations(scene: &Scene) -> impl Iterator<Item = &sim::Flock> {
    scene
        .graph
        .linear_iter()
        .flat_map(|node| node.try_get_scripts::<Flock>())
        .filter_map(Flock::running)
}

/// Sets the settings of all flocks of a scene. Returns the number of flocks.
pub fn set_settings(scene: &mut Scene, settings: &Settings) -> usize {
    let mut count = 0;
    for node in scene.graph.linear_iter_mut() {
        for flock in node.try_get_scripts_mut::<Flock>() {
            flock.set_settings(settings.clone());
            count += 1;
        }
    }
    count
}

/// Sets the driver of all flocks of a scene.
pub fn set_driver(scene: &mut Scene, driver: sim::Driver) {
    for node in scene.graph.linear_iter_mut() {
        for flock in node.try_get_scripts_mut::<Flock>() {
            let mut settings = flock.settings();
            settings.simulation.driver = driver;
            flock.set_settings(settings);
        }
    }
}

/// Hides all flocks of a scene, which are simulated all the same.
pub fn hide(scene: &mut Scene) {
    for node in scene.graph.linear_iter_mut() {
        if node.cast::<FlockRenderer>().is_some() {
            node.set_visibility(false);
        }
    }
    scene.graph.update_hierarchical_data();
}
