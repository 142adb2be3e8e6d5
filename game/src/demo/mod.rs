//! The scripts of the demo: what the aquarium needs and a game does not.

mod controls;
mod hud;
mod panel;
mod readings;

pub use hud::AquariumHud;

use fyrox::script::constructor::ScriptConstructorContainer;

/// Makes the demo's scripts known, so that scenes can hold them and the editor offers them.
///
/// # Panics
/// When it is called twice for the same container, as for any script.
pub fn register(container: &ScriptConstructorContainer) {
    container.add::<AquariumHud>("Aquarium HUD");
}
