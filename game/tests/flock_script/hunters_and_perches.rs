//! The scripts of hunters and perches, and cameras as viewers: what they do is measured in the boids.

use crate::{
    effects::{errors, game_with, set_position},
    game::{Game, STEP},
    obstacles::add_box,
    world::idle,
};
use fyrox::{
    core::log::MessageKind,
    graph::SceneGraph,
    scene::{base::BaseBuilder, camera::CameraBuilder, transform::TransformBuilder},
};
use fyrox_flock::{sim::Vec3, FlockHunter, FlockPerches};
use std::{thread::sleep, time::Duration};

#[test]
fn boids_flee_from_a_hunter_that_the_game_moves() {
    let start = Vec3::new(-4.0, 0.0, 0.0);
    let (mut game, shark) = game_with("shark", FlockHunter::default(), start);
    game.change(|settings| settings.fear.enabled = true);
    game.update(1, STEP);
    let before = game.simulation().len();
    let mut place = start;
    let mut nearest = f32::MAX;
    for _ in 0..240 {
        place.x += 2.0 * STEP;
        set_position(&mut game, shark, place);
        game.update(1, STEP);
        let boids = game.simulation().boids();
        let distances = boids.map(|boid| (boid.position - place).norm());
        nearest = distances.fold(nearest, f32::min);
    }
    assert_eq!(game.simulation().hunters().len(), 1);
    assert_eq!(game.simulation().len(), before);
    let near = game.simulation().in_sphere(Vec3::zeros(), 1.0).count();
    assert!(
        near < before / 2,
        "{near} of {before} stayed, nearest {nearest}"
    );
    game.scene().graph.remove_node(shark);
    game.update(1, STEP);
    assert_eq!(game.simulation().hunters().len(), 0);
}

/// A flock around a block, the top of which is an area of perches.
fn beside_block(script: FlockPerches) -> Game {
    let mut flock = idle(60);
    flock.wander.enabled = true;
    flock.motion.max_speed = 3.0;
    flock.spawn.region = fyrox_flock::sim::Region::Sphere {
        center: Vec3::new(0.0, 4.0, 0.0),
        radius: 1.0,
    };
    Game::with_scene("starlings", flock, |scene| {
        add_box(scene, 2.0, false);
        crate::effects::add_script(scene, "roof", script, Vec3::zeros());
    })
}

#[test]
fn boids_land_on_perches_and_rise_when_the_script_goes() {
    let script = FlockPerches {
        landings: 2.0.into(),
        shortest_stay: 1000.0.into(),
        longest_stay: 1000.0.into(),
        ..FlockPerches::default()
    };
    let mut game = beside_block(script);
    game.update(600, STEP);
    let flock = game.simulation();
    let (perch, _) = flock.perches().next().expect("a perch");
    let standing = flock.perch_use(perch).unwrap().taken;
    assert!(standing > 20, "{standing}");
    let on_top = |place: Vec3| (place.y - 2.0).abs() < 0.2;
    let loose = flock
        .loose_boids()
        .filter(|boid| flock.perched_on(boid.id).is_some());
    assert!(loose.map(|boid| boid.position).all(on_top));
    let graph = &mut game.scene().graph;
    let roof = graph
        .pair_iter()
        .find(|(_, node)| node.name() == "roof")
        .unwrap()
        .0;
    graph.remove_node(roof);
    game.update(240, STEP);
    assert_eq!(game.simulation().len(), 60);
}

#[test]
fn perches_without_a_surface_are_said_once_and_found_when_it_comes() {
    let mut flock = idle(20);
    flock.wander.enabled = true;
    let mut game = Game::with_scene("bare", flock, |scene| {
        let script = FlockPerches::default();
        crate::effects::add_script(scene, "ledge", script, Vec3::zeros());
    });
    game.update(10, STEP);
    let said = |game: &Game| game.messages_with(MessageKind::Error, "Flock Perches of node ledge");
    assert_eq!(said(&game).len(), 1, "{:?}", said(&game));
    assert_eq!(game.simulation().perches().len(), 0);
    add_box(game.scene(), 2.0, false);
    // The geometry is built on another thread.
    for _ in 0..1000 {
        game.update(1, STEP);
        if game.simulation().perches().len() > 0 {
            break;
        }
        sleep(Duration::from_millis(5));
    }
    let perches = game.simulation().perches();
    let spots: usize = perches.map(|(_, perch)| perch.spots.len()).sum();
    assert!(spots > 20, "{spots}");
    assert!(said(&game).is_empty());
}

#[test]
fn perches_out_of_range_are_said_once() {
    let script = FlockPerches {
        shortest_stay: 30.0.into(),
        ..FlockPerches::default()
    };
    let mut game = beside_block(script);
    game.update(10, STEP);
    let errors = errors(&game, "roof");
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].contains("perch.stay[1] is 20; allowed: 30 to"),
        "{errors:?}"
    );
}

#[test]
fn boids_far_from_the_camera_steer_less_often() {
    let mut flock = idle(60);
    flock.detail.enabled = true;
    let mut game = Game::with_scene("far", flock, |scene| {
        let place = TransformBuilder::new().with_local_position(Vec3::z() * -100.0);
        let base = BaseBuilder::new().with_local_transform(place.build());
        CameraBuilder::new(base).build(&mut scene.graph);
    });
    game.update(20, STEP);
    assert_eq!(game.simulation().viewers().len(), 1);
    assert_eq!(game.simulation().detail_levels(), [0, 0, 60, 0, 0]);
}
