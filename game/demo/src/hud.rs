//! The script of the panel and its keys.

use crate::{
    choice::Choice,
    controls::Control,
    day::Day,
    happenings::Happenings,
    keys::pressed,
    lantern::Lantern,
    panel::Panel,
    player::{grab, Player},
    readings::Readings,
    table::Table,
    tour::Tour,
    weather::Weather,
};
use fyrox::{
    asset::ResourceData,
    core::{
        log::Log, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    engine::GraphicsContext,
    event::Event,
    graph::SceneGraph,
    gui::UiContainer,
    keyboard::KeyCode,
    plugin::error::GameResult,
    scene::{node::Node, Scene},
    script::{
        ScriptContext, ScriptDeinitContext, ScriptMessageContext, ScriptMessagePayload, ScriptTrait,
    },
};
use fyrox_flock::{scripts::FlockSound, sim::files, Flock, FlockEvents, FlockPreset};
use fyrox_scripts::camera::FlyingCameraController;
use std::{
    error::Error,
    path::{Path, PathBuf},
};

/// Time between two updates of the panel, in seconds: short enough to follow, long enough to read.
const REFRESH: f32 = 0.2;

/// Shows counters and times of all flocks of the scene, and changes their settings by keys while
/// the game runs. It works on any node.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "5d8f64c5-5f0e-4c0e-9f59-6f7a3a2b1d04")]
#[visit(optional)]
pub struct AquariumHud {
    /// Shows the panel. The key H shows and hides it. Default: on.
    pub visible: InheritableVariable<bool>,

    #[visit(skip)]
    #[reflect(hidden)]
    panel: Option<Panel>,

    /// Time since the last update of the panel, in seconds.
    #[visit(skip)]
    #[reflect(hidden)]
    age: f32,

    #[visit(skip)]
    #[reflect(hidden)]
    happenings: Happenings,
}

impl Default for AquariumHud {
    fn default() -> Self {
        Self {
            visible: true.into(),
            panel: None,
            age: 0.0,
            happenings: Happenings::default(),
        }
    }
}

impl AquariumHud {
    fn on_key(&mut self, key: KeyCode, context: &mut ScriptContext) {
        if key == KeyCode::KeyH {
            *self.visible = !*self.visible;
            if let Some(panel) = &self.panel {
                panel.set_visible(context.user_interfaces, *self.visible);
            }
        } else if key == KeyCode::KeyN {
            switch_sounds(context.scene);
        } else if key == KeyCode::KeyP {
            save_preset(context.scene);
        } else if let Some(control) = Control::of_key(key) {
            apply(control, context.scene);
            self.age = REFRESH;
        }
    }

    fn refresh(&mut self, context: &mut ScriptContext) {
        let frames_per_second = match &context.graphics_context {
            GraphicsContext::Initialized(graphics) => {
                Some(graphics.renderer.get_statistics().frames_per_second)
            }
            GraphicsContext::Uninitialized(_) => None,
        };
        let values = Readings::of(context.scene).values(frames_per_second, &self.happenings);
        self.happenings.next();
        if let Some(panel) = &mut self.panel {
            panel.show(context.user_interfaces, values);
        }
    }
}

/// The keys that move the camera or the lantern. A player has a list of its own.
fn keys_of(scene: &Scene) -> &'static str {
    let has = |found: fn(&Node) -> bool| scene.graph.linear_iter().any(found);
    if has(|node| node.has_script::<Player>()) {
        ""
    } else if has(|node| node.has_script::<Lantern>()) {
        "Mouse: lantern   Click: scare"
    } else if has(|node| node.has_script::<FlyingCameraController>()) {
        "W A S D, mouse: fly"
    } else {
        ""
    }
}

/// Changes the settings of every flock, in the same way as the inspector.
fn apply(control: Control, scene: &mut Scene) {
    for node in scene.graph.linear_iter_mut() {
        for flock in node.try_get_scripts_mut::<Flock>() {
            let mut settings = flock.settings();
            control.apply(&mut settings);
            flock.set_settings(settings);
        }
    }
}

/// Switches the sounds of flocks off or on.
fn switch_sounds(scene: &mut Scene) {
    for node in scene.graph.linear_iter_mut() {
        if node.has_script::<FlockSound>() {
            let is_heard = node.is_enabled();
            node.set_enabled(!is_heard);
        }
    }
}

/// Saves the tuned settings of the first flock as a new preset.
fn save_preset(scene: &Scene) {
    let mut flocks = scene
        .graph
        .linear_iter()
        .filter_map(|node| node.try_get_script::<Flock>());
    if let Some(flock) = flocks.next() {
        match save_tuned(flock.settings().into(), Path::new("data")) {
            Ok(path) => Log::info(format!("The settings were saved as {}", path.display())),
            Err(error) => Log::err(format!("The settings were not saved: {error}")),
        }
    }
}

/// Writes a new file in a folder, with the first free name.
fn save_tuned(mut preset: FlockPreset, folder: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let path = files::first_free(folder, "tuned", FlockPreset::EXTENSION)?;
    preset.save(&path)?;
    Ok(path)
}

/// Closes the panels and captions of a scene that is about to be removed, and releases the pointer: the engine
/// does not notify its scripts.
pub fn close_panels(scene: &mut Scene, interfaces: &mut UiContainer, graphics: &GraphicsContext) {
    for node in scene.graph.linear_iter_mut() {
        for hud in node.try_get_scripts_mut::<AquariumHud>() {
            if let Some(panel) = hud.panel.take() {
                panel.remove(interfaces);
            }
        }
        for player in node.try_get_scripts_mut::<Player>() {
            player.close_hud(interfaces);
            grab(graphics, false);
        }
        for day in node.try_get_scripts_mut::<Day>() {
            day.close_caption(interfaces);
        }
        for choice in node.try_get_scripts_mut::<Choice>() {
            choice.shown.close(interfaces);
        }
        for tour in node.try_get_scripts_mut::<Tour>() {
            tour.shown.close(interfaces);
        }
        for weather in node.try_get_scripts_mut::<Weather>() {
            weather.close_caption(interfaces);
        }
        for table in node.try_get_scripts_mut::<Table>() {
            table.close_panel(interfaces);
        }
    }
}

impl ScriptTrait for AquariumHud {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        let keys = keys_of(context.scene);
        self.panel = Some(Panel::new(context.user_interfaces, keys, *self.visible));
        self.age = REFRESH;
        context
            .message_dispatcher
            .subscribe_to::<FlockEvents>(context.handle);
        Ok(())
    }

    fn on_message(
        &mut self,
        message: &mut dyn ScriptMessagePayload,
        _: &mut ScriptMessageContext,
    ) -> GameResult {
        if let Some(events) = message.downcast_ref::<FlockEvents>() {
            self.happenings.count(events);
        }
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, context: &mut ScriptContext) -> GameResult {
        // A key that is held down would change the numbers too fast.
        if let Some(key) = pressed(event) {
            self.on_key(key, context);
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        self.age += context.dt;
        if self.age >= REFRESH {
            self.age = 0.0;
            self.refresh(context);
        }
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        if let Some(panel) = self.panel.take() {
            panel.remove(context.user_interfaces);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuned_settings_are_saved_under_a_name_that_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let mut preset = FlockPreset::default();
        preset.spawn.count = 12;
        let first = save_tuned(preset.clone(), folder.path()).unwrap();
        let second = save_tuned(FlockPreset::default(), folder.path()).unwrap();
        assert_ne!(first, second);
        assert_eq!(FlockPreset::load(&first).unwrap(), preset);
        assert!(
            save_tuned(preset.clone(), &first).is_err(),
            "it is no folder"
        );
        assert!(save_tuned(preset.clone(), &folder.path().join("none")).is_err());
        preset.motion.max_speed = f32::NAN;
        assert!(save_tuned(preset, folder.path()).is_err());
    }
}
