use crate::{
    editor::{Editor, PATIENCE},
    play::{game_shows_the_scene, take_picture_of_game},
    process::wait_for,
    project::Project,
    screen::{Pixel, VirtualScreen},
};

/// Position of the Play button on a screen of 1280 x 800 pixels, filled by the editor's window.
const PLAY_BUTTON: Pixel = [736, 84];

/// One test for all steps, because starting the editor takes most of the time: it opens, shows the
/// aquarium, builds and plays it, and is closed.
#[test]
fn the_aquarium_opens_and_plays() {
    let project = Project::with_our_data("aquarium");
    let screen = VirtualScreen::start([1280, 800]);
    let mut editor = Editor::open(&project, &screen, |command| {
        take_picture_of_game(&project, command);
    });

    shows_the_scene(&mut editor);
    game_shows_the_scene(&editor, PLAY_BUTTON, &project);
    editor.close();
    editor.logged_no_errors();
}

fn shows_the_scene(editor: &mut Editor) {
    let mut columns = [640, 660].into_iter().cycle();
    wait_for("picture of the scene in the editor", PATIENCE, || {
        // The editor sleeps without events.
        editor.point_at([columns.next()?, 300]);
        let picture = editor.picture();
        let (water, sand) = (
            picture.warmth(0.45..0.55, 0.36..0.42),
            picture.warmth(0.45..0.55, 0.55..0.57),
        );
        (water < -20.0 && sand > 20.0).then_some(())
    });
}
