//! Volumes are dragged with the mouse.

use crate::{
    create::create,
    driver::{run, History, Script},
    scene::{flock, game_scene, node, scene},
};
use fyrox::{
    core::algebra::{Vector2, Vector3},
    gui::message::{ButtonState, MouseButton, OsEvent},
};
use fyrox_flock::sim::Region;
use fyrox_flock_editor::{mode_id, FlockKind};
use fyroxed_base::{Editor, Message};

const SCHOOL: FlockKind = FlockKind::ALL[0];

fn spawn_radius(editor: &Editor) -> f32 {
    match flock(editor, SCHOOL.name).spawn.region {
        Region::Sphere { radius, .. } => radius,
        Region::Box { .. } => panic!("the school starts in a sphere"),
    }
}

/// Position on the screen of the handle at the top of the spawn region.
fn top(editor: &Editor) -> Vector2<f32> {
    let graph = &scene(editor).graph;
    let position = graph[node(editor, SCHOOL.name).unwrap()].global_position();
    let camera = &graph[game_scene(editor).camera_controller.camera];
    let bounds = editor
        .scene_viewer
        .frame_bounds(editor.engine.user_interfaces.first());
    let place = position + Vector3::new(0.0, spawn_radius(editor), 0.0);
    bounds.position + camera.project(place, bounds.size).unwrap()
}

fn mouse(editor: &mut Editor, event: OsEvent) {
    editor
        .engine
        .user_interfaces
        .first_mut()
        .process_os_event(&event);
}

fn button(state: ButtonState) -> OsEvent {
    let button = MouseButton::Left;
    OsEvent::MouseInput { button, state }
}

/// Drags the handle up by some pixels.
fn drag(script: &mut Script, pixels: f32) {
    script.act(|editor| {
        let position = top(editor);
        mouse(editor, OsEvent::CursorMoved { position });
    });
    script.act(|editor| mouse(editor, button(ButtonState::Pressed)));
    script.act(move |editor| {
        let position = top(editor) - Vector2::new(0.0, pixels);
        mouse(editor, OsEvent::CursorMoved { position });
    });
    script.act(|editor| mouse(editor, button(ButtonState::Released)));
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
