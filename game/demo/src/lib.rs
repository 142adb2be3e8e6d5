//! Scripts of the demo scenes, which a game does not need: a panel that shows what the flocks do and
//! cost, and keys that change them. The binary `make_data` writes the files in `data`.

mod controls;
mod happenings;
mod hud;
mod lantern;
mod panel;
mod readings;
mod scenes;

pub use hud::{close_panels, AquariumHud};
pub use lantern::Lantern;
pub use scenes::{scene_file, SCENES};

use fyrox::script::constructor::ScriptConstructorContainer;

/// Registers the demo's scripts, so that scenes can hold them and the editor offers them.
///
/// # Panics
/// If called twice for the same container, as for any script.
pub fn register(container: &ScriptConstructorContainer) {
    container.add::<AquariumHud>("Aquarium HUD");
    container.add::<Lantern>("Lantern");
}
