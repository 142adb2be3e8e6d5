//! The game whose editor is tested: that of the project, as its editor program has it.

use fyroxed_base::Editor;

/// Name of the editor's settings for building the game.
pub const BUILD_PROFILE: &str = if cfg!(feature = "dylib") {
    "Debug (HR)"
} else {
    "Debug"
};

/// Makes the game known to an editor.
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
