//! The game of the tested editor, which only has flocks.

use fyrox_flock::FlockPlugin;
use fyroxed_base::Editor;

/// Name of the editor's settings for building the game.
pub const BUILD_PROFILE: &str = "Debug";

/// Registers the game with an editor.
pub fn add_to(editor: &mut Editor) {
    editor.add_game_plugin(FlockPlugin);
}
