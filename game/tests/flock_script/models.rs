//! Levels of detail of models.

use crate::{
    clips::import,
    drawing::renderer,
    game::{fish, Game, STEP},
};
use flock_testkit::rigged::bird::bird;
use fyrox::{
    core::log::MessageKind,
    resource::model::{Model, ModelResource},
};
use fyrox_flock::render::{BodyShape, ClipChoice, MotionKind};
use std::{fs, path::Path, time::Duration};

/// The triangles of the body at each level of detail.
pub fn levels(game: &mut Game) -> Vec<usize> {
    let (_, renderer) = renderer(&game.scene().graph);
    let body = renderer.body().unwrap();
    body.triangles_of_levels().collect()
}

/// Updates the game until the log has a message about levels of detail.
fn wait(game: &mut Game, name: &str) -> Vec<usize> {
    for _ in 0..3000 {
        game.update(1, STEP);
        let told = game.messages(MessageKind::Information, name);
        if told.iter().any(|it| it.contains("levels of detail")) {
            return levels(game);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no levels of detail");
}

/// Updates the game until a built-in body has all its levels.
fn wait_for_impostor(game: &mut Game) -> Vec<usize> {
    for _ in 0..3000 {
        game.update(1, STEP);
        let levels = levels(game);
        if levels.len() == 4 {
            return levels;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no impostor");
}

/// Its pictures take a fraction of a second, in which the game goes on.
#[test]
fn a_built_in_body_gets_its_impostor_while_the_flock_is_drawn() {
    let mut game = Game::new("moths", fish(30));
    *game.flock().shape = BodyShape::Butterfly;
    game.update(1, STEP);
    let at_once = levels(&mut game);
    let later = wait_for_impostor(&mut game);
    assert!(later.starts_with(&at_once[..3]), "{at_once:?} {later:?}");
    assert_eq!(later[3], 2);
    // Once it is computed, it is there at once, and the log has nothing to say.
    let mut other = Game::new("other moths", fish(3));
    *other.flock().shape = BodyShape::Butterfly;
    other.update(1, STEP);
    assert_eq!(levels(&mut other), later);
    for (game, name) in [(&mut game, "moths"), (&mut other, "other moths")] {
        let told = game.messages(MessageKind::Information, name);
        assert!(
            told.iter().all(|it| !it.contains("levels of detail")),
            "{told:?}"
        );
    }
}

#[test]
fn a_model_gets_coarser_levels_while_the_flock_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::new("larks", fish(30));
    let model = import(&game.engine, folder.path(), &bird());
    *game.flock().model = Some(model.clone());
    let still = wait(&mut game, "larks");
    // Three meshes and an impostor.
    println!("{still:?}");
    assert_eq!((still.len(), still.last()), (4, Some(&2)));
    assert!(still.is_sorted_by(|finer, coarser| finer > coarser));

    *game.flock().animation = ClipChoice::on();
    let playing = wait(&mut game, "larks");
    println!("{playing:?}");
    assert_eq!((playing.len(), playing.first()), (4, still.first()));

    // Another motion needs other pictures, and this one makes the wings stiffer.
    *game.flock().animation = ClipChoice::default();
    game.flock().body_motion.kind = MotionKind::Bird;
    println!("{:?}", wait(&mut game, "larks"));

    // A built-in body that replaces the model stays, also if the model's levels are done later.
    *game.flock().model = None;
    let built_in = wait_for_impostor(&mut game);
    *game.flock().model = Some(model);
    game.update(1, STEP);
    *game.flock().model = None;
    game.update(1, STEP);
    std::thread::sleep(Duration::from_millis(200));
    game.update(3, STEP);
    assert_eq!(levels(&mut game), built_in);
}

/// Updates the game until the body has the levels of detail that are wanted.
fn wait_for(game: &mut Game, is_wanted: impl Fn(&[usize]) -> bool) -> Vec<usize> {
    for _ in 0..3000 {
        game.update(1, STEP);
        let levels = levels(game);
        if is_wanted(&levels) {
            return levels;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("other levels of detail: {:?}", levels(game));
}

/// A model with only the wings of the bird, in a folder of its own.
fn small_model(game: &Game, folder: &Path, name: &str) -> ModelResource {
    let mut rig = bird();
    rig.parts.swap(0, 1);
    rig.parts.truncate(1);
    let folder = folder.join(name);
    fs::create_dir(&folder).unwrap();
    import(&game.engine, &folder, &rig)
}

#[test]
fn other_models_can_be_the_coarser_levels() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::new("gulls", fish(30));
    let model = import(&game.engine, folder.path(), &bird());
    *game.flock().model = Some(model.clone());
    let simplified = wait_for(&mut game, |levels| levels.len() == 4 && levels[0] == 432);

    let wings = small_model(&game, folder.path(), "wings");
    *game.flock().third_model = Some(wings.clone());
    let own = wait_for(&mut game, |levels| levels.len() == 4 && levels[2] == 192);
    println!("{simplified:?} {own:?}");
    assert_eq!((own[0], own[1], own[3]), (simplified[0], simplified[1], 2));
    assert!(game.reports("gulls").is_empty());

    // Without effect on clips; said once.
    *game.flock().animation = ClipChoice::on();
    wait_for(&mut game, |levels| levels.len() == 4 && levels[2] != 192);
    let errors = game.reports("gulls");
    assert!(
        errors.len() == 1 && errors[0].contains("animation"),
        "{errors:?}"
    );
    *game.flock().animation = ClipChoice::default();

    // One that is broken is named, and the others are drawn.
    let path = folder.path().join("broken.glb");
    fs::write(&path, "no model").unwrap();
    let broken = game.engine.resource_manager.request::<Model>(&path);
    *game.flock().second_model = Some(broken.clone());
    while broken.is_loading() {
        std::thread::sleep(Duration::from_millis(5));
    }
    wait_for(&mut game, |levels| levels == own);
    game.update(3, STEP);
    let errors = game.reports("gulls");
    let names = |error: &String| error.contains("second_model") && error.contains("broken.glb");
    assert!(errors.len() == 1 && errors.iter().any(names), "{errors:?}");
}
