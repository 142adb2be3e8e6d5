//! The script of the weather: clouds gather, it rains, and the sun comes back.

use crate::{
    caption::caption,
    keys::pressed,
    night::{enable, mix, mix_colors, ramp, set_properties, set_roosts, Dimmer},
    overlay::Overlay,
};
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    event::Event,
    graph::SceneGraph,
    gui::UiContainer,
    keyboard::KeyCode,
    material::MaterialResource,
    plugin::error::GameResult,
    scene::{graph::Graph, node::Node},
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};
use fyrox_flock::scripts::FlockWind;

/// Phases of the weather, with the time at which each begins, in seconds.
const PHASES: [(Phase, f32); 4] = [
    (Phase::Fair, 0.0),
    (Phase::Gathering, 45.0),
    (Phase::Rain, 60.0),
    (Phase::Clearing, 95.0),
];

/// Time of all phases, in seconds.
const PERIOD: f32 = 110.0;

/// Share of the light that clouds let through.
const OVERCAST: f32 = 0.22;

/// Sky by fair weather and under clouds: zenith, horizon and clouds.
const ZENITH: [[u8; 3]; 2] = [[58, 122, 214], [84, 94, 108]];
const HORIZON: [[u8; 3]; 2] = [[196, 220, 236], [134, 144, 152]];
const CLOUD: [[u8; 3]; 2] = [[214, 222, 232], [86, 92, 104]];

/// A phase of the weather.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The sun shines.
    Fair,
    /// Clouds gather, and the wind rises.
    Gathering,
    /// It rains.
    Rain,
    /// The clouds go.
    Clearing,
}

/// Weather that changes, with a sky, wind and animals that react to it. The key T begins the next
/// phase at once. It works on any node.
#[derive(Clone, Debug, Default, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "92d6a5f1-7b38-4e0c-8c47-3e15b9d0a6f8")]
#[visit(optional)]
pub struct Weather {
    /// What the caption says by fair weather, before the rain, in the rain and after it. Default:
    /// empty.
    pub said: InheritableVariable<Vec<String>>,
    /// Materials of the air, with the shader `air.shader`. Default: none.
    pub air: InheritableVariable<Vec<MaterialResource>>,
    /// Lights that clouds dim. Default: none.
    pub lights: InheritableVariable<Vec<Handle<Node>>>,
    /// The node with the wind, which rises to its speed before the rain. Default: none.
    pub wind: InheritableVariable<Handle<Node>>,
    /// Nodes that are enabled from the gathering of the clouds to the end of the rain. Default:
    /// none.
    pub before_rain: InheritableVariable<Vec<Handle<Node>>>,

    #[visit(skip)]
    #[reflect(hidden)]
    running: Option<Running>,
}

#[derive(Clone, Debug)]
struct Running {
    /// Time since the beginning of the first phase, in seconds.
    time: f32,
    /// Time since the start of the scene, in seconds.
    age: f32,
    lights: Dimmer,
    /// Speed of the wind in the scene file, in m/s.
    wind: f32,
    /// Clouds and rain that the scene was set to.
    set: Option<[f32; 2]>,
    caption: Overlay,
    words: String,
    /// The phase that the words are about.
    shown: Option<Phase>,
}

impl Weather {
    /// The phase. `None` before the start.
    pub fn phase(&self) -> Option<Phase> {
        self.running.as_ref().map(|running| phase(running.time))
    }

    /// Begins the next phase at once.
    pub fn begin_next(&mut self) {
        if let Some(running) = &mut self.running {
            let next = PHASES.iter().map(|phase| phase.1);
            let mut later = next.filter(|time| *time > running.time);
            running.time = later.next().unwrap_or(0.0);
        }
    }

    /// Removes the caption: the engine does not notify the scripts of a scene that is removed.
    pub(crate) fn close_caption(&mut self, interfaces: &mut UiContainer) {
        if let Some(running) = self.running.take() {
            running.caption.remove(interfaces);
        }
    }

    fn apply(&mut self, context: &mut ScriptContext) {
        let Some(running) = &mut self.running else {
            return;
        };
        let (clouds, rain) = (clouds(running.time), rain(running.time));
        let phase = phase(running.time);
        let has_changed = running.set.replace([clouds, rain]) != Some([clouds, rain]);
        if has_changed || rain > 0.0 {
            set_air(&self.air, clouds, rain, running.age);
        }
        let graph = &mut context.scene.graph;
        if has_changed {
            running.lights.set(graph, mix([1.0, OVERCAST], clouds));
            set_wind(graph, *self.wind, running.wind * clouds);
            set_roosts(graph, rain);
        }
        let is_low = matches!(phase, Phase::Gathering | Phase::Rain);
        enable(graph, &self.before_rain, is_low);
        if running.shown.replace(phase) != Some(phase) {
            let said = self.said.get(phase as usize).map_or("", String::as_str);
            running.words = format!("{said}      T: next weather");
        }
        running
            .caption
            .show(context.user_interfaces, &running.words);
    }
}

fn phase(time: f32) -> Phase {
    let begun = PHASES.iter().rev().find(|phase| time >= phase.1);
    begun.unwrap_or(&PHASES[0]).0
}

/// How much of the sky is under clouds.
fn clouds(time: f32) -> f32 {
    ramp(time, PHASES[1].1, PHASES[2].1) * (1.0 - ramp(time, PHASES[3].1, PERIOD))
}

/// How much it rains.
fn rain(time: f32) -> f32 {
    let ends = PHASES[3].1;
    ramp(time, PHASES[2].1, PHASES[2].1 + 4.0) * (1.0 - ramp(time, ends, ends + 5.0))
}

fn set_air(air: &[MaterialResource], clouds: f32, rain: f32, age: f32) {
    let properties = [
        ("zenithColor", mix_colors(ZENITH, clouds).into()),
        ("horizonColor", mix_colors(HORIZON, clouds).into()),
        ("cloudColor", mix_colors(CLOUD, clouds).into()),
        ("cover", mix([0.42, 1.25], clouds).into()),
        ("glow", mix([0.75, 0.06], clouds).into()),
        ("haze", (0.0026 + 0.012 * rain).into()),
        ("brightness", mix([1.0, 0.72], clouds).into()),
        ("rain", rain.into()),
        ("time", age.rem_euclid(1000.0).into()),
    ];
    set_properties(air, &properties);
}

fn wind_mut(graph: &mut Graph, node: Handle<Node>) -> Option<&mut FlockWind> {
    graph.try_get_node_mut(node).ok()?.try_get_script_mut()
}

fn set_wind(graph: &mut Graph, node: Handle<Node>, speed: f32) {
    if let Some(wind) = wind_mut(graph, node) {
        *wind.speed = speed;
    }
}

impl ScriptTrait for Weather {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        let graph = &mut context.scene.graph;
        self.running = Some(Running {
            time: 0.0,
            age: 0.0,
            lights: Dimmer::new(graph, &self.lights),
            wind: wind_mut(graph, *self.wind).map_or(0.0, |wind| *wind.speed),
            set: None,
            caption: caption(context.user_interfaces),
            words: String::new(),
            shown: None,
        });
        self.apply(context);
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, _: &mut ScriptContext) -> GameResult {
        if pressed(event) == Some(KeyCode::KeyT) {
            self.begin_next();
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        if let Some(running) = &mut self.running {
            running.time = (running.time + context.dt).rem_euclid(PERIOD);
            running.age += context.dt;
        }
        self.apply(context);
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        self.close_caption(context.user_interfaces);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weather_changes_without_steps_and_begins_as_it_ends() {
        let times: Vec<f32> = (0..=1100).map(|tenth| tenth as f32 / 10.0).collect();
        for pair in times.windows(2) {
            assert!((clouds(pair[1]) - clouds(pair[0])).abs() < 0.05, "{pair:?}");
            assert!((rain(pair[1]) - rain(pair[0])).abs() < 0.05, "{pair:?}");
        }
        for time in [0.0, 30.0, PERIOD] {
            assert_eq!([clouds(time), rain(time)], [0.0; 2], "{time}");
        }
        assert_eq!([clouds(80.0), rain(80.0)], [1.0; 2]);
        assert_eq!(phase(50.0), Phase::Gathering);
        assert_eq!(phase(f32::NAN), Phase::Fair);
    }
}
