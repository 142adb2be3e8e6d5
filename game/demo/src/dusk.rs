//! The switch between day and night in the playground.

use crate::usable::Usable;
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    graph::{SceneGraph, SceneGraphNode},
    plugin::error::GameResult,
    scene::{graph::Graph, light::BaseLight, node::Node},
    script::{ScriptContext, ScriptTrait},
};
use fyrox_flock::scripts::{FlockVolume, VolumeRole};

/// Time from day to night, in seconds.
const TWILIGHT: f32 = 4.0;

/// Fraction of the daylight that remains at night.
const NIGHT: f32 = 0.22;

/// Switches between day and night for all roosts of the scene when the player uses its node.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "c5a94e17-83d0-4b6f-a2c8-17e60f3b9d48")]
#[visit(optional)]
pub struct Dusk {
    /// Lights that fade at night. Default: none.
    pub daylight: InheritableVariable<Vec<Handle<Node>>>,
    /// The action in the player's prompt. Default: empty.
    pub prompt: InheritableVariable<String>,

    /// 0 by day to 1 at night.
    #[visit(skip)]
    #[reflect(hidden)]
    darkness: f32,
    #[visit(skip)]
    #[reflect(hidden)]
    is_night: bool,
    /// Intensities of the lights by day.
    #[visit(skip)]
    #[reflect(hidden)]
    by_day: Vec<f32>,
}

impl Default for Dusk {
    fn default() -> Self {
        Self {
            daylight: Vec::new().into(),
            prompt: String::new().into(),
            darkness: 0.0,
            is_night: false,
            by_day: Vec::new(),
        }
    }
}

impl Dusk {
    /// A switch that dims these lights.
    pub fn new(daylight: Vec<Handle<Node>>, prompt: &str) -> Self {
        Self {
            daylight: daylight.into(),
            prompt: prompt.to_string().into(),
            ..Self::default()
        }
    }

    fn set_lights(&self, graph: &mut Graph) {
        let share = 1.0 + (NIGHT - 1.0) * self.darkness;
        for (light, by_day) in self.daylight.iter().zip(&self.by_day) {
            if let Some(light) = light_mut(graph, *light) {
                light.set_intensity(by_day * share);
            }
        }
    }

    fn set_roosts(&self, graph: &mut Graph) {
        for node in graph.linear_iter_mut() {
            for volume in node.try_get_scripts_mut::<FlockVolume>() {
                if let VolumeRole::Roost { dusk, .. } = &mut *volume.role {
                    *dusk = self.darkness;
                }
            }
        }
    }
}

fn light_mut(graph: &mut Graph, light: Handle<Node>) -> Option<&mut BaseLight> {
    let node = graph.try_get_node_mut(light).ok()?;
    node.component_mut::<BaseLight>()
}

impl Usable for Dusk {
    fn prompt(&self) -> &str {
        &self.prompt
    }

    fn use_it(&mut self) {
        self.is_night = !self.is_night;
    }
}

impl ScriptTrait for Dusk {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        let graph = &mut context.scene.graph;
        let lights = self.daylight.iter();
        let intensity = |light: &Handle<Node>| light_mut(graph, *light).map(|it| it.intensity());
        self.by_day = lights
            .map(intensity)
            .map(Option::unwrap_or_default)
            .collect();
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let to = f32::from(u8::from(self.is_night));
        if self.darkness != to {
            let step = context.dt / TWILIGHT;
            self.darkness += (to - self.darkness).clamp(-step, step);
            self.set_lights(&mut context.scene.graph);
            self.set_roosts(&mut context.scene.graph);
        }
        Ok(())
    }
}
