//! A game that is saved and loaded: flocks continue, and scripts find the items that they added.

use crate::{
    effects::add_script,
    game::{fish, Game, STEP},
    saving::load,
    solids::add_block,
};
use fyrox::{
    core::{log::MessageKind, pool::Handle, visitor::Visitor},
    graph::SceneGraph,
    scene::{node::Node, rigidbody::RigidBodyType, Scene},
};
use fyrox_flock::{
    scripts::{FlockEmitter, FlockObstacle, FlockPredator, FlockTarget},
    sim::{self, saving::Snapshot, Vec3},
    Flock,
};

/// One of each kind of script that adds an item, and a moving body.
fn furnish(scene: &mut Scene) {
    let at = |x: f32| Vec3::new(x, 40.0, 0.0);
    add_script(scene, "Target", FlockTarget::default(), at(-20.0));
    add_script(scene, "Predator", FlockPredator::default(), at(0.0));
    let emitter = add_script(scene, "Emitter", FlockEmitter::default(), Vec3::zeros());
    let script = scene.graph[emitter].try_get_script_mut::<FlockEmitter>();
    *script.unwrap().burst = 5;
    add_script(scene, "Gate", FlockObstacle::default(), at(60.0));
    add_script(scene, "Door", FlockObstacle::default(), at(20.0));
    let (body, _) = add_block(scene, at(40.0), Vec3::repeat(0.5));
    scene.graph[body].set_body_type(RigidBodyType::KinematicPositionBased);
}

fn find(game: &mut Game, name: &str) -> Handle<Node> {
    let found = game.scene().graph.find_by_name_from_root(name);
    found.expect("the node is there").0
}

fn switch(game: &mut Game, name: &str, is_on: bool) {
    let node = find(game, name);
    game.scene().graph[node].set_enabled(is_on);
    game.update(2, STEP);
}

/// Numbers of influences, predators, emitters and obstacles.
fn counts(game: &mut Game) -> [usize; 4] {
    let flock = game.simulation();
    [
        flock.influences().len(),
        flock.predators().len(),
        flock.emitters().len(),
        flock.obstacles().len(),
    ]
}

/// X of the obstacles, from left to right.
fn obstacles(game: &mut Game) -> Vec<f32> {
    let all = game.simulation().obstacles();
    let mut all: Vec<f32> = all.map(|(_, it)| it.placement.origin.x).collect();
    all.sort_by(f32::total_cmp);
    all
}

fn game() -> Game {
    let mut game = Game::with_scene("saved", fish(50), furnish);
    game.update(3, STEP);
    // So that its id differs from that in a new flock.
    switch(&mut game, "Gate", false);
    switch(&mut game, "Gate", true);
    game
}

fn move_to(game: &mut Game, name: &str, x: f32) {
    let node = find(game, name);
    let transform = game.scene().graph[node].local_transform_mut();
    transform.set_position(Vec3::new(x, 40.0, 0.0));
    game.update(2, STEP);
}

#[test]
fn a_flock_that_is_restored_has_everything_once() {
    for by_hand in [false, true] {
        let mut game = game();
        let all = counts(&mut game);
        assert_eq!(all, [1, 1, 1, 3]);
        let snapshot = game.simulation().snapshot();
        let boids = game.simulation().len();
        // Meanwhile one of them was replaced, and the predator was removed.
        switch(&mut game, "Door", false);
        switch(&mut game, "Door", true);
        switch(&mut game, "Predator", false);
        game.update(20, STEP);
        if by_hand {
            let running = game.flock().running_mut().unwrap();
            *running = sim::Flock::restore(&snapshot, running.geometry().clone()).unwrap();
        } else {
            game.flock().restore(&snapshot).unwrap();
        }
        game.update(1, STEP);
        assert_eq!(counts(&mut game), [1, 0, 1, 3], "{by_hand}");
        // The emitter has not burst again.
        assert_eq!(game.simulation().len(), boids);
        move_to(&mut game, "Door", 25.0);
        move_to(&mut game, "Gate", 70.0);
        assert_eq!(obstacles(&mut game), [25.0, 40.0, 70.0]);
        switch(&mut game, "Predator", true);
        switch(&mut game, "Gate", false);
        assert_eq!(counts(&mut game), [1, 1, 1, 2]);
        assert_eq!(game.reports("saved"), [] as [String; 0]);
    }
}

#[test]
fn what_the_game_added_itself_stays() {
    let mut game = game();
    let mine = sim::obstacles::MovingObstacle {
        shape: sim::obstacles::ObstacleShape::Sphere { radius: 1.0 },
        placement: sim::Placement {
            origin: Vec3::y() * -50.0,
            ..Default::default()
        },
    };
    let flock = game.flock().running_mut().unwrap();
    let id = flock.add_obstacle(mine).unwrap();
    assert!(flock.set_tag(id, Some(7)));
    let snapshot = flock.snapshot();
    game.flock().restore(&snapshot).unwrap();
    game.update(3, STEP);
    assert_eq!(counts(&mut game), [1, 1, 1, 4]);
    assert_eq!(game.simulation().tag(id), Some(7));
}

/// The recipe of [`Flock::restore`]: the scene and the snapshots of its flocks are saved and
/// loaded.
#[test]
fn a_scene_is_saved_and_loaded_with_its_flock() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let mut saved = game();
    saved.update(30, STEP);
    let node = saved.node;
    let name = saved.scene().graph[node].instance_id();
    let snapshot = ron::to_string(&saved.simulation().snapshot()).unwrap();
    let mut visitor = Visitor::new();
    saved.scene().save("Scene", &mut visitor).unwrap();
    let file = folder.path().join("game.rgs");
    visitor.save_ascii_to_file(&file).unwrap();

    let (engine, mut scene) = load(&file);
    let nodes = scene.graph.pair_iter();
    let mut flocks = nodes.filter(|(_, node)| node.instance_id() == name);
    let (node, _) = flocks.next().expect("the flock is there");
    drop(flocks);
    let snapshot: Snapshot = ron::from_str(&snapshot).unwrap();
    let script = scene.graph[node].try_get_script_mut::<Flock>().unwrap();
    script.restore(&snapshot).unwrap();
    let mut game = Game::of_scene(engine, scene, node);
    // The script starts, without a step.
    game.update(1, 0.0);
    let time = saved.simulation().time();
    assert_eq!(game.simulation().time(), time);
    assert_eq!(counts(&mut game), [1, 1, 1, 3]);
    // Both continue in the same way.
    for _ in 0..20 {
        game.update(1, STEP);
        saved.update(1, STEP);
        assert_eq!(
            game.simulation().state_hash(),
            saved.simulation().state_hash()
        );
    }
}

#[test]
fn a_snapshot_that_cannot_be_is_refused_and_the_flock_starts_anew() {
    let mut game = Game::new("broken", fish(50));
    game.update(1, STEP);
    let text = ron::to_string(&game.simulation().snapshot()).unwrap();
    let broken = text.replacen("time:0.01", "time:-1.01", 1);
    assert_ne!(text, broken);
    let snapshot: Snapshot = ron::from_str(&broken).unwrap();
    assert!(game.flock().restore(&snapshot).is_err());
    assert_eq!(game.simulation().len(), 50);
    let mut script = fish(20);
    script.restore(&snapshot).unwrap();
    let mut game = Game::new("anew", script);
    game.update(1, STEP);
    assert_eq!(game.simulation().len(), 20);
    let said = game.messages_with(MessageKind::Error, "it starts anew");
    assert_eq!(said.len(), 1, "{said:?}");
}

/// Copies of a node have the same saved id.
#[test]
fn copies_of_an_obstacle_are_obstacles_of_their_own() {
    let mut game = game();
    let door = find(&mut game, "Door");
    let graph = &mut game.scene().graph;
    let (copy, _) = graph.copy_node_inplace(door, &mut |_, _| true);
    assert_eq!(graph[copy].instance_id(), graph[door].instance_id());
    graph[copy].set_name("Copy");
    game.update(2, STEP);
    move_to(&mut game, "Copy", 30.0);
    assert_eq!(obstacles(&mut game), [20.0, 30.0, 40.0, 60.0]);
    let snapshot = game.simulation().snapshot();
    game.flock().restore(&snapshot).unwrap();
    game.update(2, STEP);
    move_to(&mut game, "Door", 25.0);
    assert_eq!(obstacles(&mut game), [25.0, 30.0, 40.0, 60.0]);
    switch(&mut game, "Copy", false);
    assert_eq!(obstacles(&mut game), [25.0, 40.0, 60.0]);
}

#[test]
fn a_restored_flock_has_what_moved_since_where_it_is_now() {
    let mut game = game();
    let target = |game: &mut Game| {
        let influence = game.simulation().influences().next().unwrap().1.clone();
        match influence.kind {
            sim::influences::InfluenceKind::Target { point, .. } => point.x,
            other => panic!("{other:?}"),
        }
    };
    let snapshot = game.simulation().snapshot();
    move_to(&mut game, "Target", -30.0);
    move_to(&mut game, "Door", 25.0);
    game.flock().restore(&snapshot).unwrap();
    game.update(2, STEP);
    assert_eq!(target(&mut game), -30.0);
    assert_eq!(obstacles(&mut game), [25.0, 40.0, 60.0]);
}
