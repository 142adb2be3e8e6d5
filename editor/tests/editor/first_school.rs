use crate::{
    album::Album,
    editor::{Editor, PATIENCE},
    hunt::hunts,
    kept::assert_as_kept,
    layout::{self, SCENE},
    picture::{Area, Picture},
    play::{click_play, replace_cargo},
    process::wait_for,
    project::Project,
    scene_file::{Corners, SceneFile},
    screen::{Pixel, VirtualScreen},
};
use std::collections::HashSet;

/// Name of the node that *Create > Flock > School of Fish* creates.
const SCHOOL: &str = "School of Fish";

/// Names of the nodes that the window *Two Species* creates, and the numbers of their relations in
/// a scene file.
const HUNTERS: &str = "Hunters (Sharks)";
const PREY: &str = "Reef Fish";
const HUNT: u32 = 3;
const FLEE: u32 = 2;

/// Colour of a handle on a side of a volume, and of the handle under the mouse.
const HANDLE: [u8; 3] = [255, 255, 255];
const HELD_HANDLE: [u8; 3] = [255, 150, 40];

/// Colour of a boundary's outline, and smallest number of its visible pixels.
const BOUNDARY: [u8; 3] = [90, 160, 255];
const OUTLINE: usize = 200;

/// Number of pictures, at intervals of half a second, that are equal when the scene is at rest.
const AT_REST: usize = 4;

/// Number of changes of a picture that no window that opens makes.
const CHANGES: usize = 5;

/// Smallest width of a handle, in pixels.
const HANDLE_WIDTH: u32 = 9;

/// Distance in pixels, to the left and up, by which a handle is dragged.
const DRAG: [u32; 2] = [120, 0];

/// The first minutes of a designer, by mouse: an empty tank gets a school, which swims while it is
/// edited, then hunters and their prey; then the scene is played. README and handbook show the
/// pictures of this test.
#[test]
fn flocks_are_created_previewed_edited_and_played_by_mouse() {
    let project = Project::with_our_data("first-school");
    let file = SceneFile::new(&project.folder().join("data/aquarium.rgs"));
    for flock in ["School", "Reef Fish", "Flat Fish", "Sharks"] {
        file.remove(flock);
    }
    // They act on these flocks alone.
    for effect in [
        "Sleep between Rocks",
        "Sleep above Sand",
        "Body of the Diver",
    ] {
        file.remove(effect);
    }
    layout::write_settings(&project, &file);
    let screen = VirtualScreen::start(layout::SCREEN);
    let mut designer = Designer {
        editor: Editor::open(&project, &screen, |command| {
            replace_cargo(&project, command);
        }),
        file,
        album: Album::from_environment(),
        mouse: layout::ASIDE,
    };

    designer.sees_a_tank_at_rest();
    designer.creates_a_school();
    let handle = designer.chooses_the_handles();
    designer.switches_the_preview_on();
    designer.drags_a_side_of_the_boundary(handle);
    designer.opens_the_panel();
    designer.creates_hunters_and_prey();
    designer.sees_the_flocks_through_a_camera();
    let [_build, run] = click_play(&designer.editor, layout::PLAY, &project);
    designer.editor.close();
    designer.editor.logged_no_errors();
    let hunts = hunts(&project, "data/aquarium.rgs", [HUNTERS, PREY]);
    assert!(hunts.caught + hunts.escaped > 0, "{hunts:?}");
    // The test of the aquarium checks the game that is run.
    assert!(
        run.ends_with(&["--override-scene".into(), "data/aquarium.rgs".into()]),
        "{run:?}"
    );
}

struct Designer<'a> {
    editor: Editor<'a>,
    file: SceneFile,
    album: Album,
    mouse: Pixel,
}

impl Designer<'_> {
    fn sees_a_tank_at_rest(&mut self) {
        self.point_at(layout::ASIDE);
        let tank = self.sees_at_rest("the tank", |picture| {
            picture.warmth(0.5..0.52, 0.4..0.42) < -20.0
        });
        self.album.film(&tank, self.mouse, 100);
    }

    fn creates_a_school(&mut self) {
        self.clicks(layout::CREATE, "the menu Create", layout::CREATE_MENU);
        self.points_at(layout::CREATE_FLOCK, "the menu Flock", layout::FLOCK_MENU);
        self.points_at(layout::SCHOOL_OF_FISH, "the item", layout::FLOCK_MENU);
        let menu = self.area_at_rest("the menu at rest", layout::WINDOW, |_| true);
        assert_as_kept("create-menu", &menu, layout::WINDOW, None);
        self.album.keep("create-menu", &menu);
        self.editor.click();
        self.point_at(layout::ASIDE);
        let outlines = self.sees_at_rest("outlines of the boundary", |picture| {
            picture.find(BOUNDARY, SCENE).count() > OUTLINE
        });
        self.album.film(&outlines, self.mouse, 150);
    }

    fn switches_the_preview_on(&mut self) {
        self.point_at(layout::LIVE_PREVIEW);
        let still = self.editor.picture();
        self.album.film(&still, self.mouse, 60);
        self.editor.click();
        let mut last = self.editor.sees("fish", |picture| {
            (picture.change(&still, SCENE) > 0.01).then_some(picture)
        });
        // Keys are sent to the last clicked widget, which must not be a button.
        self.point_at(layout::BESIDE_TANK);
        self.editor.click();
        last = self.films_swimming_fish(last, 12);
        if self.album.is_kept() {
            // They start in a ball; a school takes a while to form.
            for _ in 0..30 {
                last = self.sees_fish_swim(&last);
            }
            last = self.films_swimming_fish(last, 10);
        }
        assert_as_kept("preview", &last, layout::WINDOW, Some(layout::VIEW));
        self.album.keep("preview", &last);
    }

    /// Takes two pictures with swimming fish, or more for the film.
    fn films_swimming_fish(&mut self, mut last: Picture, film: usize) -> Picture {
        let pictures = if self.album.is_kept() { film } else { 2 };
        for _ in 0..pictures {
            last = self.sees_fish_swim(&last);
            self.album.film(&last, self.mouse, 10);
        }
        last
    }

    /// The next picture with fish at other positions.
    fn sees_fish_swim(&mut self, last: &Picture) -> Picture {
        self.editor.sees("fish that swim", |picture| {
            (picture.change(last, SCENE) > 0.005).then_some(picture)
        })
    }

    /// Returns the position of the handle on the right side of the boundary, which fish may hide
    /// later.
    fn chooses_the_handles(&mut self) -> Pixel {
        self.point_at(layout::VOLUME_MODE);
        self.editor.click();
        let picture = self.sees_at_rest("handles", |picture| right_handle(picture).is_some());
        assert_as_kept("handles", &picture, layout::WINDOW, None);
        self.album.film(&picture, self.mouse, 80);
        right_handle(&picture).unwrap()
    }

    fn drags_a_side_of_the_boundary(&mut self, [x, y]: Pixel) {
        let before = self.saves_until("the school in the scene's file", |file| {
            file.boundary(SCHOOL)
        });
        self.point_at([x, y]);
        self.sees_the_held_handle();
        self.editor.hold();
        for step in 1..=6 {
            self.point_at([x - step * DRAG[0] / 6, y - step * DRAG[1] / 6]);
            let picture = self.sees_the_held_handle();
            self.album.film(&picture, self.mouse, 12);
        }
        let picture = self.editor.picture();
        assert_as_kept("gizmos", &picture, layout::WINDOW, Some(layout::VIEW));
        self.album.keep("gizmos", &picture);
        self.editor.release();
        let dragged = self.saves_until("boundary with a side dragged", |file| {
            file.boundary(SCHOOL).filter(|now| *now != before)
        });
        assert_right_side_moved(&before, &dragged);

        self.saves_after("z", "the boundary as it was", |file| {
            file.boundary(SCHOOL).filter(|now| *now == before)
        });
        self.saves_after("y", "the boundary as it was dragged", |file| {
            file.boundary(SCHOOL).filter(|now| *now == dragged)
        });
    }

    fn opens_the_panel(&mut self) {
        self.clicks(layout::UTILS, "the menu Utils", layout::UTILS_MENU);
        self.point_at(layout::FLOCK_PANEL);
        let before = self.editor.picture();
        self.album.film(&before, self.mouse, 60);
        self.editor.click();
        let panel = self.editor.sees("the panel", |picture| {
            (picture.change(&before, layout::PANEL) > 0.05).then_some(picture)
        });
        self.point_at(layout::ASIDE);
        let panel = self.films_swimming_fish(panel, 12);
        assert_as_kept("panel", &panel, layout::WINDOW, Some(layout::VIEW));
        self.album.keep("panel", &panel);
    }

    fn creates_hunters_and_prey(&mut self) {
        self.clicks(layout::CREATE, "the menu Create", layout::CREATE_MENU);
        self.points_at(layout::CREATE_FLOCK, "the menu Flock", layout::FLOCK_MENU);
        self.clicks(layout::TWO_SPECIES, "the window", layout::SPECIES_WINDOW);
        self.chooses(
            layout::FIRST_SPECIES,
            layout::choice(layout::FIRST_SPECIES, "Sharks"),
        );
        self.chooses(
            layout::SECOND_SPECIES,
            layout::choice(layout::SECOND_SPECIES, PREY),
        );
        let window = self.species_window_at_rest();
        assert_as_kept("two-species", &window, layout::SPECIES, None);
        self.album.keep("two-species", &window);
        self.clicks(layout::CREATE_SPECIES, "no window", layout::SPECIES_WINDOW);
        // Keys are sent to the last clicked widget, which must not be a button.
        self.point_at(layout::BESIDE_TANK);
        self.editor.click();
        let relations = self.saves_until("hunters and prey in the scene's file", |file| {
            Some([file.relation(HUNTERS)?, file.relation(PREY)?])
        });
        assert_eq!(relations, [HUNT, FLEE]);
        let picture = self.editor.picture();
        self.films_swimming_fish(picture, 12);
    }

    /// Nothing but the fish moves in the scene.
    fn sees_the_flocks_through_a_camera(&mut self) {
        let camera = layout::CAMERA_PREVIEW;
        self.clicks(layout::CAMERA, "the preview of the camera", camera);
        self.point_at(layout::ASIDE);
        for _ in 0..CHANGES {
            let last = self.editor.picture();
            self.sees_change_by(0.002, &last, "fish that swim before the camera", camera);
        }
        let picture = self.editor.picture();
        self.album.keep("camera", &picture);
    }

    /// Opens a list of the window *Two Species* and selects an item.
    fn chooses(&mut self, list: Pixel, choice: Pixel) {
        for place in [list, choice] {
            self.point_at(place);
            let before = self.species_window_at_rest();
            self.editor.click();
            self.sees_change(&before, "the list", layout::SPECIES_WINDOW);
        }
    }

    /// The picture of the window *Two Species* once it is stable: a highlighted item, or a list
    /// that closes late, must not count as the effect of a click.
    fn species_window_at_rest(&mut self) -> Picture {
        self.area_at_rest("the window at rest", layout::SPECIES_WINDOW, |_| true)
    }

    /// Waits for a picture of the scene that meets a condition and is stable: a slow editor shows
    /// intermediate states for a second or more.
    fn sees_at_rest(&mut self, what: &str, condition: impl Fn(&Picture) -> bool) -> Picture {
        self.area_at_rest(what, SCENE, condition)
    }

    fn area_at_rest(
        &mut self,
        what: &str,
        area: Area,
        condition: impl Fn(&Picture) -> bool,
    ) -> Picture {
        let mut last: Option<Picture> = None;
        let mut unchanged = 0;
        self.editor.sees(what, |picture| {
            let last = last.replace(picture.clone())?;
            let is_same = condition(&picture) && last.change(&picture, area) == 0.0;
            unchanged = if is_same { unchanged + 1 } else { 0 };
            (unchanged >= AT_REST).then_some(picture)
        })
    }

    fn point_at(&mut self, place: Pixel) {
        self.mouse = place;
        self.editor.point_at(place);
    }

    /// Moves the mouse to a menu item and waits until an area has changed.
    fn points_at(&mut self, place: Pixel, what: &str, area: Area) {
        let before = self.editor.picture();
        self.point_at(place);
        self.sees_change(&before, what, area);
    }

    fn clicks(&mut self, place: Pixel, what: &str, area: Area) {
        self.point_at(place);
        let before = self.editor.picture();
        self.editor.click();
        self.sees_change(&before, what, area);
    }

    fn sees_change(&mut self, before: &Picture, what: &str, area: Area) {
        self.sees_change_by(0.05, before, what, area);
    }

    /// Waits until more than a fraction of an area has changed.
    fn sees_change_by(&mut self, fraction: f32, before: &Picture, what: &str, area: Area) {
        let picture = self.editor.sees(what, |picture| {
            (picture.change(before, area) > fraction).then_some(picture)
        });
        self.album.film(&picture, self.mouse, 60);
    }

    fn sees_the_held_handle(&mut self) -> Picture {
        let [x, y] = self.mouse;
        let around = Area::new([x - 12, y - 12], [24, 24]);
        self.editor.sees("the handle at the mouse", |picture| {
            let is_held = picture.find(HELD_HANDLE, around).next().is_some();
            is_held.then_some(picture)
        })
    }

    /// Saves the scene until `condition` returns a value for its file.
    fn saves_until<T>(&mut self, what: &str, condition: impl Fn(&SceneFile) -> Option<T>) -> T {
        let file = &self.file;
        self.editor
            .with_ctrl(|editor| save_until(editor, file, what, condition))
    }

    /// Presses Ctrl and a key once, and saves. Before that, it saves until the editor has
    /// registered Ctrl: a key pressed in the same frame would be missed.
    fn saves_after<T>(
        &mut self,
        key: &str,
        what: &str,
        condition: impl Fn(&SceneFile) -> Option<T>,
    ) {
        let file = &self.file;
        self.editor.with_ctrl(|editor| {
            let before = file.saved_at();
            let is_saved = |file: &SceneFile| (file.saved_at() != before).then_some(());
            save_until(editor, file, "the scene once more", is_saved);
            editor.press(key);
            save_until(editor, file, what, condition)
        });
    }
}

/// Saves the scene, with Ctrl held down, until `condition` returns a value for its file.
fn save_until<T>(
    editor: &mut Editor,
    file: &SceneFile,
    what: &str,
    condition: impl Fn(&SceneFile) -> Option<T>,
) -> T {
    wait_for(what, PATIENCE, || {
        editor.press("s");
        condition(file)
    })
}

/// The middle of the rightmost handle. The middle row of a handle is a white line, longer than all
/// others.
fn right_handle(picture: &Picture) -> Option<Pixel> {
    let white: HashSet<_> = picture.find(HANDLE, SCENE).collect();
    let ends_line = |[x, y]: &&Pixel| (0..HANDLE_WIDTH).all(|back| white.contains(&[x - back, *y]));
    let [x, y] = white.iter().filter(ends_line).max()?;
    Some([x - HANDLE_WIDTH / 2, *y])
}

/// Asserts that only the largest x became smaller.
fn assert_right_side_moved(before: &Corners, after: &Corners) {
    let mut expected = *before;
    expected[1][0] = after[1][0];
    assert_eq!(*after, expected);
    assert!(after[1][0] < before[1][0] - 0.5, "{before:?} to {after:?}");
}
