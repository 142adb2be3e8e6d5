//! Volumes are dragged with the mouse.

use crate::{
    create::create,
    driver::{run, History, Script},
    scene::{flock, game_scene, node, on_screen, save_scene, scene, scene_mut},
};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        futures::executor::block_on,
    },
    graph::SceneGraph,
    resource::model::{Model, ModelResourceExtension},
};
use fyrox_flock::sim::settings::Region;
use fyrox_flock_editor::{mode_id, FlockKind};
use fyroxed_base::{Editor, Message};

const SCHOOL: FlockKind = FlockKind::ALL[0];

pub fn spawn_radius(editor: &Editor) -> f32 {
    match flock(editor, SCHOOL.name).spawn.region {
        Region::Sphere { radius, .. } => radius,
        Region::Box { .. } => panic!("the school starts in a sphere"),
    }
}

/// Screen position of the handle at the top of the spawn region.
fn top(editor: &Editor) -> Vector2<f32> {
    let graph = &scene(editor).graph;
    let position = graph[node(editor, SCHOOL.name).unwrap()].global_position();
    on_screen(
        editor,
        position + Vector3::new(0.0, spawn_radius(editor), 0.0),
    )
}

/// Drags the handle up by some pixels.
pub fn drag(script: &mut Script, pixels: f32) {
    script.point(top).press();
    script.point(move |editor| top(editor) - Vector2::new(0.0, pixels));
    script.release();
}

#[test]
fn a_drag_is_one_command() {
    run("gizmo::a_drag_is_one_command", |script| {
        create(script, SCHOOL);
        script.send(|| Message::SetInteractionMode(mode_id()));
        let history = History::default();
        history.keep(script);
        drag(script, 30.0);
        script.act(|editor| {
            let radius = spawn_radius(editor);
            assert!(radius > 2.05 && radius < 3.0, "{radius}");
            let settings = flock(editor, SCHOOL.name).settings();
            assert_eq!(settings.boundary, SCHOOL.settings().boundary);
        });
        history.assert_undo_and_redo(script, |_| ());
    });
}

#[test]
fn the_grid_of_the_editor_holds() {
    run("gizmo::the_grid_of_the_editor_holds", |script| {
        create(script, SCHOOL);
        script.send(|| Message::SetInteractionMode(mode_id()));
        script.act(|editor| {
            editor.settings.move_mode_settings.grid_snapping = true;
            editor.settings.move_mode_settings.y_snap_step = 0.5;
        });
        drag(script, 60.0);
        script.act(|editor| {
            let radius = spawn_radius(editor);
            assert!((radius * 2.0).fract() == 0.0 && radius > 2.0, "{radius}");
        });
    });
}

/// True if the changed group no longer inherits from the prefab.
fn differs_from_prefab(editor: &Editor) -> bool {
    flock(editor, SCHOOL.name).spawn.is_modified()
}

#[test]
fn a_drag_in_an_instance_of_a_prefab_is_undone_with_its_mark() {
    run(
        "gizmo::a_drag_in_an_instance_of_a_prefab_is_undone_with_its_mark",
        |script| {
            create(script, SCHOOL);
            script.act(|editor| save_scene(editor, "data/school.rgs"));
            script.send(|| Message::NewScene);
            script.act(|editor| {
                let resources = editor.engine.resource_manager.clone();
                let prefab = block_on(resources.request::<Model>("data/school.rgs")).unwrap();
                let content = game_scene(editor).scene_content_root;
                let scene = scene_mut(editor);
                let instance = prefab.instantiate(scene);
                scene.graph.link_nodes(instance, content);
                let handle = node(editor, SCHOOL.name).unwrap().into();
                editor.message_sender.send(Message::SelectObject { handle });
            });
            script.send(|| Message::SetInteractionMode(mode_id()));
            script.act(|editor| assert!(!differs_from_prefab(editor)));
            let history = History::default();
            history.keep(script);
            drag(script, 30.0);
            script.act(|editor| assert!(differs_from_prefab(editor)));
            history.assert_undo_and_redo(script, |editor| assert!(!differs_from_prefab(editor)));
        },
    );
}
