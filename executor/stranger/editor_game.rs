//! The game for the test of the editor: the game of the project, as in its editor program.

use fyroxed_base::Editor;

/// Name of the editor's settings for building the game.
pub const BUILD_PROFILE: &str = if cfg!(feature = "dylib") {
    "Debug (HR)"
} else {
    "Debug"
};

/// Registers the game with an editor.
pub fn add_to(editor: &mut Editor) {
    #[cfg(feature = "dylib")]
    {
        editor.add_game_plugin(fyrox_flock::FlockPlugin);
        let library = editor.add_dynamic_plugin("libgame_dylib.so", true, true);
        library.unwrap();
    }
    #[cfg(not(feature = "dylib"))]
    editor.add_game_plugin(stranger::Game::default());
}
