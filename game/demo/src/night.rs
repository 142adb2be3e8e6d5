//! What day and weather change in a scene.

use fyrox::{
    core::{color::Color, pool::Handle},
    graph::{SceneGraph, SceneGraphNode},
    material::{MaterialProperty, MaterialResource},
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

/// A value that goes from 0 to 1 while `value` goes from one end of a range to the other, smoothly.
pub fn ramp(value: f32, from: f32, to: f32) -> f32 {
    let share = ((value - from) / (to - from)).clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

pub fn mix([from, to]: [f32; 2], share: f32) -> f32 {
    from + (to - from) * share
}

pub fn mix_colors([from, to]: [[u8; 3]; 2], share: f32) -> Color {
    let [red, green, blue] =
        [0, 1, 2].map(|it| mix([from[it], to[it]].map(f32::from), share) as u8);
    Color::opaque(red, green, blue)
}

/// Enables nodes, or disables them.
pub fn enable(graph: &mut Graph, nodes: &[Handle<Node>], is_enabled: bool) {
    for node in nodes {
        if let Ok(node) = graph.try_get_node_mut(*node) {
            if node.is_enabled() != is_enabled {
                node.set_enabled(is_enabled);
            }
        }
    }
}

/// Sets properties of materials, except of those that could not be loaded.
pub fn set_properties(materials: &[MaterialResource], properties: &[(&str, MaterialProperty)]) {
    for material in materials {
        let mut material = material.data_ref();
        if let Some(material) = material.as_loaded_mut() {
            for (name, value) in properties {
                material.set_property(*name, value.clone());
            }
        }
    }
}

/// Sets the darkness of all roosts: 0 by day, 1 at night.
pub fn set_roosts(graph: &mut Graph, darkness: f32) {
    for node in graph.linear_iter_mut() {
        for volume in node.try_get_scripts_mut::<FlockVolume>() {
            // A mutable access marks the field as modified.
            let differs = match &*volume.role {
                VolumeRole::Roost { dusk, .. } => *dusk != darkness,
                _ => false,
            };
            if !differs {
                continue;
            }
            if let VolumeRole::Roost { dusk, .. } = &mut *volume.role {
                *dusk = darkness;
            }
        }
    }
}
