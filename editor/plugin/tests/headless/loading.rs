//! The editor stays awake while it loads a scene.

use crate::{
    create::create,
    driver::{run, Script},
};
use fyrox_flock_editor::FlockKind;
use fyroxed_base::{Editor, Message};
use std::fs;

const SCENE: &str = "data/school.rgs";

/// Saves a scene with a school, and closes it.
fn save_and_close(script: &mut Script) {
    create(script, FlockKind::ALL[0]);
    script.act(|editor| {
        let id = editor.scenes.current_scene_entry_ref().id;
        let path = SCENE.into();
        editor.message_sender.send(Message::SaveScene { id, path });
    });
    script.until(|_| fs::exists(SCENE).unwrap());
    script.act(|editor| {
        let id = editor.scenes.current_scene_entry_ref().id;
        editor.message_sender.send(Message::CloseScene(id));
    });
    script.until(|editor| editor.scenes.is_empty());
}

fn lose_focus(editor: &mut Editor) {
    editor.settings.general.suspend_unfocused_editor = true;
    editor.settings.general.keep_editor_active = false;
    editor.focused = false;
}

#[test]
fn an_editor_without_the_focus_stays_awake_until_the_scene_is_shown() {
    run(
        "loading::an_editor_without_the_focus_stays_awake_until_the_scene_is_shown",
        |script| {
            save_and_close(script);
            script.act(|editor| {
                lose_focus(editor);
                assert!(!editor.is_active());
                let path = SCENE.into();
                editor.message_sender.send(Message::LoadScene(path));
            });
            script.act(|editor| assert!(editor.is_active(), "while it loads"));
            script.until(|editor| {
                assert!(editor.is_active(), "before the scene is there");
                !editor.scenes.is_empty()
            });
            // It can draw the scene before it falls asleep.
            script.act(|editor| assert!(editor.is_active(), "after the scene is there"));
            script.until(|editor| !editor.is_active());
        },
    );
}

#[test]
fn an_editor_falls_asleep_when_a_scene_cannot_be_loaded() {
    run(
        "loading::an_editor_falls_asleep_when_a_scene_cannot_be_loaded",
        |script| {
            script.act(|editor| {
                lose_focus(editor);
                fs::write("data/broken.rgs", "no scene").unwrap();
                let path = "data/broken.rgs".into();
                editor.message_sender.send(Message::LoadScene(path));
            });
            script.act(|editor| assert!(editor.is_active()));
            script.until(|editor| !editor.is_active());
        },
    );
}
