//! The panel: presets, figures, advice.

use crate::{
    create::create,
    driver::{open_panel, run, History, Script},
    scene::{add_box, flock, node, scene_mut},
};
use fyrox::{
    core::{algebra::Vector3, Uuid},
    gui::{
        button::{Button, ButtonMessage},
        check_box::CheckBoxMessage,
        dropdown_list::DropdownListMessage,
        test::UserInterfaceTestingExtension,
        text::Text,
        UiNode,
    },
};
use fyrox_flock::{sim::Preset, Flock};
use fyrox_flock_editor::{ids, FlockEditor, FlockKind, Readings};
use fyroxed_base::Editor;

const SCHOOL: FlockKind = FlockKind::ALL[0];

fn open(script: &mut Script) {
    create(script, SCHOOL);
    open_panel(script);
}

fn text_of(editor: &Editor, id: Uuid) -> String {
    let ui = editor.engine.user_interfaces.first();
    ui.find_by_uuid_of::<Text>(id).unwrap().text()
}

#[test]
fn a_preset_is_applied_and_undone() {
    run("panel::a_preset_is_applied_and_undone", |script| {
        open(script);
        let history = History::default();
        history.keep(script);
        script.act(|editor| {
            let ui = editor.engine.user_interfaces.first();
            let list = ui.find_by_uuid(ids::PRESET).unwrap().handle();
            let index = Preset::all().position(|preset| preset == Preset::Crows);
            ui.send(list, DropdownListMessage::Selection(index));
        });
        script.click(ids::APPLY_PRESET);
        script.act(|editor| {
            assert_eq!(
                flock(editor, SCHOOL.name).settings(),
                Preset::Crows.settings()
            );
        });
        history.assert_undo_and_redo(script, |_| ());
    });
}

#[test]
fn a_preset_is_saved_and_applied_to_another_flock() {
    run(
        "panel::a_preset_is_saved_and_applied_to_another_flock",
        |script| {
            open(script);
            script.click(ids::SAVE_PRESET);
            script.until(|_| std::path::Path::new("data/my flock.flock").exists());
            // The same name again is refused.
            script.act(|_| std::fs::write("data/my flock.flock", "(spawn: (count: 77))").unwrap());
            script.click(ids::SAVE_PRESET).wait(10);
            script.act(|editor| {
                let text = std::fs::read_to_string("data/my flock.flock").unwrap();
                assert_eq!(text, "(spawn: (count: 77))");
                let ui = editor.engine.user_interfaces.first();
                let list = ui.find_by_uuid(ids::PRESET).unwrap().handle();
                let index = Some(Preset::all().len());
                ui.send(list, DropdownListMessage::Selection(index));
            });
            script.click(ids::APPLY_PRESET);
            script.act(|editor| assert_eq!(flock(editor, SCHOOL.name).spawn.count, 77));
            // A file that is no preset changes nothing.
            script.act(|_| std::fs::write("data/my flock.flock", "(spawn: (cuont: 1))").unwrap());
            script.click(ids::APPLY_PRESET).wait(10);
            script.act(|editor| assert_eq!(flock(editor, SCHOOL.name).spawn.count, 77));
        },
    );
}

#[test]
fn advice_is_followed_and_undone() {
    run("panel::advice_is_followed_and_undone", |script| {
        open(script);
        script.act(|editor| {
            let school = node(editor, SCHOOL.name).unwrap();
            let graph = &mut scene_mut(editor).graph;
            let flock = graph[school].try_get_script_mut::<Flock>().unwrap();
            flock.separation.radius = 2.0;
        });
        let has_advice = |editor: &Editor| {
            let ui = editor.engine.user_interfaces.first();
            ui.find_by_uuid_of::<Button>(ids::FOLLOW_FIRST).is_some()
        };
        script.until(move |editor| has_advice(editor)).wait(10);
        let history = History::default();
        history.keep(script);
        script.act(|editor| {
            let advice = flock(editor, SCHOOL.name).settings().advice();
            assert_eq!(advice[0].field, "separation.radius");
            // The panel may be too short to show the button.
            let ui = editor.engine.user_interfaces.first();
            let button: &UiNode = ui.find_by_uuid(ids::FOLLOW_FIRST).unwrap();
            ui.post(button.handle(), ButtonMessage::Click);
        });
        script.until(|editor| flock(editor, SCHOOL.name).separation.radius < 1.0);
        history.assert_undo_and_redo(script, |_| ());
        // An error is shown instead.
        script.act(|editor| {
            let school = node(editor, SCHOOL.name).unwrap();
            let graph = &mut scene_mut(editor).graph;
            let flock = graph[school].try_get_script_mut::<Flock>().unwrap();
            flock.separation.radius = f32::NAN;
        });
        script.until(move |editor| !has_advice(editor));
    });
}

#[test]
fn figures_are_those_of_the_preview() {
    run("panel::figures_are_those_of_the_preview", |script| {
        open(script);
        script.act(|editor| assert_eq!(text_of(editor, ids::READINGS), "The live preview is off."));
        script
            .click(ids::PREVIEW)
            .wait(30)
            .click(ids::PAUSE)
            .wait(30);
        script.act(|editor| {
            let plugin = editor.plugins.get::<FlockEditor>();
            let school = node(editor, SCHOOL.name).unwrap();
            let flock = plugin.preview.flock(editor, school).unwrap();
            let lines = Readings::of(flock).lines();
            let (names, values): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
            assert_eq!(text_of(editor, ids::READINGS), names.join("\n"));
            assert_eq!(text_of(editor, ids::VALUES), values.join("\n"));
            assert!(flock.statistics().steps > 0);
        });
    });
}

#[test]
fn obstacles_are_outlined_and_figures_exported() {
    run(
        "panel::obstacles_are_outlined_and_figures_exported",
        |script| {
            open(script);
            script.act(|editor| {
                add_box(editor, Vector3::repeat(1.0), 0.0);
            });
            script.act(|editor| {
                let ui = editor.engine.user_interfaces.first();
                let check = ui.find_by_uuid(ids::OBSTACLES).unwrap().handle();
                ui.send(check, CheckBoxMessage::Check(Some(true)));
            });
            script.until(|editor| {
                text_of(editor, ids::OBSTACLE_SUMMARY) == "obstacles: 1, triangles: 12"
            });
            script.click(ids::PREVIEW).wait(40);
            script.act(|editor| {
                let ui = editor.engine.user_interfaces.first();
                let button = ui.find_by_uuid(ids::EXPORT).unwrap().handle();
                ui.post(button, ButtonMessage::Click);
            });
            script.act(|_| {
                let text = std::fs::read_to_string("flock_figures_1.csv").unwrap();
                assert!(text.starts_with("steps,boids,"));
                assert!(text.lines().count() > 1, "{text}");
            });
        },
    );
}
