//! The game whose editor is tested.

use fyrox::{
    core::{reflect::prelude::*, visitor::prelude::*},
    gui::inspector::editors::PropertyEditorDefinitionContainer,
    plugin::{error::GameResult, Plugin, PluginRegistrationContext},
};
use fyroxed_base::Editor;
use std::sync::Arc;

/// Name of the editor's settings for building the game.
pub const BUILD_PROFILE: &str = "Debug";

#[derive(Clone, Debug, Default, Visit, Reflect)]
#[reflect(non_cloneable)]
struct Game;

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        fyrox_flock::register(&context);
        Ok(())
    }

    fn register_property_editors(&self, editors: Arc<PropertyEditorDefinitionContainer>) {
        fyrox_flock::register_property_editors(&editors);
    }
}

/// Makes the game known to an editor.
pub fn add_to(editor: &mut Editor) {
    editor.add_game_plugin(Game);
}
