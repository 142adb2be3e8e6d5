//! The flock as an engine plugin of its own.

use crate::{register, register_property_editors};
use fyrox::{
    core::{reflect::prelude::*, visitor::prelude::*},
    gui::inspector::editors::PropertyEditorDefinitionContainer,
    plugin::{error::GameResult, Plugin, PluginRegistrationContext},
};
use std::sync::Arc;

/// Registers the flock, for a program whose game is a library that is reloaded while it runs.
///
/// The code of a flock must not lie in that library: the engine replaces the scripts of the game's own
/// package alone, and the flocks would call code that has been unloaded. So the executor and the editor
/// have this plugin, added before the library, and the plugin of the game registers nothing of the
/// flock. Other games call [`register`] and [`register_property_editors`] in their own plugin.
#[derive(Clone, Debug, Default, Visit, Reflect)]
#[reflect(non_cloneable)]
pub struct FlockPlugin;

impl Plugin for FlockPlugin {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        register(&context);
        Ok(())
    }

    fn register_property_editors(&self, editors: Arc<PropertyEditorDefinitionContainer>) {
        register_property_editors(&editors);
    }
}
