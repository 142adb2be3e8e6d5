//! Flocks from the menu.

use crate::{
    driver::{run, History, Script},
    scene::{add_box, camera_position, flock, node, scene, scene_mut, selection},
};
use fyrox::{
    core::algebra::Vector3,
    gui::{
        menu::{MenuItem, MenuItemMessage},
        test::UserInterfaceTestingExtension,
        UiNode,
    },
    scene::{base::BaseBuilder, dim2::rectangle::RectangleBuilder},
};
use fyrox_flock::{
    sim::settings::{Plane, Region},
    Flock,
};
use fyrox_flock_editor::{FlockKind, Menu};
use fyroxed_base::{menu::create::CreateEntityRootMenu, world::menu::SceneNodeContextMenu};

/// Creates a flock by clicks in the menu.
pub fn create(script: &mut Script, kind: FlockKind) {
    script
        .click(CreateEntityRootMenu::CREATE)
        .click(Menu::Create.id())
        .click(kind.item_id(Menu::Create));
}

#[test]
fn each_item_makes_a_flock_that_can_be_undone() {
    run(
        "create::each_item_makes_a_flock_that_can_be_undone",
        |script| {
            for kind in FlockKind::ALL {
                let history = History::default();
                history.keep(script);
                create(script, kind);
                script.act(move |editor| {
                    let node = node(editor, kind.name).expect(kind.name);
                    assert_eq!(selection(editor), [node], "{kind:?}");
                    // An empty scene has no geometry.
                    let settings = flock(editor, kind.name).settings();
                    assert_eq!(settings, kind.settings(), "{kind:?}");
                    let like = kind.preset.map_or_else(Flock::default, Flock::of);
                    assert!(flock(editor, kind.name).looks_like(&like), "{kind:?}");
                    let graph = &scene(editor).graph;
                    let away = graph[node].global_position() - camera_position(editor);
                    assert!((away.norm() - 5.0).abs() < 1e-3, "{away}");
                });
                history.assert_undo_and_redo(script, move |editor| {
                    assert_eq!(node(editor, kind.name), None);
                });
                script.undo();
            }
        },
    );
}

#[test]
fn flocks_fit_into_the_level() {
    run("create::flocks_fit_into_the_level", |script| {
        // Floor and ceiling, 1 m below and above the camera.
        script.act(|editor| {
            let height = camera_position(editor).y;
            for y in [height - 1.5, height + 1.5] {
                add_box(editor, Vector3::new(50.0, 0.5, 50.0), y);
            }
        });
        script.wait(5);
        create(script, FlockKind::ALL[0]);
        script.act(|editor| {
            let name = FlockKind::ALL[0].name;
            let settings = flock(editor, name).settings();
            let node = node(editor, name).unwrap();
            let y = scene(editor).graph[node].global_position().y;
            let (min, max) = settings.boundary.shape.bounds();
            let height = camera_position(editor).y;
            assert!(
                y + min.y > height - 1.0 && y + max.y < height + 1.0,
                "{min} {max} at {y}"
            );
            assert!((min.x + 6.0).abs() < 1e-3, "{min}");
            let preset = FlockKind::ALL[0].settings();
            assert!(settings.spawn.count < preset.spawn.count);
            settings.validate().unwrap();
        });
    });
}

#[test]
fn a_child_is_made_below_the_selected_node() {
    run(
        "create::a_child_is_made_below_the_selected_node",
        |script| {
            let (parent, child) = (FlockKind::ALL[10], FlockKind::ALL[0]);
            create(script, parent);
            script.act(move |editor| {
                let node = node(editor, parent.name).unwrap();
                let transform = scene_mut(editor).graph[node].local_transform_mut();
                transform.set_position(Vector3::new(3.0, 1.0, -2.0));
            });
            script.wait(5);
            script.act(move |editor| {
                let ui = editor.engine.user_interfaces.first();
                // The only items in the context menu that create a child.
                let ours = ui.find_by_uuid(Menu::CreateChild.id()).unwrap();
                let delete = ui.find_by_uuid(SceneNodeContextMenu::DELETE).unwrap();
                let first = ui[delete.parent()].children()[0];
                let menu = ui[first].cast::<MenuItem>().unwrap();
                let mut items = menu.items_container.iter();
                assert!(items.any(|item| item.to_base::<UiNode>() == ours.handle()));
                let item = ui.find_by_uuid(child.item_id(Menu::CreateChild)).unwrap();
                ui.post(item.handle(), MenuItemMessage::Click);
            });
            script.wait(5);
            script.act(move |editor| {
                let (above, below) = (node(editor, parent.name), node(editor, child.name));
                let graph = &scene(editor).graph;
                let below = below.unwrap();
                assert_eq!(graph[below].parent(), above.unwrap());
                let away = graph[below].global_position() - camera_position(editor);
                assert!((away.norm() - 5.0).abs() < 1e-3, "{away}");
                assert_eq!(selection(editor), [below]);
            });
        },
    );
}

#[test]
fn a_flat_scene_gets_a_flat_flock() {
    run("create::a_flat_scene_gets_a_flat_flock", |script| {
        script.act(|editor| {
            let graph = &mut scene_mut(editor).graph;
            RectangleBuilder::new(BaseBuilder::new()).build(graph);
        });
        let kind = FlockKind::ALL[0];
        create(script, kind);
        script.act(move |editor| {
            let settings = flock(editor, kind.name).settings();
            assert_eq!(settings.motion.plane, Plane::Xy);
            assert!(matches!(settings.boundary.shape, Region::Box { .. }));
            let node = node(editor, kind.name).unwrap();
            assert_eq!(scene(editor).graph[node].global_position().z, 0.0);
        });
    });
}
