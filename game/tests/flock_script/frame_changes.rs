//! Frames that are teleported, paused, restored, gone or wrong.

use crate::{
    effects::add_script,
    frames::{add_pivot, assert_inside, cart, game_with_tank, inhabitants, jump, place, travel},
    game::{engine, Game, STEP},
};
use fyrox::{
    core::{algebra::UnitQuaternion, log::MessageKind, pool::Handle},
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    saving::SceneSnapshot,
    scripts::{EffectShape, FlockLeader, FlockObstacle, FlockPerches, FlockPredator},
    sim::{influences::InfluenceKind, BoidId, Vec3},
};
use std::collections::HashMap;

/// The places of the boids in the frame of their flock. Boids are reordered in each step.
fn places(game: &mut Game) -> HashMap<BoidId, Vec3> {
    let flock = game.simulation();
    let inside = |place| flock.frame().point_to_frame(place);
    let places = flock.boids().map(|boid| (boid.id, inside(boid.position)));
    places.collect()
}

#[test]
fn a_teleported_node_takes_its_flock_along() {
    let (mut game, node) = game_with_tank("teleported", cart);
    travel(&mut game, node, 0.0, 30);
    let before = places(&mut game);
    jump(&mut game, node, 60.0);
    travel(&mut game, node, 60.0, 2);
    for (boid, after) in places(&mut game) {
        assert!((after - before[&boid]).norm() < 0.5);
    }
    assert_eq!(game.reports("teleported"), [] as [String; 0]);
}

#[test]
fn a_node_that_does_not_exist_is_the_world_and_said_once() {
    let mut scene = Scene::new();
    let ship = add_pivot(&mut scene, "Gone");
    let node = add_script(&mut scene, "left behind", inhabitants(ship), Vec3::zeros());
    place(&mut scene.graph, ship, 0.0);
    let mut game = Game::of_scene(engine(), scene, node);
    game.update(5, STEP);
    let said = game.messages(MessageKind::Error, "left behind");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("put its node below"), "{said:?}");
    let at = |game: &mut Game| {
        let places = game.simulation().boids().map(|boid| boid.position.norm());
        places.fold(0.0, f32::max)
    };
    assert!(
        at(&mut game) < 5.0,
        "the spawn region is that of the flock's node"
    );
    assert!(!game.simulation().frame().is_world());
    game.scene().graph.remove_node(ship);
    game.update(20, STEP);
    assert!(game.simulation().frame().is_world());
    assert!(at(&mut game) < 5.0);
    let said = game.messages(MessageKind::Error, "left behind");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("frame"), "{said:?}");
    game.flock().frame = Handle::NONE.into();
    game.update(2, STEP);
    assert!(game.flock().problems().is_empty());
}

#[test]
fn numbers_that_are_no_place_stop_nothing() {
    let (mut game, node) = game_with_tank("no place", cart);
    add_script(
        game.scene(),
        "Shark",
        FlockObstacle::default(),
        Vec3::zeros(),
    );
    travel(&mut game, node, 0.0, 10);
    for bad in [f32::NAN, f32::INFINITY, 1e30] {
        let transform = game.scene().graph[node].local_transform_mut();
        transform.set_position(Vec3::repeat(bad));
        game.update(3, STEP);
        let flock = game.simulation();
        assert!(flock
            .boids()
            .all(|boid| boid.position.iter().all(|x| x.is_finite())));
    }
    for distance in [f32::NAN, -1.0, f32::INFINITY] {
        game.flock().frame_jump = distance.into();
        jump(&mut game, node, 1.0);
        travel(&mut game, node, 1.0, 3);
    }
}

#[test]
fn another_frame_starts_the_flock_anew() {
    let (mut game, node) = game_with_tank("changes trains", cart);
    let other = cart(game.scene());
    travel(&mut game, node, 0.0, 30);
    game.flock().frame = other.into();
    let (at, flock) = (Vec3::new(-40.0, 0.0, 0.0), game.node);
    game.scene().graph[other]
        .local_transform_mut()
        .set_position(at);
    game.scene().graph.link_nodes(flock, other);
    game.update(4, STEP);
    assert!(game.simulation().statistics().steps <= 4);
    assert_eq!(game.simulation().geometry().triangle_count(), 72);
    game.update(60, STEP);
    assert_inside(&mut game, other);
}

/// Adds a leader outside of the frame, 1 m beside the node.
fn add_leader(game: &mut Game, node: Handle<Node>) {
    let place = **game.scene().graph[node].local_transform().position();
    let beside = place + Vec3::x();
    add_script(game.scene(), "Leader", FlockLeader::default(), beside);
}

fn leader_speed(game: &mut Game) -> f32 {
    let mut influences = game.simulation().influences();
    let speed = influences.find_map(|(_, influence)| match influence.kind {
        InfluenceKind::Leader { velocity, .. } => Some(velocity.norm()),
        _ => None,
    });
    speed.expect("there is a leader")
}

#[test]
fn a_leader_outside_has_no_speed_when_the_frame_turns_about() {
    let (mut game, node) = game_with_tank("turned about", cart);
    add_leader(&mut game, node);
    game.update(3, STEP);
    assert_eq!(leader_speed(&mut game), 0.0);
    let transform = game.scene().graph[node].local_transform_mut();
    transform.set_rotation(UnitQuaternion::from_euler_angles(0.2, 3.0, 0.1));
    for _ in 0..3 {
        game.update(1, STEP);
        assert!(leader_speed(&mut game) < 1e-3);
        assert_inside(&mut game, node);
    }
}

#[test]
fn a_leader_outside_has_no_speed_after_a_snapshot() {
    let (mut game, node) = game_with_tank("restored", cart);
    add_leader(&mut game, node);
    game.update(3, STEP);
    let snapshot = SceneSnapshot::take(&game.scene().graph);
    travel(&mut game, node, 0.0, 10);
    game.update(1, STEP);
    let graph = &mut game.scene().graph;
    place(graph, node, 0.0);
    snapshot.restore(graph).unwrap();
    game.update(1, STEP);
    assert!(leader_speed(&mut game) < 1e-3);
}

#[test]
fn a_frame_that_moves_while_the_flock_is_paused_was_teleported() {
    let (mut game, node) = game_with_tank("paused", cart);
    add_leader(&mut game, node);
    game.update(30, STEP);
    let before = places(&mut game);
    let flock = game.node;
    game.scene().graph[flock].set_enabled(false);
    game.update(2, STEP);
    place(&mut game.scene().graph, node, 0.4);
    game.update(2, STEP);
    game.scene().graph[flock].set_enabled(true);
    for _ in 0..3 {
        game.update(1, STEP);
        assert!(leader_speed(&mut game) < 1e-3);
    }
    assert_inside(&mut game, node);
    for (boid, after) in places(&mut game) {
        assert!((after - before[&boid]).norm() < 0.3);
    }
}

#[test]
fn perches_outside_of_the_frame_do_not_act() {
    let (mut game, node) = game_with_tank("roof", cart);
    let perches = FlockPerches::default();
    let inside = add_script(game.scene(), "In", perches.clone(), -Vec3::y());
    game.scene().graph.link_nodes(inside, node);
    let beside = **game.scene().graph[node].local_transform().position();
    add_script(game.scene(), "Out", perches, beside);
    game.update(2, STEP);
    let perches = |game: &mut Game| -> Vec<_> {
        let perches = game.simulation().perches();
        perches.map(|(id, _)| id).collect()
    };
    let before = perches(&mut game);
    assert_eq!(before.len(), 1);
    for frame in 1..=10 {
        place(&mut game.scene().graph, node, frame as f32 * STEP);
        game.update(1, STEP);
    }
    assert_eq!(perches(&mut game), before);
    assert_eq!(game.reports("roof"), [] as [String; 0]);
}

/// At a jump of the frame, what is below its node was taken along: only what is outside was
/// teleported.
#[test]
fn what_moves_inside_is_not_teleported_with_the_frame() {
    let (mut game, node) = game_with_tank("jumps along", cart);
    let small = FlockObstacle {
        shape: EffectShape::Sphere { radius: 0.1 }.into(),
        ..FlockObstacle::default()
    };
    let beside = **game.scene().graph[node].local_transform().position() + Vec3::y() * 20.0;
    let inside = [
        add_script(game.scene(), "Inside", small.clone(), Vec3::y()),
        add_script(game.scene(), "Pike", FlockPredator::default(), Vec3::y()),
    ];
    for it in inside {
        game.scene().graph.link_nodes(it, node);
    }
    add_script(game.scene(), "Outside", small, beside);
    add_script(game.scene(), "Gull", FlockPredator::default(), beside);
    travel(&mut game, node, 0.0, 10);
    let predators = |game: &mut Game| -> Vec<_> {
        let predators = game.simulation().predators();
        predators.map(|(id, _)| id).collect()
    };
    let before = predators(&mut game);
    assert_eq!(before.len(), 2);
    jump(&mut game, node, 60.0);
    game.flock().running_mut().unwrap().start_log();
    for it in inside {
        let transform = game.scene().graph[it].local_transform_mut();
        transform.set_position(Vec3::y() + Vec3::x() * 0.05);
    }
    game.update(1, STEP);
    let after = predators(&mut game);
    assert_eq!(after.len(), 2);
    let same = after.iter().filter(|id| before.contains(id));
    assert_eq!(same.count(), 1, "{before:?} {after:?}");
    let log = game.flock().running_mut().unwrap().take_log();
    let calls = |name: &str| {
        let calls = log.inputs().iter().map(|(_, call)| format!("{call:?}"));
        calls.filter(|call| call.starts_with(name)).count()
    };
    assert_eq!(calls("TeleportObstacle"), 1);
    assert_eq!(calls("MoveObstacle"), 1);
}

#[test]
fn a_flock_above_its_frame_is_said_once() {
    let mut scene = Scene::new();
    let node = add_script(
        &mut scene,
        "above",
        inhabitants(Handle::NONE),
        Vec3::zeros(),
    );
    let ship = add_pivot(&mut scene, "Below");
    scene.graph.link_nodes(ship, node);
    let mut game = Game::of_scene(engine(), scene, node);
    game.flock().frame = ship.into();
    game.update(5, STEP);
    let said = game.messages(MessageKind::Error, "above");
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(
        said[0].contains("its node is above the node in `frame`"),
        "{said:?}"
    );
    assert!(said[0].contains("put its node below that node"), "{said:?}");
    // The node of the frame itself moves with the frame.
    game.flock().frame = node.into();
    game.update(5, STEP);
    assert!(game.flock().problems().is_empty());
}
