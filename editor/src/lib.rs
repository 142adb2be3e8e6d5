//! The flock in FyroxEd: what the `editor` program adds to the stock editor.
//!
//! ```no_run
//! # use fyroxed_base::Editor;
//! let mut editor = Editor::new(None);
//! flock_editor::add_to(&mut editor);
//! ```
#![deny(missing_docs)]

mod game;
pub mod startup;

use fyroxed_base::Editor;

/// Makes the flock's scripts, node and property editors known to the editor, and with them the other scripts of the
/// demo scenes: the fly camera and the panel. Call it once, before [`Editor::run`].
///
/// A project whose own game plugin calls [`fyrox_flock::register`] does not need it: adding that plugin with
/// [`Editor::add_game_plugin`] is enough, and the engine panics when a script is registered twice.
pub fn add_to(editor: &mut Editor) {
    editor.add_game_plugin(game::Game);
}
