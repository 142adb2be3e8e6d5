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
        dropdown_list::DropdownListMessage,
        test::UserInterfaceTestingExtension,
        text::Text,
        widget::{WidgetBuilder, WidgetMessage},
        UiNode,
    },
};
use fyrox_flock::{render::ForwardAxis, sim::Preset, Flock, FlockPreset};
use fyrox_flock_editor::{ids, FlockEditor, FlockKind, Readings};
use fyroxed_base::{asset::item::AssetItemBuilder, Editor};

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
            // The same name is rejected.
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
fn a_preset_file_brings_its_look_and_is_dropped_on_the_inspector() {
    run(
        "panel::a_preset_file_brings_its_look_and_is_dropped_on_the_inspector",
        |script| {
            open(script);
            let history = History::default();
            history.keep(script);
            script.act(|editor| {
                let text = "(spawn: (count: 77), look: (forward_axis: MinusX))";
                std::fs::write("data/carp.flock", text).unwrap();
                let resources = editor.engine.resource_manager.clone();
                let sender = editor.message_sender.clone();
                let ui = editor.engine.user_interfaces.first_mut();
                let path = std::env::current_dir().unwrap().join("data/carp.flock");
                let item = AssetItemBuilder::new(WidgetBuilder::new()).with_path(path);
                let item = item.build(resources, sender, &mut ui.build_ctx());
                let target: &UiNode = ui.find_by_uuid(ids::PRESET_DROP).unwrap();
                assert!(target.is_globally_visible());
                ui.post(target.handle(), WidgetMessage::Drop(item.to_base()));
            });
            script.until(|editor| flock(editor, SCHOOL.name).spawn.count == 77);
            script.act(|editor| {
                let axis = *flock(editor, SCHOOL.name).forward_axis;
                assert_eq!(axis, ForwardAxis::MinusX);
            });
            history.assert_undo_and_redo(script, |_| ());
            // Saved with the look, and applied without it.
            script.click(ids::SAVE_PRESET).act(|editor| {
                let preset = FlockPreset::load("data/my flock.flock").unwrap();
                let flock = flock(editor, SCHOOL.name);
                assert_eq!(preset.settings(), flock.settings());
                assert_eq!(preset.look.forward_axis, ForwardAxis::MinusX);
            });
            script.undo().check(ids::PRESET_LOOK, false);
            script.act(|editor| {
                let ui = editor.engine.user_interfaces.first();
                let list = ui.find_by_uuid(ids::PRESET).unwrap().handle();
                let index = Some(Preset::all().len());
                ui.send(list, DropdownListMessage::Selection(index));
            });
            script.click(ids::APPLY_PRESET).act(|editor| {
                let flock = flock(editor, SCHOOL.name);
                assert_eq!(flock.spawn.count, 77);
                assert_eq!(*flock.forward_axis, ForwardAxis::PlusZ);
            });
        },
    );
}

#[test]
fn a_preset_whose_model_is_none_changes_nothing() {
    run(
        "panel::a_preset_whose_model_is_none_changes_nothing",
        |script| {
            open(script);
            script.act(|editor| {
                for (name, model) in [
                    ("a", "data/none.glb"),
                    ("b", "../x.glb"),
                    ("c", "data/c.flock"),
                ] {
                    let text = format!("(spawn: (count: 77), look: (model: \"{model}\"))");
                    std::fs::write(format!("data/{name}.flock"), text).unwrap();
                }
                let ui = editor.engine.user_interfaces.first();
                let list = ui.find_by_uuid(ids::PRESET).unwrap().handle();
                ui.post(list, DropdownListMessage::Open);
            });
            for file in 0..3 {
                script.act(move |editor| {
                    let ui = editor.engine.user_interfaces.first();
                    let list = ui.find_by_uuid(ids::PRESET).unwrap().handle();
                    ui.post(list, DropdownListMessage::Close);
                    let index = Some(Preset::all().len() + file);
                    ui.send(list, DropdownListMessage::Selection(index));
                    let button = ui.find_by_uuid(ids::APPLY_PRESET).unwrap().handle();
                    ui.post(button, ButtonMessage::Click);
                });
                script.wait(10).act(|editor| {
                    assert_ne!(flock(editor, SCHOOL.name).spawn.count, 77);
                });
            }
        },
    );
}

#[test]
fn the_panel_docks_and_is_saved_once() {
    run("panel::the_panel_docks_and_is_saved_once", |script| {
        open(script);
        script.act(|editor| {
            let ui = editor.engine.user_interfaces.first();
            let layout = ui[editor.docking_manager].layout(ui);
            assert!(layout.has_window("FlockPanel"));
            let mut floating = layout.floating_windows.iter();
            assert!(floating.all(|window| window.name.as_str() != "FlockPanel"));
        });
    });
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
            ui.find_by_uuid_of::<Button>(ids::FIRST_REMEDY).is_some()
        };
        script.until(move |editor| has_advice(editor)).wait(10);
        let history = History::default();
        history.keep(script);
        script.act(|editor| {
            let advice = flock(editor, SCHOOL.name).settings().advice();
            assert_eq!(advice[0].field, "separation.radius");
            // The button may be outside of the visible part of the panel.
            let ui = editor.engine.user_interfaces.first();
            let button: &UiNode = ui.find_by_uuid(ids::FIRST_REMEDY).unwrap();
            ui.post(button.handle(), ButtonMessage::Click);
        });
        script.until(|editor| flock(editor, SCHOOL.name).separation.radius < 1.0);
        history.assert_undo_and_redo(script, |_| ());
        // Errors are shown instead, with the allowed values.
        script.act(|editor| {
            let school = node(editor, SCHOOL.name).unwrap();
            let graph = &mut scene_mut(editor).graph;
            let flock = graph[school].try_get_script_mut::<Flock>().unwrap();
            flock.separation.radius = f32::NAN;
            flock.motion.max_speed = -3.0;
        });
        script.until(move |editor| has_advice(editor)).wait(20);
        script.act(|editor| {
            let ui = editor.engine.user_interfaces.first();
            let button: &UiNode = ui.find_by_uuid(ids::FIRST_REMEDY).unwrap();
            ui.post(button.handle(), ButtonMessage::Click);
        });
        script.until(|editor| {
            let settings = flock(editor, SCHOOL.name).settings();
            settings.validate().is_ok() && settings.motion.max_speed == 0.0
        });
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
fn geometry_is_outlined_and_figures_exported() {
    run(
        "panel::geometry_is_outlined_and_figures_exported",
        |script| {
            open(script);
            script.act(|editor| {
                add_box(editor, Vector3::repeat(1.0), 0.0);
            });
            script.check(ids::GEOMETRY, true);
            script.until(|editor| {
                text_of(editor, ids::GEOMETRY_SUMMARY) == "nodes: 1, triangles: 12"
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
