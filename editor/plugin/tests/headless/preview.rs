//! The live preview.

use crate::{
    create::create,
    driver::{open_panel, run, History, Script},
    scene::{game_scene, node, renderers, save_scene, scene, scene_mut, text},
};
use fyrox::{
    core::pool::Handle,
    scene::{base::BaseBuilder, node::Node},
};
use fyrox_flock::{sim::statistics::Statistics, Flock};
use fyrox_flock_editor::{ids, FlockEditor, FlockKind};
use fyroxed_base::{Editor, Message};
use std::{cell::RefCell, fs, rc::Rc};

const SCHOOL: FlockKind = FlockKind::ALL[0];

/// Statistics of a node's flock in the preview.
fn statistics(editor: &Editor, name: &str) -> Option<Statistics> {
    let plugin = editor.plugins.get::<FlockEditor>();
    let flock = plugin.preview.flock(editor, node(editor, name)?)?;
    Some(flock.statistics())
}

fn steps(editor: &Editor) -> u64 {
    statistics(editor, SCHOOL.name).map_or(0, |it| it.steps)
}

pub fn start(script: &mut Script) {
    create(script, SCHOOL);
    script.click(ids::VIEWPORT_PREVIEW);
    script.until(|editor| steps(editor) > 5);
}

#[test]
fn flocks_move_and_nothing_of_it_is_saved() {
    run(
        "preview::flocks_move_and_nothing_of_it_is_saved",
        |script| {
            create(script, SCHOOL);
            let before = History::default();
            before.keep(script);
            script
                .click(ids::VIEWPORT_PREVIEW)
                .until(|editor| steps(editor) > 5);
            script.act(|editor| {
                let [renderer] = renderers(editor)[..] else {
                    panic!("not one renderer")
                };
                let parent = scene(editor).graph[renderer].parent();
                let root: Handle<Node> = game_scene(editor).editor_objects_root.to_base();
                assert_eq!(parent, root);
                let school = node(editor, SCHOOL.name).unwrap();
                let script = scene(editor).graph[school]
                    .try_get_script::<Flock>()
                    .unwrap();
                assert!(script.running().is_none());
            });
            let saved = before.clone();
            script.act(move |editor| assert_eq!(text(editor), saved.first()));
            // Saving does not end the preview.
            script.act(|editor| save_scene(editor, "data/saved.rgs"));
            let saved = before.clone();
            script.act(move |_| {
                let file = fs::read_to_string("data/saved.rgs").unwrap();
                assert_eq!(file, saved.first());
            });
            let mut earlier = 0;
            script.until(move |editor| {
                earlier = if earlier == 0 { steps(editor) } else { earlier };
                steps(editor) > earlier + 5
            });
            script.click(ids::VIEWPORT_PREVIEW);
            script.act(move |editor| {
                assert!(renderers(editor).is_empty());
                assert_eq!(text(editor), before.first());
            });
        },
    );
}

#[test]
fn changes_act_at_once_and_undo_too() {
    run("preview::changes_act_at_once_and_undo_too", |script| {
        start(script);
        let boids = |editor: &Editor| statistics(editor, SCHOOL.name).map(|it| it.boids);
        script.act(|editor| {
            let school = node(editor, SCHOOL.name).unwrap();
            let graph = &mut scene_mut(editor).graph;
            let flock = graph[school].try_get_script_mut::<Flock>().unwrap();
            flock.spawn.count = 123;
        });
        script.until(move |editor| boids(editor) == Some(123));
        // Deleted during the preview, and restored.
        script.act(|editor| {
            let school = node(editor, SCHOOL.name).unwrap();
            let command = fyroxed_base::scene::commands::graph::DeleteSubGraphCommand::new(school);
            editor.message_sender.do_command(command);
        });
        script.until(|editor| renderers(editor).is_empty());
        script
            .undo()
            .until(move |editor| boids(editor) == Some(123));
    });
}

#[test]
fn crossings_are_checked_in_the_preview_alone() {
    run(
        "preview::crossings_are_checked_in_the_preview_alone",
        |script| {
            start(script);
            open_panel(script);
            let checks = |editor: &Editor| {
                let plugin = editor.plugins.get::<FlockEditor>();
                let flock = plugin.preview.flock(editor, node(editor, SCHOOL.name)?)?;
                Some(flock.settings().collision.check_crossings)
            };
            script.act(move |editor| assert_eq!(checks(editor), Some(false)));
            let before = History::default();
            before.keep(script);
            script.check(ids::CHECK_CROSSINGS, true);
            script.until(move |editor| checks(editor) == Some(true));
            script.act(move |editor| assert_eq!(text(editor), before.first()));
        },
    );
}

#[test]
fn it_pauses_steps_and_starts_anew() {
    run("preview::it_pauses_steps_and_starts_anew", |script| {
        start(script);
        open_panel(script);
        script.click(ids::PAUSE);
        let paused: Rc<RefCell<u64>> = Rc::default();
        let keep = paused.clone();
        script
            .act(move |editor| *keep.borrow_mut() = steps(editor))
            .wait(20);
        let kept = paused.clone();
        script.act(move |editor| assert_eq!(steps(editor), *kept.borrow()));
        script.click(ids::STEP).wait(20);
        script.act(move |editor| assert_eq!(steps(editor), *paused.borrow() + 1));
        script.click(ids::RESTART).wait(10);
        script.act(|editor| assert_eq!(steps(editor), 0));
        script.click(ids::PAUSE).until(|editor| steps(editor) > 5);
    });
}

#[test]
fn scenes_are_closed_and_changed_during_the_preview() {
    run(
        "preview::scenes_are_closed_and_changed_during_the_preview",
        |script| {
            start(script);
            // Another scene has no flock, and the first one is paused.
            script.send(|| Message::NewScene).wait(20);
            script.act(|editor| {
                assert_eq!(editor.scenes.entries.len(), 2);
                assert!(renderers(editor).is_empty());
                let first = editor.scenes.entries[0].id;
                editor.message_sender.send(Message::CloseScene(first));
            });
            script.wait(20);
            create(script, FlockKind::ALL[1]);
            script.until(|editor| statistics(editor, FlockKind::ALL[1].name).is_some());
            script.act(|editor| {
                let graph = &mut scene_mut(editor).graph;
                fyrox::scene::pivot::PivotBuilder::new(BaseBuilder::new()).build(graph);
                let last = editor.scenes.entries.last().unwrap().id;
                editor.message_sender.send(Message::CloseScene(last));
            });
            script.wait(20);
        },
    );
}
