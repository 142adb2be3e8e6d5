//! The editor plugin of fyrox-flock, for the FyroxEd of any project.
//!
//! The project's game plugin registers the scripts, as for the game itself; see
//! [`fyrox_flock::register`]. The editor plugin is one more line in the project's editor program:
//!
//! ```no_run
//! # use fyrox_flock_editor::FlockEditor;
//! # use fyroxed_base::Editor;
//! let mut editor = Editor::new(None);
//! // editor.add_game_plugin(Game);
//! editor.add_editor_plugin(FlockEditor::default());
//! ```
//!
//! So far it checks, when the editor starts, that the game plugin registered the [`Flock`] script,
//! and logs an error with the remedy if not: the editor drops scripts that it does not know from the
//! scenes that it saves.
//!
//! [`Flock`]: fyrox_flock::Flock

mod registration;

use fyrox::core::log::Log;
use fyroxed_base::{plugin::EditorPlugin, Editor};

/// The flock's part of the editor. Add it with [`Editor::add_editor_plugin`], before
/// [`Editor::run`].
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct FlockEditor {}

impl EditorPlugin for FlockEditor {
    fn on_start(&mut self, editor: &mut Editor) {
        let scripts = &editor.engine.serialization_context.script_constructors;
        if let Err(error) = registration::check(scripts) {
            Log::err(error.to_string());
        }
    }
}
