use fyrox::{
    core::{reflect::prelude::*, visitor::prelude::*},
    gui::inspector::editors::PropertyEditorDefinitionContainer,
    plugin::{error::GameResult, Plugin, PluginRegistrationContext},
};
use std::sync::Arc;

/// Registers the types of the demo scenes with the editor. It runs nothing: the executor has the
/// plugin of the game.
#[derive(Clone, Debug, Default, Visit, Reflect)]
#[reflect(non_cloneable)]
pub(crate) struct Game;

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        // The editor drops unregistered scripts when it saves a scene.
        flock_demo::register(&context);
        Ok(())
    }

    fn register_property_editors(&self, editors: Arc<PropertyEditorDefinitionContainer>) {
        fyrox_flock::register_property_editors(&editors);
        flock_demo::register_property_editors(&editors);
    }
}
