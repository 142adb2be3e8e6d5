//! Flocks that play the animations of a model.

use crate::{
    clips::{bake, import},
    game::{fish, Game, STEP},
};
use flock_testkit::rigged::{bird::bird, Rig};
use fyrox::{
    asset::{event::ResourceEvent, untyped::UntypedResource},
    core::{futures::executor::block_on, log::MessageKind},
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{base::BaseBuilder, pivot::PivotBuilder},
};
use fyrox_flock::{
    render::{BakedClips, ClipBlend, ClipChoice, DrawnBody, FlockRenderer, ForwardAxis},
    Flock,
};
use std::{fs, path::Path, sync::mpsc::channel, time::Duration};

/// Updates the game until a flock's clips are baked.
pub fn wait(game: &mut Game) {
    for _ in 0..3000 {
        game.update(1, STEP);
        if game.flock().baking().is_none() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the clips are not ready");
}

fn drawn_radius(game: &mut Game) -> f32 {
    let nodes = game.scene().graph.linear_iter();
    let mut renderers = nodes.filter_map(|node| node.cast::<FlockRenderer>());
    renderers.next().unwrap().body().unwrap().radius()
}

#[test]
fn a_flock_plays_the_animations_of_its_model() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::new("birds", fish(30));
    game.update(1, STEP);
    let model = import(&game.engine, folder.path(), &bird());
    *game.flock().model = Some(model.clone());
    wait(&mut game);
    let at_rest = drawn_radius(&mut game);
    assert!(game.flock().playing().is_none(), "it is switched off");

    *game.flock().animation = ClipChoice::on();
    wait(&mut game);
    let playing = game.flock().playing().expect("the clips are baked");
    let names: Vec<&str> = playing.clips().iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["Flap", "Glide"]);
    let told = game.messages(MessageKind::Information, "birds");
    assert!(
        told.iter().any(|it| it.contains("plays \"Flap\"")),
        "{told:?}"
    );
    assert!(drawn_radius(&mut game) >= at_rest);

    // Another choice of the same clips does not bake again.
    game.flock().animation.blend = ClipBlend::Descent;
    wait(&mut game);
    assert!(game.flock().playing().is_some());

    game.flock().animation.first = "Dive".into();
    wait(&mut game);
    assert!(game.flock().playing().is_none());
    let errors = game.reports("birds");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("\"Dive\"") && errors[0].contains("Flap, Glide"));

    // A body without clips is still, before and after.
    assert!((drawn_radius(&mut game) - at_rest).abs() < 1e-6);
    game.flock().animation.enabled = false;
    wait(&mut game);
    assert!((drawn_radius(&mut game) - at_rest).abs() < 1e-6);
    assert!(game.reports("birds").is_empty());
}

/// The flocks of a scene.
fn flocks(game: &mut Game) -> Vec<&mut Flock> {
    let nodes = game.scene().graph.linear_iter_mut();
    nodes.filter_map(|node| node.try_get_script_mut()).collect()
}

fn wait_for_all(game: &mut Game) {
    wait(game);
    for _ in 0..1000 {
        game.update(1, STEP);
        if flocks(game).iter().all(|flock| flock.baking().is_none()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the clips are not ready");
}

/// Whether all flocks share the same clips object, and the number of flocks.
fn shared_clips(game: &mut Game) -> (bool, usize) {
    let flocks = flocks(game);
    let playing: Vec<_> = flocks
        .iter()
        .map(|flock| flock.playing().unwrap())
        .collect();
    let is_shared = playing.iter().all(|it| std::ptr::eq(*it, playing[0]));
    (is_shared, playing[0].clips().len())
}

#[test]
fn flocks_that_play_the_same_clips_share_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::with_scene("birds", fish(20), |scene| {
        let other = BaseBuilder::new().with_script(fish(10));
        PivotBuilder::new(other).build(&mut scene.graph);
    });
    let model = import(&game.engine, folder.path(), &bird());
    let play = |game: &mut Game, blends: [ClipBlend; 2]| {
        for (flock, blend) in flocks(game).into_iter().zip(blends) {
            *flock.model = Some(model.clone());
            *flock.animation = ClipChoice {
                blend,
                ..ClipChoice::on()
            };
        }
        wait_for_all(game);
        shared_clips(game)
    };
    assert_eq!(
        play(&mut game, [ClipBlend::Fast, ClipBlend::Standing]),
        (true, 2)
    );
    // The baked clips include the one clip.
    assert_eq!(
        play(&mut game, [ClipBlend::Never, ClipBlend::Never]),
        (true, 2)
    );

    // With another forward axis, the clips differ.
    *flocks(&mut game)[1].forward_axis = ForwardAxis::PlusX;
    wait_for_all(&mut game);
    assert!(!shared_clips(&mut game).0);
}

/// Exports a rig again and waits until the engine has read it.
pub fn export_again(game: &Game, model: &ModelResource, folder: &Path, rig: &Rig) {
    fs::write(folder.join("rig.glb"), rig.to_glb()).unwrap();
    reload(game, model.clone().into_untyped());
}

/// Waits until the engine has read the file of a resource again.
pub fn reload(game: &Game, resource: UntypedResource) {
    let (sender, events) = channel();
    let manager = &game.engine.resource_manager;
    manager.state().event_broadcaster.add(sender);
    manager.state().reload_resource(resource);
    let is_reloaded = |event| matches!(event, ResourceEvent::Reloaded(_));
    let event = events.recv_timeout(Duration::from_secs(60));
    assert!(is_reloaded(event.expect("the engine reads it")));
}

#[test]
fn a_model_that_is_exported_again_is_drawn_as_it_is_now() {
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::new("birds", fish(10));
    let model = import(&game.engine, folder.path(), &bird());
    *game.flock().model = Some(model.clone());
    wait(&mut game);
    let small = drawn_radius(&mut game);

    let mut large = bird();
    let vertices = large.parts.iter_mut().flat_map(|part| &mut part.vertices);
    vertices.for_each(|vertex| vertex.position *= 2.0);
    export_again(&game, &model, folder.path(), &large);
    wait(&mut game);
    let grown = drawn_radius(&mut game);
    assert!(
        (grown - 2.0 * small).abs() < 0.01 * small,
        "{small} {grown}"
    );

    *game.flock().animation = ClipChoice::on();
    wait(&mut game);
    let playing = drawn_radius(&mut game);
    let mut stiff = bird();
    stiff.clips.truncate(1);
    export_again(&game, &model, folder.path(), &stiff);
    wait(&mut game);
    assert_eq!(game.flock().playing().unwrap().clips().len(), 1);
    let shrunk = drawn_radius(&mut game);
    assert!(shrunk < 0.7 * playing, "{playing} {shrunk}");
}

#[test]
fn baked_clips_are_an_asset_that_is_used_as_long_as_it_fits() {
    use fyrox::asset::ResourceData;
    let folder = tempfile::tempdir().unwrap();
    let mut game = Game::new("baked", fish(10));
    let model = import(&game.engine, folder.path(), &bird());
    let choice = ClipChoice {
        blend: ClipBlend::Never,
        ..ClipChoice::on()
    };
    // More clips than the flock needs: if it loads the file, both are there.
    let both = ClipChoice::on();
    let mut baked = bake(&model, &both).unwrap();
    let path = folder.path().join("rig.glb.clips");
    baked.save(&path).unwrap();
    let resources = game.engine.resource_manager.clone();
    resources.update_or_load_registry();
    let file = block_on(resources.request::<BakedClips>(&path)).expect("the file is read");
    assert_eq!(file.data_ref().clips(), baked.clips());

    *game.flock().model = Some(model);
    *game.flock().animation = choice;
    *game.flock().baked_clips = Some(file);
    wait(&mut game);
    assert_eq!(game.flock().playing().unwrap().clips().len(), 2);

    // The first clip is that of the model, whatever the order in the file is.
    let glide_first = ClipChoice {
        first: "Glide".into(),
        ..both.clone()
    };
    let model = (*game.flock().model).clone().unwrap();
    let other_order = bake(&model, &glide_first).unwrap();
    assert_eq!(other_order.clips()[0].name, "Glide");
    let body = |choice| {
        let forward = ForwardAxis::PlusZ;
        DrawnBody::from_baked_model(&model, forward, &other_order, choice)
    };
    assert!(body(&both).is_ok());
    let only_glide = ClipChoice {
        blend: ClipBlend::Never,
        ..glide_first
    };
    let only_glide = bake(&model, &only_glide).unwrap();
    let error = DrawnBody::from_baked_model(&model, ForwardAxis::PlusZ, &only_glide, &both);
    assert!(error.is_err(), "Flap is not baked");

    // With another forward axis, the file does not match.
    *game.flock().forward_axis = ForwardAxis::PlusX;
    wait(&mut game);
    assert_eq!(game.flock().playing().unwrap().clips().len(), 1);

    fs::write(&path, b"FLKCLIP1 and nothing else").unwrap();
    let damaged = folder.path().join("damaged.clips");
    fs::copy(&path, &damaged).unwrap();
    resources.update_or_load_registry();
    let damaged = resources.request::<BakedClips>(&damaged);
    assert!(block_on(damaged.clone()).is_err());
    *game.flock().baked_clips = Some(damaged);
    wait(&mut game);
    assert!(game.flock().playing().is_some(), "they are baked anew");
}
