//! The switch between day and night in the playground.

use crate::{
    night::{set_roosts, Dimmer},
    usable::Usable,
};
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    plugin::error::GameResult,
    scene::node::Node,
    script::{ScriptContext, ScriptTrait},
};

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
    #[visit(skip)]
    #[reflect(hidden)]
    lights: Dimmer,
}

impl Default for Dusk {
    fn default() -> Self {
        Self {
            daylight: Vec::new().into(),
            prompt: String::new().into(),
            darkness: 0.0,
            is_night: false,
            lights: Dimmer::default(),
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
        self.lights = Dimmer::new(&mut context.scene.graph, &self.daylight);
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let to = f32::from(u8::from(self.is_night));
        if self.darkness != to {
            let step = context.dt / TWILIGHT;
            self.darkness += (to - self.darkness).clamp(-step, step);
            let graph = &mut context.scene.graph;
            self.lights.set(graph, 1.0 + (NIGHT - 1.0) * self.darkness);
            set_roosts(graph, self.darkness);
        }
        Ok(())
    }
}
