//! Levels of detail of a model in a file beside it: with the file, a flock has all of them at once.

use crate::{
    clips::{bake, import},
    game::{engine, fish, Game, STEP},
    models::levels,
    played_clips::{export_again, reload, wait},
    saving::load_with,
};
use flock_testkit::rigged::bird::bird;
use fyrox::{
    asset::{manager::ResourceManager, ResourceData},
    core::{futures::executor::block_on, log::MessageKind, visitor::Visitor},
    graph::SceneGraph,
    resource::model::ModelResource,
};
use fyrox_flock::render::{BakedClips, BakedLevels, BakedLevelsResource, ClipChoice, MotionKind};
use std::{fs, path::Path};

/// Updates a game once, and again when the levels that are being computed are done.
fn compute(game: &mut Game) -> Vec<usize> {
    game.update(1, STEP);
    game.flock().wait_until_ready();
    game.update(1, STEP);
    levels(game)
}

/// Saves the computed levels of a game's flock, as the editor does.
fn save(game: &mut Game, path: &Path) {
    let levels = game.flock().levels().expect("they are computed");
    levels.clone().save(path).unwrap();
}

fn request(resources: &ResourceManager, path: &Path) -> BakedLevelsResource {
    let file = resources.request::<BakedLevels>(path);
    block_on(file).expect("the file is read")
}

/// Asserts that the levels are those of this file, which the engine may know by a relative path.
#[track_caller]
fn assert_from(game: &mut Game, path: &Path) {
    let read_from = game.flock().levels().unwrap().path();
    assert!(path.ends_with(read_from), "{read_from:?}");
    let problems = game.flock().problems();
    assert!(problems.is_empty(), "{problems:?}");
}

/// A game with a flock of birds, and their model.
fn birds(folder: &Path) -> (Game, ModelResource) {
    let mut game = Game::new("larks", fish(10));
    let model = import(&game.engine, folder, &bird());
    *game.flock().model = Some(model.clone());
    (game, model)
}

#[test]
fn a_flock_with_the_file_has_all_levels_in_its_first_frame() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rig.glb.levels");
    let computed = {
        let (mut game, _) = birds(folder.path());
        let computed = compute(&mut game);
        save(&mut game, &path);
        computed
    };
    assert_eq!(computed.len(), 4);

    let (mut game, _) = birds(folder.path());
    let file = request(&game.engine.resource_manager.clone(), &path);
    *game.flock().baked_levels = Some(file);
    game.update(1, STEP);
    assert_eq!(levels(&mut game), computed);
    assert_from(&mut game, &path);
    let told = game.messages(MessageKind::Information, "larks");
    assert!(told.iter().any(|it| it.contains("levels of detail")));

    // Without the file there is only the model itself at first.
    let (mut other, _) = birds(folder.path());
    other.update(1, STEP);
    assert_eq!(levels(&mut other), computed[..1]);
}

#[test]
fn the_levels_of_a_body_with_clips_come_with_the_clips() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rig.glb.levels");
    let clips = folder.path().join("rig.glb.clips");
    let computed = {
        let (mut game, model) = birds(folder.path());
        *game.flock().animation = ClipChoice::on();
        bake(&model, &ClipChoice::on())
            .unwrap()
            .save(&clips)
            .unwrap();
        wait(&mut game);
        let computed = compute(&mut game);
        save(&mut game, &path);
        computed
    };
    let (mut game, _) = birds(folder.path());
    let resources = game.engine.resource_manager.clone();
    *game.flock().animation = ClipChoice::on();
    *game.flock().baked_levels = Some(request(&resources, &path));
    *game.flock().baked_clips = Some(block_on(resources.request::<BakedClips>(&clips)).unwrap());
    // The frame in which the clips begin to play.
    wait(&mut game);
    assert!(game.flock().playing().is_some());
    assert_eq!(levels(&mut game), computed);
    assert_from(&mut game, &path);
    assert!(
        game.flock().problems().is_empty(),
        "{:?}",
        game.flock().problems()
    );

    // The body at rest, and another motion, have other levels.
    *game.flock().animation = ClipChoice::default();
    game.flock().body_motion.kind = MotionKind::Bird;
    compute(&mut game);
    assert_eq!(game.flock().problems().len(), 1);
}

#[test]
fn a_file_that_is_out_of_date_is_named_and_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rig.glb.levels");
    let (mut game, model) = birds(folder.path());
    compute(&mut game);
    save(&mut game, &path);
    let file = request(&game.engine.resource_manager.clone(), &path);
    *game.flock().baked_levels = Some(file.clone());
    game.update(1, STEP);
    assert!(game.flock().problems().is_empty());

    let mut large = bird();
    let vertices = large.parts.iter_mut().flat_map(|part| &mut part.vertices);
    vertices.for_each(|vertex| vertex.position *= 2.0);
    export_again(&game, &model, folder.path(), &large);
    let levels = compute(&mut game);
    assert_eq!(levels.len(), 4, "they are computed");
    let problems = game.flock().problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    for part in [
        "rig.glb.levels",
        "another state of the model",
        "save them again",
    ] {
        assert!(problems[0].contains(part), "{problems:?}");
    }
    // It is a warning: the flock is as the user wants it.
    assert!(game.reports("larks").is_empty());

    // Saved again, the file is used at once.
    save(&mut game, &path);
    reload(&game, file.into_untyped());
    game.update(1, STEP);
    assert!(
        game.flock().problems().is_empty(),
        "{:?}",
        game.flock().problems()
    );
    assert_from(&mut game, &path);
}

#[test]
fn a_damaged_file_is_named_and_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rig.glb.levels");
    let (mut game, _) = birds(folder.path());
    compute(&mut game);
    save(&mut game, &path);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    let resources = game.engine.resource_manager.clone();
    let file = resources.request::<BakedLevels>(&path);
    assert!(block_on(file.clone()).is_err());
    *game.flock().baked_levels = Some(file);
    assert_eq!(compute(&mut game).len(), 4);
    let problems = game.flock().problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    for part in ["rig.glb.levels", "damaged", "save the model's levels again"] {
        assert!(problems[0].contains(part), "{problems:?}");
    }
}

/// A scene, its model and the file are all that a game ships, and the registry of its resources.
#[test]
fn a_shipped_scene_has_all_levels_in_its_first_frame() {
    let folder = tempfile::tempdir().unwrap();
    let scene_file = folder.path().join("larks.rgs");
    let path = folder.path().join("rig.glb.levels");
    let (computed, registered) = {
        let (mut game, model) = birds(folder.path());
        let computed = compute(&mut game);
        save(&mut game, &path);
        let file = request(&game.engine.resource_manager.clone(), &path);
        let registered = [
            (model.resource_uuid(), folder.path().join("rig.glb")),
            (file.resource_uuid(), path.clone()),
        ];
        *game.flock().baked_levels = Some(file);
        let mut visitor = Visitor::new();
        game.scene().save("Scene", &mut visitor).unwrap();
        visitor.save_ascii_to_file(&scene_file).unwrap();
        (computed, registered)
    };
    let engine = engine();
    let resources = engine.resource_manager.clone();
    resources.update_or_load_registry();
    for (id, path) in registered {
        let registry = resources.state().resource_registry.clone();
        registry.lock().modify().register(id, path);
    }
    let scene = load_with(&engine, &scene_file);
    let (node, _) = scene.graph.find_by_name_from_root("larks").unwrap();
    let mut game = Game::of_scene(engine, scene, node);
    game.update(1, STEP);
    assert_eq!(levels(&mut game), computed);
    assert_from(&mut game, &path);
}
