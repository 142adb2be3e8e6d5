//! One boid of the preview is selected, labelled and followed.

use crate::{
    driver::{open_panel, run},
    preview::start,
    scene::{game_scene, node, on_screen, scene, seen},
};
use fyrox::{
    core::algebra::{Vector2, Vector3},
    gui::{test::UserInterfaceTestingExtension, text::Text},
};
use fyrox_flock::sim::{Boid, BoidId};
use fyrox_flock_editor::{ids, mode_id, FlockEditor, FlockKind};
use fyroxed_base::{Editor, Message};
use std::{cell::Cell, rc::Rc};

const SCHOOL: FlockKind = FlockKind::ALL[0];

fn boids(editor: &Editor) -> Vec<Boid> {
    let plugin = editor.plugins.get::<FlockEditor>();
    let school = node(editor, SCHOOL.name).unwrap();
    plugin
        .preview
        .flock(editor, school)
        .unwrap()
        .boids()
        .collect()
}

fn watched(editor: &Editor) -> Option<BoidId> {
    let (_, id) = editor.plugins.get::<FlockEditor>().watched_boid()?;
    Some(id)
}

fn position(editor: &Editor, id: BoidId) -> Vector3<f32> {
    let all = boids(editor);
    all.iter().find(|boid| boid.id == id).unwrap().position
}

/// The visible labels over the scene view.
fn labels(editor: &Editor) -> Vec<String> {
    let ui = editor.engine.user_interfaces.first();
    let texts = ids::WISHES.map(|id| ui.find_by_uuid_of::<Text>(id).unwrap());
    let shown = texts.iter().filter(|text| text.is_globally_visible());
    shown.map(|text| text.text()).collect()
}

#[test]
fn a_boid_is_picked_and_its_wishes_are_named() {
    run(
        "boid::a_boid_is_picked_and_its_wishes_are_named",
        |script| {
            start(script);
            open_panel(script);
            script.click(ids::PAUSE).wait(10);
            script.send(|| Message::SetInteractionMode(mode_id()));
            script.act(|editor| {
                assert!(watched(editor).is_some());
                let labels = labels(editor);
                assert!(!labels.is_empty() && labels.len() <= ids::WISHES.len());
                assert!(
                    labels.iter().all(|label| label.ends_with("m/s²")),
                    "{labels:?}"
                );
            });
            // A boid on the left, away from the panel and the handles.
            let wanted: Rc<Cell<Option<BoidId>>> = Rc::default();
            let aim = wanted.clone();
            script.point(move |editor| {
                let ui = editor.engine.user_interfaces.first();
                let bounds = editor.scene_viewer.frame_bounds(ui);
                let goal = bounds.position + bounds.size.component_mul(&Vector2::new(0.3, 0.4));
                // Some may have swum behind the camera.
                let distance = |boid: &Boid| {
                    let seen = seen(editor, boid.position);
                    seen.map_or(f32::INFINITY, |seen| (seen - goal).norm())
                };
                let boids = boids(editor);
                let nearest = boids
                    .iter()
                    .filter(|boid| Some(boid.id) != watched(editor))
                    .min_by(|a, b| distance(a).total_cmp(&distance(b)));
                let nearest = nearest.unwrap();
                aim.set(Some(nearest.id));
                on_screen(editor, nearest.position)
            });
            script.press().release();
            let picked = wanted.clone();
            script.act(move |editor| assert_eq!(watched(editor), picked.get()));
            // It stays selected while the flock moves, and its labels disappear with the preview.
            script.click(ids::PAUSE).wait(20);
            script.act(move |editor| assert_eq!(watched(editor), wanted.get()));
            script.click(ids::VIEWPORT_PREVIEW).act(|editor| {
                assert_eq!(watched(editor), None);
                assert!(labels(editor).is_empty());
            });
        },
    );
}

#[test]
fn the_camera_follows_the_boid() {
    run("boid::the_camera_follows_the_boid", |script| {
        start(script);
        open_panel(script);
        let gap = |editor: &Editor| {
            let camera = &game_scene(editor).camera_controller;
            let pivot = &scene(editor).graph[camera.pivot];
            (pivot.global_position() - position(editor, watched(editor).unwrap())).norm()
        };
        script.act(move |editor| assert!(gap(editor) > 1.0));
        script.check(ids::FOLLOW_BOID, true);
        script.until(move |editor| gap(editor) < 0.3).wait(30);
        script.act(move |editor| {
            assert!(gap(editor) < 0.3);
            let distance = -game_scene(editor).camera_controller.z_offset;
            assert!((0.3..3.0).contains(&distance), "{distance}");
        });
        // The user's camera again.
        script.check(ids::FOLLOW_BOID, false).wait(60);
        script.act(move |editor| assert!(gap(editor) > 0.0));
    });
}
