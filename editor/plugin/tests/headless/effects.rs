//! Scripts that affect flocks: from the menu, dragged in the scene view, and in the preview.

use crate::{
    create::create,
    driver::{run, History, Script},
    preview,
    scene::{camera_position, node, on_screen, scene, scene_mut, selection},
};
use fyrox::core::algebra::{Vector2, Vector3};
use fyrox_flock::{
    scripts::{EffectShape, FlockGuide, FlockPath, FlockReef, FlockTarget, FlockVolume},
    sim::influences::FallOff,
};
use fyrox_flock_editor::{effect_mode_id, EffectKind, FlockEditor, FlockKind, Menu};
use fyroxed_base::{menu::create::CreateEntityRootMenu, Editor, Message};

const SCHOOL: FlockKind = FlockKind::ALL[0];

/// Creates a script by clicks in the menu.
fn create_effect(script: &mut Script, kind: EffectKind) {
    script
        .click(CreateEntityRootMenu::CREATE)
        .click(Menu::Create.id())
        .click(kind.item_id(Menu::Create));
}

#[test]
fn each_item_makes_a_script_that_can_be_undone() {
    run(
        "effects::each_item_makes_a_script_that_can_be_undone",
        |script| {
            for &kind in EffectKind::ALL {
                let history = History::default();
                history.keep(script);
                create_effect(script, kind);
                script.act(move |editor| {
                    let node = node(editor, kind.name()).unwrap();
                    assert_eq!(selection(editor), [node], "{kind:?}");
                    let graph = &scene(editor).graph;
                    assert!(graph[node].has_scripts_assigned(), "{kind:?}");
                    let away = graph[node].global_position() - camera_position(editor);
                    assert!((away.norm() - 5.0).abs() < 1e-3, "{away}");
                    let points = graph[node].children().len();
                    assert_eq!(points, if kind == EffectKind::Path { 4 } else { 0 });
                });
                history.assert_undo_and_redo(script, move |editor| {
                    assert_eq!(node(editor, kind.name()), None);
                    assert_eq!(node(editor, "Point 1"), None);
                });
                script.undo();
            }
        },
    );
}

/// Screen position of a point in the frame of a node.
fn point_of(editor: &Editor, name: &str, local: Vector3<f32>) -> Vector2<f32> {
    let graph = &scene(editor).graph;
    let transform = graph[node(editor, name).unwrap()].global_transform();
    on_screen(editor, transform.transform_point(&local.into()).coords)
}

/// Drags a handle by some pixels.
fn drag(
    script: &mut Script,
    handle: impl Fn(&Editor) -> Vector2<f32> + Copy + 'static,
    by: Vector2<f32>,
) {
    script.point(handle).press();
    script.point(move |editor| handle(editor) + by);
    script.release();
}

#[test]
fn sizes_are_dragged_by_one_command() {
    run("effects::sizes_are_dragged_by_one_command", |script| {
        create_effect(script, EffectKind::Volume);
        script.send(|| Message::SetInteractionMode(effect_mode_id()));
        let radius = |editor: &Editor| {
            let node = node(editor, "Flock Volume").unwrap();
            let volume = scene(editor).graph[node].try_get_script::<FlockVolume>();
            match *volume.unwrap().shape {
                EffectShape::Sphere { radius } => radius,
                _ => panic!("it is a sphere"),
            }
        };
        script.act(move |editor| assert_eq!(radius(editor), 2.0));
        let history = History::default();
        history.keep(script);
        let handle = |editor: &Editor| point_of(editor, "Flock Volume", Vector3::x() * 2.0);
        // Away from the middle of the volume.
        script.point(handle).press();
        script.point(move |editor| {
            let middle = point_of(editor, "Flock Volume", Vector3::zeros());
            middle + (handle(editor) - middle) * 1.25
        });
        script.release();
        script.act(move |editor| {
            let radius = radius(editor);
            assert!(radius > 2.2 && radius < 2.9, "{radius}");
        });
        history.assert_undo_and_redo(script, move |editor| assert_eq!(radius(editor), 2.0));
    });
}

#[test]
fn the_extents_of_a_reef_are_dragged_and_it_is_built_anew() {
    run(
        "effects::the_extents_of_a_reef_are_dragged_and_it_is_built_anew",
        |script| {
            create_effect(script, EffectKind::Reef);
            let size = |editor: &Editor| {
                let node = node(editor, "Flock Reef").unwrap();
                *FlockReef::of(&scene(editor).graph, node).unwrap().size
            };
            // Small enough that its handles are in view, and fine enough that there is rock.
            script.act(|editor| {
                let reef = node(editor, "Flock Reef").unwrap();
                let reef = scene_mut(editor).graph[reef].try_get_script_mut::<FlockReef>();
                let reef = reef.unwrap();
                reef.size = Vector3::new(2.0, 1.5, 2.0).into();
                (reef.scale, reef.margin, reef.cube) = (1.0.into(), 0.2.into(), 0.1.into());
            });
            script.send(|| Message::SetInteractionMode(effect_mode_id()));
            let history = History::default();
            history.keep(script);
            let handle = move |editor: &Editor| {
                let half = size(editor) / 2.0;
                point_of(editor, "Flock Reef", Vector3::y() * half.y)
            };
            drag(script, handle, Vector2::new(0.0, -30.0));
            script.act(move |editor| {
                let size = size(editor);
                assert!(size.y > 1.6 && size.y < 4.0, "{size}");
                assert_eq!((size.x, size.z), (2.0, 2.0));
            });
            script.until(move |editor| {
                let bodies = scene(editor).graph.linear_iter();
                let mut built = bodies.filter(|node| node.name() == "Reef Mesh");
                built.next().is_some()
            });
            history.assert_undo_and_redo(script, |_| ());
        },
    );
}

#[test]
fn points_of_a_path_are_dragged_and_undone() {
    run(
        "effects::points_of_a_path_are_dragged_and_undone",
        |script| {
            create_effect(script, EffectKind::Path);
            script.send(|| Message::SetInteractionMode(effect_mode_id()));
            let history = History::default();
            history.keep(script);
            let handle = |editor: &Editor| point_of(editor, "Point 2", Vector3::zeros());
            drag(script, handle, Vector2::new(0.0, -40.0));
            script.act(|editor| {
                let path = node(editor, "Flock Path").unwrap();
                let points = FlockPath::points(&scene(editor).graph, path);
                let height = points[0].y;
                assert!(points[1].y > height + 0.1, "{points:?}");
                assert!((points[2].y - height).abs() < 1e-3, "{points:?}");
            });
            history.assert_undo_and_redo(script, |_| ());
        },
    );
}

#[test]
fn the_mode_follows_the_selection() {
    run("effects::the_mode_follows_the_selection", |script| {
        let is_offered = |editor: &Editor| {
            let entry = editor.scenes.current_scene_entry_ref();
            entry.interaction_modes.get(&effect_mode_id()).is_some()
        };
        create_effect(script, EffectKind::Guide);
        script.act(move |editor| assert!(is_offered(editor)));
        create(script, SCHOOL);
        script.act(move |editor| assert!(!is_offered(editor)));
        create_effect(script, EffectKind::Path);
        script.act(|editor| {
            let handle = node(editor, "Point 3").unwrap().into();
            editor.message_sender.send(Message::SelectObject { handle });
        });
        script.act(move |editor| assert!(is_offered(editor)));
        script.act(|editor| {
            let guide = node(editor, "Flock Guide").unwrap();
            let guide = scene(editor).graph[guide].try_get_script::<FlockGuide>();
            assert_eq!(*guide.unwrap().length, 5.0);
        });
    });
}

#[test]
fn the_preview_shows_what_scripts_do() {
    run("effects::the_preview_shows_what_scripts_do", |script| {
        preview::start(script);
        create_effect(script, EffectKind::Target);
        script.act(|editor| {
            let target = node(editor, "Flock Target").unwrap();
            let graph = &mut scene_mut(editor).graph;
            let target = graph[target].try_get_script_mut::<FlockTarget>().unwrap();
            target.strength.weight = 50.0;
            target.strength.reach = 1000.0;
            target.strength.fall_off = FallOff::Constant;
        });
        script.until(|editor| influences(editor) == 1);
        // The school gathers there, within its boundary and its other rules.
        script.until(|editor| distance(editor) < 1.5);
        script.undo();
        script.until(|editor| influences(editor) == 0);
    });
}

fn influences(editor: &Editor) -> usize {
    let plugin = editor.plugins.get::<FlockEditor>();
    let node = node(editor, SCHOOL.name).unwrap();
    plugin
        .preview
        .flock(editor, node)
        .unwrap()
        .influences()
        .len()
}

/// Distance of the school's mean position from the target.
fn distance(editor: &Editor) -> f32 {
    let plugin = editor.plugins.get::<FlockEditor>();
    let school = node(editor, SCHOOL.name).unwrap();
    let flock = plugin.preview.flock(editor, school).unwrap();
    let target = node(editor, "Flock Target").unwrap();
    let target = scene(editor).graph[target].global_position();
    let positions = flock.boids().map(|boid| boid.position);
    let mean = positions.sum::<Vector3<f32>>() / flock.len() as f32;
    (mean - target).norm()
}
