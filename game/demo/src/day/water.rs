//! The light in a tank by day and at night.

use crate::night::{mix, mix_colors, set_properties, Dimmer};
use fyrox::{
    core::pool::Handle,
    material::MaterialResource,
    scene::{graph::Graph, node::Node, Scene},
};

/// Share of the lamps' light at night.
const MOONLIGHT: f32 = 0.17;

/// Colours of the haze near the surface and near the ground, by day and at night.
const SHALLOW: [[u8; 3]; 2] = [[70, 175, 195], [22, 54, 100]];
const DEEP: [[u8; 3]; 2] = [[10, 74, 112], [4, 18, 48]];

/// Ambient light by day and at night.
const AMBIENT: [[u8; 3]; 2] = [[60, 104, 124], [44, 70, 116]];

/// Brightness of the light beams by day and at night.
const BEAMS: [f32; 2] = [11.0, 3.0];

/// The lights of a tank.
#[derive(Clone, Debug, Default)]
pub struct Tank {
    lights: Dimmer,
}

impl Tank {
    pub fn new(graph: &mut Graph, lights: &[Handle<Node>]) -> Self {
        Self {
            lights: Dimmer::new(graph, lights),
        }
    }

    /// Sets lights and water to a darkness, 0 to 1. The materials have the shader `water.shader`.
    pub fn set(&self, scene: &mut Scene, water: &[MaterialResource], darkness: f32) {
        self.lights
            .set(&mut scene.graph, mix([1.0, MOONLIGHT], darkness));
        if water.is_empty() {
            return;
        }
        scene.rendering_options.ambient_lighting_color = mix_colors(AMBIENT, darkness);
        let properties = [
            ("shallowColor", mix_colors(SHALLOW, darkness).into()),
            ("deepColor", mix_colors(DEEP, darkness).into()),
            ("beamStrength", mix(BEAMS, darkness).into()),
        ];
        set_properties(water, &properties);
    }
}
