//! Scripts that affect flocks: from the menu, dragged in the scene view, and in the preview.

use crate::{
    create::create,
    driver::{run, History, Script},
    preview,
    scene::{camera_position, game_scene, node, on_screen, scene, scene_mut, selection},
};
use fyrox::{
    core::{
        algebra::{Matrix4, Vector2, Vector3},
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
        sound::listener::ListenerBuilder,
        transform::TransformBuilder,
    },
    script::ScriptTrait,
};
use fyrox_flock::{
    scripts::{
        EffectShape, FlockFollower, FlockGuide, FlockPath, FlockReef, FlockSound, FlockTarget,
        FlockVolume,
    },
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

/// The script at the node of a new effect.
fn script_at<S: ScriptTrait>(editor: &Editor, kind: EffectKind) -> &S {
    let node = node(editor, kind.name()).unwrap();
    scene(editor).graph[node].try_get_script::<S>().unwrap()
}

#[test]
fn the_offset_of_a_follower_is_dragged_by_one_command() {
    run(
        "effects::the_offset_of_a_follower_is_dragged_by_one_command",
        |script| {
            create_effect(script, EffectKind::Follower);
            script.send(|| Message::SetInteractionMode(effect_mode_id()));
            let offset =
                |editor: &Editor| *script_at::<FlockFollower>(editor, EffectKind::Follower).offset;
            let history = History::default();
            history.keep(script);
            let handle = move |editor: &Editor| point_of(editor, "Flock Follower", offset(editor));
            let right = Vector2::new(60.0, 0.0);
            drag(script, handle, right);
            script.act(move |editor| {
                let offset = offset(editor);
                assert!(offset.norm() > 0.2 && offset.norm() < 2.0, "{offset}");
                // The handle is where the mouse released it.
                let start = point_of(editor, "Flock Follower", Vector3::zeros());
                assert!((handle(editor) - start - right).norm() < 1.0);
            });
            history.assert_undo_and_redo(script, move |editor| {
                assert_eq!(offset(editor), Vector3::zeros());
            });
        },
    );
}

/// Drags the handle of a length, whose place on the screen `place` returns for each length.
fn drag_length(
    script: &mut Script,
    [from, to]: [f32; 2],
    length: impl Fn(&Editor) -> f32 + Copy + 'static,
    place: impl Fn(&Editor, f32) -> Vector2<f32> + Copy + 'static,
) {
    script.send(|| Message::SetInteractionMode(effect_mode_id()));
    let history = History::default();
    history.keep(script);
    script.point(move |editor| place(editor, from)).press();
    script.point(move |editor| place(editor, to));
    script.release();
    script.act(move |editor| {
        let length = length(editor);
        assert!((length - to).abs() < 0.05, "{length}");
    });
    history.assert_undo_and_redo(script, move |editor| assert_eq!(length(editor), from));
}

#[test]
fn the_range_of_a_sound_is_dragged_around_the_listener() {
    run(
        "effects::the_range_of_a_sound_is_dragged_around_the_listener",
        |script| {
            create_effect(script, EffectKind::Sound);
            script.act(|editor| {
                let sound = node(editor, "Flock Sound").unwrap();
                let ear = scene(editor).graph[sound].global_position() - Vector3::x() * 2.0;
                let transform = TransformBuilder::new().with_local_position(ear);
                let base = BaseBuilder::new()
                    .with_name("Ear")
                    .with_local_transform(transform.build());
                let content = game_scene(editor).scene_content_root;
                let graph = &mut scene_mut(editor).graph;
                let ear = ListenerBuilder::new(base).build(graph);
                graph.link_nodes(ear, content);
                let sound = graph[sound].try_get_script_mut::<FlockSound>();
                sound.unwrap().range = 3.0.into();
            });
            drag_length(
                script,
                [3.0, 3.5],
                |editor| *script_at::<FlockSound>(editor, EffectKind::Sound).range,
                |editor, range| point_of(editor, "Ear", Vector3::x() * range),
            );
        },
    );
}

#[test]
fn the_reach_of_a_mesh_is_dragged_above_it() {
    run(
        "effects::the_reach_of_a_mesh_is_dragged_above_it",
        |script| {
            create_effect(script, EffectKind::Volume);
            script.act(|editor| {
                let volume = node(editor, "Flock Volume").unwrap();
                let graph = &mut scene_mut(editor).graph;
                let cube = SurfaceData::make_cube(Matrix4::identity());
                let cube = SurfaceBuilder::new(SurfaceResource::new_embedded(cube)).build();
                let base = BaseBuilder::new().with_name("Cube");
                let cube = MeshBuilder::new(base)
                    .with_surfaces(vec![cube])
                    .build(graph);
                graph.link_nodes(cube, volume);
                let volume = graph[volume].try_get_script_mut::<FlockVolume>().unwrap();
                volume.shape = EffectShape::Mesh { node: Handle::NONE }.into();
                volume.strength.reach = 0.5;
            });
            drag_length(
                script,
                [0.5, 0.9],
                |editor| {
                    let volume = script_at::<FlockVolume>(editor, EffectKind::Volume);
                    volume.strength.reach
                },
                // The cube is a metre wide.
                |editor, reach| point_of(editor, "Cube", Vector3::y() * (0.5 + reach)),
            );
        },
    );
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
