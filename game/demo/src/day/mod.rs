//! The script of a day: the sun rises and sets, lamps are lit, animals feed and sleep.

mod air;
mod animals;
mod clock;
mod glow;
mod water;

pub use glow::Glow;

use crate::{
    caption::caption,
    keys::pressed,
    night::{enable, set_roosts, Dimmer},
    overlay::Overlay,
};
use air::Lights;
use animals::Habits;
use clock::Period;
use fyrox::{
    core::{
        algebra::Vector3, pool::Handle, reflect::prelude::*, type_traits::prelude::*,
        variable::InheritableVariable, visitor::prelude::*,
    },
    event::Event,
    gui::UiContainer,
    keyboard::KeyCode,
    material::MaterialResource,
    plugin::error::GameResult,
    scene::node::Node,
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};
use water::Tank;

/// How many times faster the clock runs, in the order in which the key T selects them.
const PACES: [f32; 3] = [1.0, 10.0, 40.0];

/// Largest pace, in hours per minute.
const FASTEST: f32 = 1000.0;

/// Horizontal direction in which the sun sets.
const WEST: Vector3<f32> = Vector3::new(0.62, 0.0, -0.78);

/// Number of times that light and animals are updated in an hour of the clock: more often than once
/// a second at the usual pace.
const STEPS_PER_HOUR: f32 = 600.0;

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
    /// Materials of the air, with the shader `air.shader`. They need a sun. Default: none.
    pub air: InheritableVariable<Vec<MaterialResource>>,

    /// Lights of a tank that are dimmed at night. Default: none.
    pub daylight: InheritableVariable<Vec<Handle<Node>>>,
    /// Materials of the water, with the shader `water.shader`. With one, the script sets the
    /// ambient light too. Default: none.
    pub water: InheritableVariable<Vec<MaterialResource>>,

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
    caption: Overlay,
    words: String,
    /// The step of the clock, and the pace, that the scene was set to.
    shown: Option<(u32, usize)>,
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
            air: Vec::new().into(),
            daylight: Vec::new().into(),
            water: Vec::new().into(),
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
        let shown = ((running.hour * STEPS_PER_HOUR) as u32, running.pace);
        if running.shown.replace(shown) == Some(shown) {
            // A window may have changed its size.
            let words = &running.words;
            return running.caption.show(context.user_interfaces, words);
        }
        let (scene, sun) = (&mut *context.scene, clock::sun(running.hour, WEST));
        let darkness = clock::darkness(sun.y);
        if self.sun.is_some() {
            let lights = Lights {
                sun: *self.sun,
                fill: *self.sky,
                air: &self.air,
            };
            lights.set(scene, sun);
        }
        running.tank.set(scene, &self.water, darkness);
        let graph = &mut scene.graph;
        let share = (0.5 + (darkness - LIGHTING_UP) / (2.0 * LIGHTING_UP)).clamp(0.0, 1.0);
        running.lamps.set(graph, share);
        self.glows.iter().for_each(|glow| glow.set(share));
        set_roosts(graph, darkness);
        let period = Period::at(running.hour);
        running.habits.begin(graph, period, -WEST);
        enable(graph, &self.at_dusk, period == Period::Dusk);
        let said = self.said.get(period as usize).map_or("", String::as_str);
        running.words = format!(
            "{}   {said}      T: time {} x   {}",
            clock::shown(running.hour),
            PACES[running.pace],
            *self.keys
        );
        running
            .caption
            .show(context.user_interfaces, &running.words);
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
            caption: caption(context.user_interfaces),
            words: String::new(),
            shown: None,
        });
        self.apply(context);
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, _: &mut ScriptContext) -> GameResult {
        if let (Some(KeyCode::KeyT), Some(running)) = (pressed(event), &mut self.running) {
            running.pace = (running.pace + 1) % PACES.len();
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
