//! The `editor` program: the stock FyroxEd with the editor plugin of [`fyrox_flock_editor`] and the
//! scripts of the demo scenes.
//!
//! ```no_run
//! # use fyroxed_base::Editor;
//! let mut editor = Editor::new(None);
//! flock_editor::add_to(&mut editor);
//! ```

mod game;
mod settings;
pub mod startup;

pub use settings::{first_settings, settings_at_start};

use fyrox_flock_editor::FlockEditor;
use fyroxed_base::Editor;

/// Adds the flock's editor plugin and registers every script of the demo scenes: the flock, the fly
/// camera and the panel. Call it once, before [`Editor::run`].
///
/// Other projects add their own game plugin and [`FlockEditor`] instead. The engine panics when a
/// script is registered twice.
pub fn add_to(editor: &mut Editor) {
    editor.add_game_plugin(game::Game);
    editor.add_editor_plugin(FlockEditor::default());
}
