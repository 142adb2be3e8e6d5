//! The flock as an engine plugin of its own.

use crate::{register, register_property_editors};
use fyrox::{
    core::{reflect::prelude::*, visitor::prelude::*},
    gui::inspector::editors::PropertyEditorDefinitionContainer,
    plugin::{error::GameResult, Plugin, PluginRegistrationContext},
};
use std::sync::Arc;

/// Registers the flock in a program whose game is a library that is hot-reloaded.
///
/// The code of the flock must not be linked into that library: on a reload, the engine replaces
/// only the scripts of the game's own package, and the flocks would call code that was unloaded. So
/// the executor and the editor add this plugin before the library, and the plugin of the game does
/// not register the flock. Other games call [`register`] and [`register_property_editors`] in their
/// own plugin.
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
