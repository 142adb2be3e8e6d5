//! What the night changes in a scene.

use fyrox::{
    core::pool::Handle,
    graph::{SceneGraph, SceneGraphNode},
    scene::{graph::Graph, light::BaseLight, node::Node},
};
use fyrox_flock::scripts::{FlockVolume, VolumeRole};

/// Lights and their intensities at the start of the scene.
#[derive(Clone, Debug, Default)]
pub struct Dimmer(Vec<(Handle<Node>, f32)>);

impl Dimmer {
    pub fn new(graph: &mut Graph, lights: &[Handle<Node>]) -> Self {
        let intensity = |light: Handle<Node>| Some((light, light_mut(graph, light)?.intensity()));
        Self(lights.iter().copied().filter_map(intensity).collect())
    }

    /// Sets all lights to a share of their intensities at the start.
    pub fn set(&self, graph: &mut Graph, share: f32) {
        for (light, intensity) in &self.0 {
            if let Some(light) = light_mut(graph, *light) {
                light.set_intensity(intensity * share);
            }
        }
    }
}

/// The light of a node, if it is one.
pub fn light_mut(graph: &mut Graph, light: Handle<Node>) -> Option<&mut BaseLight> {
    let node = graph.try_get_node_mut(light).ok()?;
    node.component_mut::<BaseLight>()
}

/// Sets the darkness of all roosts: 0 by day, 1 at night.
pub fn set_roosts(graph: &mut Graph, darkness: f32) {
    for node in graph.linear_iter_mut() {
        for volume in node.try_get_scripts_mut::<FlockVolume>() {
            if let VolumeRole::Roost { dusk, .. } = &mut *volume.role {
                *dusk = darkness;
            }
        }
    }
}
