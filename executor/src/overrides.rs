//! What the command line changes in a scene.

use flock_demo::Day;
use fyrox::{graph::SceneGraph, scene::Scene};
use fyrox_flock::{sim::settings::Backend, Flock, FlockPreset};

/// Values that replace those of a scene.
#[derive(Debug, Default)]
pub struct Overrides {
    /// Settings of the largest flock, and its look if the preset has one.
    pub preset: Option<FlockPreset>,
    /// The backend of all flocks.
    pub backend: Option<Backend>,
    /// The hour at which the scene's day starts.
    pub hour: Option<f32>,
}

impl Overrides {
    /// Changes a scene.
    ///
    /// # Errors
    /// Says what the scene lacks.
    pub fn apply(&self, scene: &mut Scene) -> Result<(), &'static str> {
        if let Some(preset) = &self.preset {
            set_preset(scene, preset)?;
        }
        if let Some(backend) = self.backend {
            set_backend(scene, backend);
        }
        self.hour.map_or(Ok(()), |hour| set_hour(scene, hour))
    }
}

fn set_preset(scene: &mut Scene, preset: &FlockPreset) -> Result<(), &'static str> {
    let nodes = scene.graph.linear_iter_mut();
    let flocks = nodes.flat_map(|node| node.try_get_scripts_mut::<Flock>());
    let Some(flock) = flocks.max_by_key(|flock| flock.spawn.count) else {
        return Err(
            "it has no flock that could take the preset. Add the script Flock to a node in the editor",
        );
    };
    flock.set_settings(preset.settings());
    if preset.look.enabled {
        flock.set_look(None, &preset.look);
    }
    Ok(())
}

fn set_backend(scene: &mut Scene, backend: Backend) {
    for node in scene.graph.linear_iter_mut() {
        for flock in node.try_get_scripts_mut::<Flock>() {
            let mut settings = flock.settings();
            settings.simulation.backend = backend;
            flock.set_settings(settings);
        }
    }
}

fn set_hour(scene: &mut Scene, hour: f32) -> Result<(), &'static str> {
    let nodes = scene.graph.linear_iter_mut();
    let days = nodes.flat_map(|node| node.try_get_scripts_mut::<Day>());
    let count = days.map(|day| day.hour = hour.into()).count();
    match count {
        0 => Err(
            "it has no day, so --hour has no effect. Leave it out, or open starlings or aquarium",
        ),
        _ => Ok(()),
    }
}
