//! Models: their animations are baked in the live preview and saved beside them, and the panel names
//! what cannot be drawn.

use crate::{
    create::create,
    driver::{open_panel, run, History},
    scene::{flock, node, scene_mut},
};
use flock_testkit::{
    gltf::{octahedron, Document, Node, Primitive},
    rigged::bird::bird,
};
use fyrox::{
    core::Uuid,
    gui::{button::ButtonMessage, test::UserInterfaceTestingExtension, text::Text, UiNode},
    resource::model::Model,
};
use fyrox_flock::{
    render::{BakedClipsResource, BakedLevelsResource, ClipChoice},
    Flock,
};
use fyrox_flock_editor::{ids, FlockEditor, FlockKind};
use fyroxed_base::Editor;
use std::{any::TypeId, fs, path::Path};

const SCHOOL: FlockKind = FlockKind::ALL[0];

fn text_of(editor: &Editor, id: Uuid) -> String {
    let ui = editor.engine.user_interfaces.first();
    ui.find_by_uuid_of::<Text>(id).unwrap().text()
}

fn change(editor: &mut Editor, change: impl FnOnce(&mut Flock)) {
    let school = node(editor, SCHOOL.name).unwrap();
    let graph = &mut scene_mut(editor).graph;
    change(graph[school].try_get_script_mut::<Flock>().unwrap());
}

/// A click on a button that may be outside of the visible part of the panel.
fn click_save(editor: &mut Editor) {
    let ui = editor.engine.user_interfaces.first();
    let button: &UiNode = ui.find_by_uuid(ids::SAVE_BAKED).unwrap();
    ui.post(button.handle(), ButtonMessage::Click);
}

fn is_playing(editor: &Editor) -> bool {
    let school = node(editor, SCHOOL.name).unwrap();
    let plugin = editor.plugins.get::<FlockEditor>();
    plugin.preview.playing(editor, school).is_some()
}

/// True if the clips are played and the levels of detail are computed.
fn is_complete(editor: &Editor) -> bool {
    let school = node(editor, SCHOOL.name).unwrap();
    let plugin = editor.plugins.get::<FlockEditor>();
    is_playing(editor) && plugin.preview.levels(editor, school).is_some()
}

#[test]
fn animations_are_baked_in_the_preview_and_saved_beside_the_model() {
    let name = "animation::animations_are_baked_in_the_preview_and_saved_beside_the_model";
    run(name, |script| {
        create(script, SCHOOL);
        open_panel(script);
        script.act(|editor| {
            let editors = editor.property_editors.definitions();
            for id in [
                TypeId::of::<Option<BakedClipsResource>>(),
                TypeId::of::<Option<BakedLevelsResource>>(),
            ] {
                assert!(editors.contains_key(&id), "the inspector shows the file");
            }
        });
        // Without a model there is nothing to save.
        script.act(click_save).wait(5).act(|editor| {
            assert!(flock(editor, SCHOOL.name).baked_levels.is_none());
            fs::write("data/bird.glb", bird().to_glb()).unwrap();
            let model = editor
                .engine
                .resource_manager
                .request::<Model>("data/bird.glb");
            change(editor, |flock| *flock.model = Some(model));
        });
        let tells = |text: &'static str| {
            move |editor: &mut Editor| text_of(editor, ids::ANIMATION).contains(text)
        };
        script.until(tells("Flap, Glide; animation.enabled plays them"));
        script.act(|editor| change(editor, |flock| *flock.animation = ClipChoice::on()));
        script.until(tells("The live preview is off."));
        script
            .click(ids::PREVIEW)
            .until_within(60, |editor| is_complete(editor));
        script.until(tells("Baked: Flap"));
        let history = History::default();
        history.keep(script);
        script.act(click_save);
        script.until(|editor| {
            let flock = flock(editor, SCHOOL.name);
            let (clips, levels) = (&flock.baked_clips, &flock.baked_levels);
            clips.as_ref().is_some_and(BakedClipsResource::is_ok)
                && levels.as_ref().is_some_and(BakedLevelsResource::is_ok)
        });
        script.act(|editor| {
            assert!(Path::new("data/bird.glb.clips").is_file());
            assert!(Path::new("data/bird.glb.levels").is_file());
            let file = (*flock(editor, SCHOOL.name).baked_clips).clone().unwrap();
            assert_eq!(file.data_ref().clips().len(), 2);
        });
        history.assert_undo_and_redo(script, |editor| {
            assert!(flock(editor, SCHOOL.name).baked_clips.is_none());
            assert!(flock(editor, SCHOOL.name).baked_levels.is_none());
        });
        script.until_within(60, |editor| is_complete(editor));
        // The file exists now: the user is asked before it is replaced.
        let is_asked = tells("click again to replace it");
        script.act(click_save).until(is_asked);
        script
            .act(click_save)
            .until(move |editor| !is_asked(editor));
    });
}

#[test]
fn what_cannot_be_drawn_of_a_model_is_shown_with_the_remedy() {
    let name = "animation::what_cannot_be_drawn_of_a_model_is_shown_with_the_remedy";
    run(name, |script| {
        create(script, SCHOOL);
        open_panel(script);
        script.click(ids::PREVIEW).wait(10).act(|editor| {
            assert_eq!(text_of(editor, ids::PROBLEMS), "");
            let mut document = Document::of(octahedron());
            let fin = Primitive {
                material: None,
                ..octahedron()
            };
            document.add_mesh(Node::new("Fin"), fin);
            fs::write("data/finned.glb", document.to_glb()).unwrap();
            let resources = &editor.engine.resource_manager;
            let model = resources.request::<Model>("data/finned.glb");
            change(editor, |flock| *flock.model = Some(model));
        });
        script.until(|editor| {
            let text = text_of(editor, ids::PROBLEMS);
            ["`Fin`", "finned.glb", "give it a material"]
                .iter()
                .all(|part| text.contains(part))
        });
        script.act(|editor| change(editor, |flock| *flock.model = None));
        script.until(|editor| text_of(editor, ids::PROBLEMS).is_empty());
    });
}
