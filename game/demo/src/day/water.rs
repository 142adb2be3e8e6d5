//! The light in a tank by day and at night.

use crate::night::{set_properties, Dimmer};
use fyrox::{
    core::{color::Color, pool::Handle},
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
        let share = 1.0 + (MOONLIGHT - 1.0) * darkness;
        self.lights.set(&mut scene.graph, share);
        if water.is_empty() {
            return;
        }
        scene.rendering_options.ambient_lighting_color = mixed(AMBIENT, darkness);
        let beams = BEAMS[0] + (BEAMS[1] - BEAMS[0]) * darkness;
        let properties = [
            ("shallowColor", mixed(SHALLOW, darkness).into()),
            ("deepColor", mixed(DEEP, darkness).into()),
            ("beamStrength", beams.into()),
        ];
        set_properties(water, &properties);
    }
}

fn mixed([day, night]: [[u8; 3]; 2], darkness: f32) -> Color {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * darkness) as u8;
    let [red, green, blue] = [0, 1, 2].map(|channel| mix(day[channel], night[channel]));
    Color::opaque(red, green, blue)
}
