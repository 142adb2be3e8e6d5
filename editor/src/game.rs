use fyrox::{
    core::{reflect::prelude::*, visitor::prelude::*},
    gui::inspector::editors::PropertyEditorDefinitionContainer,
    plugin::{error::GameResult, Plugin, PluginRegistrationContext},
};
use std::sync::Arc;

/// Tells the editor which types the scenes may hold. It runs nothing: the executor has the game's own plugin.
#[derive(Clone, Debug, Default, Visit, Reflect)]
#[reflect(non_cloneable)]
pub(crate) struct Game;

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        // A script that the editor does not know is lost when it saves the scene.
        let scripts = &context.serialization_context.script_constructors;
        fyrox_scripts::register(scripts);
        fyrox_flock::demo::register(scripts);
        fyrox_flock::register(&context);
        Ok(())
    }

    fn register_property_editors(&self, editors: Arc<PropertyEditorDefinitionContainer>) {
        fyrox_flock::register_property_editors(&editors);
    }
}
