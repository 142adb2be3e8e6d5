//! The script of a day: the sun rises and sets, lamps are lit, animals feed and sleep.

mod air;
mod animals;
mod clock;
mod glow;
mod water;

pub use glow::Glow;

use crate::{
    caption::Caption,
    night::{set_roosts, Dimmer},
};
use air::Lights;
use animals::Habits;
use clock::Period;
use fyrox::{
    core::{
        algebra::Vector3, pool::Handle, reflect::prelude::*, type_traits::prelude::*,
        variable::InheritableVariable, visitor::prelude::*,
    },
    event::{ElementState, Event, WindowEvent},
    graph::SceneGraph,
    gui::UiContainer,
    keyboard::{KeyCode, PhysicalKey},
    material::MaterialResource,
    plugin::error::GameResult,
    scene::{graph::Graph, node::Node},
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};
use water::Tank;

/// How many times faster the clock runs, in the order in which the key T selects them.
const PACES: [f32; 3] = [1.0, 10.0, 40.0];

/// Largest pace, in hours per minute.
const FASTEST: f32 = 1000.0;

/// Horizontal direction in which the sun sets.
const WEST: Vector3<f32> = Vector3::new(0.62, 0.0, -0.78);

/// Darkness at which half of the lamps' light is on.
const LIGHTING_UP: f32 = 0.35;

/// A day in a scene: sun, sky and lamps, and what the animals do. The key T makes the clock run
/// faster. It works on any node.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "e27b60d4-93fc-4c1a-8d55-4b1f0a6e9c38")]
#[visit(optional)]
pub struct Day {
    /// Hour at the start. 0 to 24; default 12.
    #[reflect(min_value = 0.0, max_value = 24.0, step = 0.25)]
    pub hour: InheritableVariable<f32>,
    /// Hours per minute of the game. 0 to 1,000; default 0.6.
    #[reflect(min_value = 0.0, max_value = 1000.0, step = 0.1)]
    pub pace: InheritableVariable<f32>,
    /// What the caption says about the animals by day, at dusk, at night and at dawn. Default:
    /// empty.
    pub said: InheritableVariable<Vec<String>>,

    /// Keys of this scene that the caption shows. Default: empty.
    pub keys: InheritableVariable<String>,

    /// The light of sun and moon, which this script turns. Default: none.
    pub sun: InheritableVariable<Handle<Node>>,
    /// The light of the sky. Default: none.
    pub sky: InheritableVariable<Handle<Node>>,
    /// The material of the air, with the shader `air.shader`. Default: none.
    pub air: InheritableVariable<Option<MaterialResource>>,

    /// Lights of a tank that are dimmed at night. Default: none.
    pub daylight: InheritableVariable<Vec<Handle<Node>>>,
    /// The material of the water, with the shader `water.shader`. Default: none.
    pub water: InheritableVariable<Option<MaterialResource>>,

    /// Lights that shine at night. Default: none.
    pub lamps: InheritableVariable<Vec<Handle<Node>>>,
    /// Materials that glow at night. Default: none.
    pub glows: InheritableVariable<Vec<Glow>>,

    /// Nodes with perches on which boids land by day only, to feed. Default: none.
    pub feeding: InheritableVariable<Vec<Handle<Node>>>,
    /// Nodes with perches on which boids spend the night. Default: none.
    pub sleeping: InheritableVariable<Vec<Handle<Node>>>,
    /// Nodes that are enabled at dusk only, such as a hunter. Default: none.
    pub at_dusk: InheritableVariable<Vec<Handle<Node>>>,

    #[visit(skip)]
    #[reflect(hidden)]
    running: Option<Running>,
}

/// The state of a running day.
#[derive(Clone, Debug)]
struct Running {
    hour: f32,
    /// Index in [`PACES`].
    pace: usize,
    lamps: Dimmer,
    tank: Tank,
    habits: Habits,
    caption: Caption,
}

impl Default for Day {
    fn default() -> Self {
        Self {
            hour: 12.0.into(),
            pace: 0.6.into(),
            said: Vec::new().into(),
            keys: String::new().into(),
            sun: Handle::NONE.into(),
            sky: Handle::NONE.into(),
            air: None.into(),
            daylight: Vec::new().into(),
            water: None.into(),
            lamps: Vec::new().into(),
            glows: Vec::new().into(),
            feeding: Vec::new().into(),
            sleeping: Vec::new().into(),
            at_dusk: Vec::new().into(),
            running: None,
        }
    }
}

impl Day {
    /// The hour, 0 to 24. `None` before the start.
    pub fn now(&self) -> Option<f32> {
        self.running.as_ref().map(|running| running.hour)
    }

    /// Sets the clock of a running day.
    pub fn set_now(&mut self, hour: f32) {
        if let Some(running) = &mut self.running {
            running.hour = clock::later(hour, 0.0, 0.0);
        }
    }

    /// Removes the caption: the engine does not notify the scripts of a scene that is removed.
    pub(crate) fn close_caption(&mut self, interfaces: &mut UiContainer) {
        if let Some(running) = self.running.take() {
            running.caption.remove(interfaces);
        }
    }

    /// Sets everything in the scene to the time of the clock.
    fn apply(&mut self, context: &mut ScriptContext) {
        let Some(running) = &mut self.running else {
            return;
        };
        let (scene, sun) = (&mut *context.scene, clock::sun(running.hour, WEST));
        let darkness = clock::darkness(sun.y);
        if self.sun.is_some() {
            let lights = Lights {
                sun: *self.sun,
                fill: *self.sky,
                air: self.air.as_ref(),
            };
            lights.set(scene, sun);
        }
        running.tank.set(scene, self.water.as_ref(), darkness);
        let graph = &mut scene.graph;
        let share = (0.5 + (darkness - LIGHTING_UP) / (2.0 * LIGHTING_UP)).clamp(0.0, 1.0);
        running.lamps.set(graph, share);
        self.glows.iter().for_each(|glow| glow.set(share));
        set_roosts(graph, darkness);
        let period = Period::at(running.hour);
        running.habits.begin(graph, period);
        enable(graph, &self.at_dusk, period == Period::Dusk);
        let said = self.said.get(period as usize).map_or("", String::as_str);
        let words = format!(
            "{}   {said}      T: time {} x   {}",
            clock::shown(running.hour),
            PACES[running.pace],
            *self.keys
        );
        running.caption.show(context.user_interfaces, words);
    }
}

fn enable(graph: &mut Graph, nodes: &[Handle<Node>], is_enabled: bool) {
    for node in nodes {
        if let Ok(node) = graph.try_get_node_mut(*node) {
            if node.is_enabled() != is_enabled {
                node.set_enabled(is_enabled);
            }
        }
    }
}

impl ScriptTrait for Day {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        let graph = &mut context.scene.graph;
        self.running = Some(Running {
            hour: clock::later(*self.hour, 0.0, 0.0),
            pace: 0,
            lamps: Dimmer::new(graph, &self.lamps),
            tank: Tank::new(graph, &self.daylight),
            habits: Habits::new(graph, &self.feeding, &self.sleeping),
            caption: Caption::new(context.user_interfaces),
        });
        self.apply(context);
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, _: &mut ScriptContext) -> GameResult {
        let Event::WindowEvent {
            event: WindowEvent::KeyboardInput { event, .. },
            ..
        } = event
        else {
            return Ok(());
        };
        let is_pressed = event.state == ElementState::Pressed && !event.repeat;
        if is_pressed && event.physical_key == PhysicalKey::Code(KeyCode::KeyT) {
            if let Some(running) = &mut self.running {
                running.pace = (running.pace + 1) % PACES.len();
            }
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        if let Some(running) = &mut self.running {
            let pace = self.pace.clamp(0.0, FASTEST) * PACES[running.pace];
            running.hour = clock::later(running.hour, pace, context.dt);
        }
        self.apply(context);
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        self.close_caption(context.user_interfaces);
        Ok(())
    }
}
