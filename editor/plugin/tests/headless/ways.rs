//! The ways along which scripts lead boids, in the scene view and in the panel.

use crate::{
    create::create,
    driver::{open_panel, run, Script},
    scene::{add_box, camera_position, node, scene, scene_mut},
};
use fyrox::{
    core::algebra::Vector3,
    gui::{test::UserInterfaceTestingExtension, text::Text},
};
use fyrox_flock::{scripts::FlockTarget, Flock};
use fyrox_flock_editor::{ids, EffectKind, FlockKind, Menu};
use fyroxed_base::{menu::create::CreateEntityRootMenu, Editor, Message};

const SCHOOL: FlockKind = FlockKind::ALL[0];

fn summary(editor: &Editor) -> String {
    let ui = editor.engine.user_interfaces.first();
    let text = ui.find_by_uuid_of::<Text>(ids::WAY_SUMMARY).unwrap();
    text.text()
}

fn line_count(editor: &Editor) -> usize {
    scene(editor).drawing_context.lines.len()
}

fn select(script: &mut Script, name: &'static str) {
    script.act(move |editor| {
        let handle = node(editor, name).unwrap().into();
        editor.message_sender.send(Message::SelectObject { handle });
    });
}

/// A box in front of the camera, a school and a target.
fn furnish(script: &mut Script) {
    script.act(|editor| {
        let height = camera_position(editor).y;
        add_box(editor, Vector3::repeat(1.0), height - 3.0);
    });
    script.wait(5);
    create(script, SCHOOL);
    script
        .click(CreateEntityRootMenu::CREATE)
        .click(Menu::Create.id())
        .click(EffectKind::Target.item_id(Menu::Create));
    script.act(|editor| {
        let school = node(editor, SCHOOL.name).unwrap();
        let graph = &mut scene_mut(editor).graph;
        let school = graph[school].try_get_script_mut::<Flock>().unwrap();
        // Larger bodies need fewer cells.
        school.collision.body_radius = 0.2;
    });
}

#[test]
fn ways_are_drawn_and_told() {
    run("ways::ways_are_drawn_and_told", |script| {
        furnish(script);
        open_panel(script);
        script.check(ids::WAYS, true);
        script.until(|editor| summary(editor) == "ways: the live preview finds them; switch it on");
        script.click(ids::VIEWPORT_PREVIEW);
        select(script, SCHOOL.name);
        script.until(|editor| summary(editor).contains("Switch on its field finds_way"));
        script.act(|editor| {
            let target = node(editor, "Flock Target").unwrap();
            let graph = &mut scene_mut(editor).graph;
            let target = graph[target].try_get_script_mut::<FlockTarget>().unwrap();
            target.finds_way = true.into();
        });
        script.until(|editor| {
            let summary = summary(editor);
            let mut lines = summary.lines();
            lines
                .next()
                .is_some_and(|line| line.contains(" cells from "))
                && lines.next().is_some_and(|line| {
                    line.starts_with("to Flock Target: ") && line.contains(" m from the boid, ")
                })
        });
        script.until(|editor| line_count(editor) > 1000);
        // The ways to the goal of the selected script.
        select(script, "Flock Target");
        script.wait(30);
        script.until(|editor| summary(editor).contains("to Flock Target: "));
        script.until(|editor| line_count(editor) > 1000);
        script.check(ids::WAYS, false);
        script.until(|editor| summary(editor).is_empty() && line_count(editor) < 1000);
    });
}
