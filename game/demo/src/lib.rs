//! Scripts of the demo scenes, which a game does not need: panels that show the state and the cost
//! of the flocks, keys that change settings, a player, and objects that move and glow. The package
//! `flock-data` writes the files in `data`.

mod caption;
mod choice;
mod controls;
mod day;
mod dusk;
mod feeder;
mod happenings;
mod hud;
mod keys;
mod lantern;
mod mover;
mod night;
mod overlay;
mod panel;
mod player;
mod pointer;
mod readings;
mod regrow;
mod ride;
mod scenes;
mod sea;
mod table;
mod tour;
mod tuning;
mod usable;
mod weather;

pub use choice::Choice;
pub use day::{Day, Glow};
pub use dusk::Dusk;
pub use feeder::Feeder;
pub use hud::{close_panels, AquariumHud};
pub use lantern::Lantern;
pub use mover::{Course, Mover};
pub use player::{Deed, Held, Player, View};
pub use regrow::Regrow;
pub use ride::Ride;
pub use scenes::{scene_file, SCENES};
pub use sea::{Sea, Ship, Wave, WAVES};
pub use table::{Speed, Table, PUBLISHED};
pub use tour::Tour;
pub use tuning::{Knob, Tuning};
pub use weather::{Phase, Weather};

use fyrox::{
    gui::inspector::editors::{
        collection::VecCollectionPropertyEditorDefinition as List,
        enumeration::EnumPropertyEditorDefinition as Options,
        inherit::InheritablePropertyEditorDefinition as Inherited,
        inspectable::InspectablePropertyEditorDefinition as Inspected,
        PropertyEditorDefinitionContainer,
    },
    material::MaterialResource,
    plugin::PluginRegistrationContext,
};

/// Registers the flock, the fly camera and the demo's own scripts, so that scenes can contain them
/// and the editor offers them.
///
/// # Panics
/// If called twice for the same context, as for any script.
pub fn register(context: &PluginRegistrationContext) {
    fyrox_flock::register(context);
    let container = &context.serialization_context.script_constructors;
    fyrox_scripts::register(container);
    container.add::<AquariumHud>("Aquarium HUD");
    container.add::<Player>("Player");
    container.add::<Mover>("Mover");
    container.add::<Dusk>("Dusk");
    container.add::<Ride>("Ride");
    container.add::<Regrow>("Regrow");
    container.add::<Day>("Day");
    container.add::<Weather>("Weather");
    container.add::<Feeder>("Feeder");
    container.add::<Choice>("Choice of Nodes");
    container.add::<Table>("Table");
    container.add::<Lantern>("Lantern");
    container.add::<Tuning>("Tuning");
    container.add::<Sea>("Sea");
    container.add::<Ship>("Ship");
    container.add::<Tour>("Tour");
}

/// Registers inspector editors for the demo's scripts.
pub fn register_property_editors(editors: &PropertyEditorDefinitionContainer) {
    editors.insert(List::<MaterialResource>::new());
    editors.insert(Inherited::<Vec<MaterialResource>>::new());
    editors.insert(Inherited::<Vec<String>>::new());
    editors.insert(Inspected::<Glow>::new());
    editors.insert(List::<Glow>::new());
    editors.insert(Inherited::<Vec<Glow>>::new());
    editors.insert(Options::<Course>::new());
    editors.insert(Inherited::<Course>::new());
}
