//! Levels of detail of models.

use crate::{
    clips::import,
    game::{fish, Game, STEP},
};
use flock_testkit::rigged::bird::bird;
use fyrox::core::log::MessageKind;
use fyrox_flock::render::{ClipChoice, FlockRenderer, MotionKind};
use std::time::Duration;

/// The triangles of the body at each level of detail.
fn levels(game: &mut Game) -> Vec<usize> {
    let nodes = game.scene().graph.linear_iter();
    let mut renderers = nodes.filter_map(|node| node.cast::<FlockRenderer>());
    let body = renderers.next().unwrap().body().unwrap();
    body.triangles_of_levels().collect()
}

/// Updates the game until the log has a message about levels of detail.
fn wait(game: &mut Game) -> Vec<usize> {
    for _ in 0..3000 {
        game.update(1, STEP);
        let told = game.messages(MessageKind::Information, "birds");
        if told.iter().any(|it| it.contains("levels of detail")) {
            return levels(game);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no levels of detail");
}

#[test]
fn a_model_gets_coarser_levels_while_the_flock_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::new("birds", fish(30));
    let model = import(&game.engine, folder.path(), &bird());
    *game.flock().model = Some(model.clone());
    let still = wait(&mut game);
    // Three meshes and an impostor.
    println!("{still:?}");
    assert_eq!((still.len(), still.last()), (4, Some(&2)));
    assert!(still.is_sorted_by(|finer, coarser| finer > coarser));

    *game.flock().animation = ClipChoice::on();
    let playing = wait(&mut game);
    println!("{playing:?}");
    assert_eq!((playing.len(), playing.first()), (4, still.first()));

    // Another motion needs other pictures, and this one makes the wings stiffer.
    *game.flock().animation = ClipChoice::default();
    game.flock().body_motion.kind = MotionKind::Bird;
    println!("{:?}", wait(&mut game));

    // A built-in body that replaces the model stays, also if the model's levels are done later.
    *game.flock().model = None;
    game.update(1, STEP);
    let built_in = levels(&mut game);
    *game.flock().model = Some(model);
    game.update(1, STEP);
    *game.flock().model = None;
    game.update(1, STEP);
    std::thread::sleep(Duration::from_millis(200));
    game.update(3, STEP);
    assert_eq!(levels(&mut game), built_in);
}
