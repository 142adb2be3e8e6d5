//! The effects on the flocks of a scene that is saved and loaded, or restored.

use crate::{
    effects::{add_script, set_position},
    frames::{cart, game_with_tank, place},
    game::{fish, Game, STEP},
    scene_snapshot::{hash, save_and_load},
    solids::add_box_mesh,
    world::idle,
};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder, Scene},
    script::ScriptTrait,
};
use fyrox_flock::{
    saving::SceneSnapshot,
    scripts::{
        EffectShape, FlockLeader, FlockObstacle, FlockPredator, FlockTarget, FlockVolume,
        FlockWind, Strength,
    },
    sim::{
        self, events::EventMask, influences::InfluenceKind, threats::Predator, wind::Wind, Vec3,
    },
};
use std::thread::yield_now;

/// Adds a node with three scripts: of an obstacle, a predator and a leader.
fn add_shark(scene: &mut Scene, at: Vec3) -> Handle<Node> {
    let shark = add_script(scene, "Shark", FlockObstacle::default(), at);
    scene.graph[shark].add_script(FlockPredator::default());
    scene.graph[shark].add_script(FlockLeader {
        strength: Strength {
            reach: 100.0,
            ..Strength::default()
        }
        .into(),
        ..FlockLeader::default()
    });
    shark
}

fn with_shark(name: &str) -> (Game, Handle<Node>) {
    let mut shark = Handle::NONE;
    let mut game = Game::with_scene(name, fish(50), |scene| {
        shark = add_shark(scene, Vec3::x() * -6.0);
    });
    game.change(|settings| settings.fear.enabled = true);
    (game, shark)
}

/// Moves a node along X.
fn move_on(game: &mut Game, node: Handle<Node>, by: f32) {
    let place = **game.scene().graph[node].local_transform().position();
    set_position(game, node, place + Vec3::x() * by);
}

fn script<S: ScriptTrait>(game: &mut Game, node: Handle<Node>) -> &mut S {
    let script = game.scene().graph[node].try_get_script_mut::<S>();
    script.expect("the node has the script")
}

fn predator(game: &mut Game) -> Predator {
    let mut predators = game.simulation().predators();
    *predators.next().expect("there is a predator").1
}

fn leader_velocity(game: &mut Game) -> Vec3 {
    let mut influences = game.simulation().influences();
    match influences.next().expect("there is a leader").1.kind {
        InfluenceKind::Leader { velocity, .. } => velocity,
        ref other => panic!("{other:?}"),
    }
}

/// The game of a scene that is saved and loaded, and both games after a frame in which no node
/// moves: the scripts of the loaded game start in it.
fn load_and_start(saved: &mut Game) -> Game {
    let mut game = save_and_load(saved);
    game.update(1, STEP);
    saved.update(1, STEP);
    assert_eq!(hash(&mut game), hash(saved));
    game
}

/// Takes a snapshot of the scene, and restores it after a change and some frames.
fn go_back(game: &mut Game, change: impl FnOnce(&mut Game)) {
    let snapshot = SceneSnapshot::take(&game.scene().graph);
    change(game);
    game.update(5, STEP);
    snapshot.restore(&mut game.scene().graph).unwrap();
}

#[test]
fn nodes_go_on_as_they_moved() {
    let (mut saved, shark) = with_shark("moves");
    let frame = |game: &mut Game| {
        move_on(game, shark, 0.1);
        game.update(1, STEP);
        hash(game)
    };
    (0..30).for_each(|_| _ = frame(&mut saved));
    assert!((leader_velocity(&mut saved).x - 6.0).abs() < 0.01);
    let mut game = load_and_start(&mut saved);
    for _ in 0..20 {
        assert_eq!(frame(&mut game), frame(&mut saved));
    }
    assert_eq!(game.reports("moves"), [] as [String; 0]);
}

#[test]
fn nodes_go_on_as_they_moved_in_the_frames_of_others() {
    let (mut saved, cart) = game_with_tank("moves in a frame", cart);
    let target = add_script(saved.scene(), "Out", FlockTarget::default(), Vec3::zeros());
    let frame = |number: usize, game: &mut Game| {
        place(&mut game.scene().graph, cart, number as f32 * STEP);
        set_position(game, target, Vec3::x() * (0.1 * number as f32));
        game.update(1, STEP);
        hash(game)
    };
    (0..30).for_each(|number| _ = frame(number, &mut saved));
    let target_motion = saved.simulation().influences().next().unwrap().1.motion;
    assert!(target_motion.velocity.norm() > 100.0);
    let mut game = save_and_load(&mut saved);
    // The engine normalizes the rotations that it loads, which changes their last bits.
    let last = 29.0 * STEP;
    place(&mut game.scene().graph, cart, last);
    for game in [&mut game, &mut saved] {
        game.update(1, STEP);
    }
    assert_eq!(hash(&mut game), hash(&mut saved));
    for number in 30..50 {
        assert_eq!(
            frame(number, &mut game),
            frame(number, &mut saved),
            "{number}"
        );
    }
}

#[test]
fn a_running_scene_goes_back_to_how_its_nodes_moved() {
    let (mut game, shark) = with_shark("back");
    let frames = |game: &mut Game| -> Vec<u64> {
        let frame = |_| {
            move_on(game, shark, 0.1);
            game.update(1, STEP);
            hash(game)
        };
        (0..20).map(frame).collect()
    };
    frames(&mut game);
    let place = **game.scene().graph[shark].local_transform().position();
    let snapshot = SceneSnapshot::take(&game.scene().graph);
    let expected = frames(&mut game);
    set_position(&mut game, shark, place);
    snapshot.restore(&mut game.scene().graph).unwrap();
    assert_eq!(frames(&mut game), expected);
    // A node at another place counts as teleported.
    snapshot.restore(&mut game.scene().graph).unwrap();
    game.update(1, STEP);
    assert_eq!(leader_velocity(&mut game), Vec3::zeros());
    assert_eq!(predator(&mut game).velocity, Vec3::zeros());
}

#[test]
fn what_is_put_has_no_velocity() {
    let (mut game, shark) = with_shark("put");
    game.update(2, STEP);
    // The engine updates the transforms of nodes after the scripts of a frame.
    let speeds = |game: &mut Game| {
        move_on(game, shark, 0.5);
        game.update(2, STEP);
        [predator(game).velocity, leader_velocity(game)].map(|it| it.norm().round())
    };
    assert_eq!(speeds(&mut game), [30.0; 2]);
    for frames_before in [0, 3] {
        script::<FlockObstacle>(&mut game, shark).put();
        game.update(frames_before, STEP);
        assert_eq!(speeds(&mut game), [0.0; 2]);
        assert_eq!(speeds(&mut game), [30.0; 2]);
    }
    assert_eq!(game.simulation().predators().len(), 1);
}

/// The mesh of a volume is computed in the background, which takes any number of frames.
#[test]
fn a_volume_stays_while_its_mesh_is_computed() {
    let mut saved = Game::with_scene("volume", fish(50), |scene| {
        let node = add_box_mesh(scene, 2.0, false);
        let volume = FlockVolume {
            shape: EffectShape::Mesh { node }.into(),
            ..FlockVolume::default()
        };
        add_script(scene, "Volume", volume, Vec3::zeros());
        add_script(scene, "Target", FlockTarget::default(), Vec3::x());
    });
    saved.update(1, 0.0);
    while saved.simulation().influences().len() < 2 {
        yield_now();
        saved.update(1, 0.0);
    }
    saved.update(10, STEP);
    let mut game = save_and_load(&mut saved);
    for _ in 0..20 {
        game.update(1, STEP);
        saved.update(1, STEP);
        assert_eq!(game.simulation().influences().len(), 2);
        assert_eq!(hash(&mut game), hash(&mut saved));
    }
    let (volume, _) = game.scene().graph.find_by_name_from_root("Volume").unwrap();
    game.scene().graph.remove_node(volume);
    game.update(1, STEP);
    assert_eq!(game.simulation().influences().len(), 1);
}

#[test]
fn the_wind_of_a_script_that_is_gone_does_not_come_back() {
    let mut wind = Handle::NONE;
    let script = FlockWind {
        speed: 2.5.into(),
        ..FlockWind::default()
    };
    let mut game = Game::with_scene("wind", idle(20), |scene| {
        wind = add_script(scene, "Wind", script, Vec3::zeros());
    });
    game.update(2, STEP);
    let blown = *game.simulation().wind();
    assert_ne!(blown, Wind::default());
    go_back(&mut game, |_| ());
    game.update(1, STEP);
    assert_eq!(*game.simulation().wind(), blown);
    go_back(&mut game, |game| game.scene().graph.remove_node(wind));
    game.update(1, STEP);
    assert_eq!(*game.simulation().wind(), Wind::default());

    // The item of the game itself does.
    let flock = game.flock().running_mut().unwrap();
    flock.set_wind(blown).unwrap();
    go_back(&mut game, |game| {
        let flock = game.flock().running_mut().unwrap();
        flock.set_wind(Wind::default()).unwrap();
    });
    game.update(2, STEP);
    assert_eq!(*game.simulation().wind(), blown);
}

#[test]
fn kinds_of_events_that_are_off_stay_off() {
    let mut game = Game::new("events", fish(5));
    game.flock().events.killed = true;
    game.update(1, STEP);
    assert_eq!(game.simulation().events(), EventMask::KILLED);
    go_back(&mut game, |game| game.flock().events.killed = false);
    game.update(1, STEP);
    assert_eq!(game.simulation().events(), EventMask::NONE);
    go_back(&mut game, |game| game.flock().events.killed = true);
    game.update(1, STEP);
    assert_eq!(game.simulation().events(), EventMask::KILLED);
}

/// By a snapshot, or by assigning an old simulation.
#[test]
fn a_simulation_of_before_gets_the_scene_of_now() {
    for by_hand in [false, true] {
        let mut target = Handle::NONE;
        let mut game = Game::with_scene("before", fish(20), |scene| {
            target = add_script(scene, "Target", FlockTarget::default(), Vec3::x());
        });
        game.update(2, STEP);
        let snapshot = game.simulation().snapshot();
        set_position(&mut game, target, Vec3::x() * 5.0);
        game.change(|settings| settings.cohesion.weight = 0.25);
        let node = game.node;
        set_position(&mut game, node, Vec3::y());
        game.flock().events.killed = true;
        game.update(2, STEP);
        match by_hand {
            false => game.flock().restore(&snapshot).unwrap(),
            true => {
                let running = game.flock().running_mut().unwrap();
                *running = sim::Flock::restore(&snapshot, running.geometry().clone()).unwrap();
            }
        }
        game.update(1, STEP);
        let flock = game.simulation();
        let influences: Vec<_> = flock.influences().collect();
        let [(_, influence)] = influences[..] else {
            panic!("{influences:?}");
        };
        let InfluenceKind::Target { point, .. } = influence.kind else {
            panic!("{influence:?}");
        };
        assert_eq!(point, Vec3::x() * 5.0, "{by_hand}");
        assert_eq!(flock.settings().cohesion.weight, 0.25, "{by_hand}");
        assert_eq!(flock.placement().origin, Vec3::y(), "{by_hand}");
        assert_eq!(flock.events(), EventMask::KILLED, "{by_hand}");
    }
}

/// Copies of a node have the same saved id.
#[test]
fn copies_of_a_node_move_on_their_own() {
    let (mut saved, shark) = with_shark("copies");
    let graph = &mut saved.scene().graph;
    let (copy, _) = graph.copy_node_inplace(shark, &mut |_, _| true);
    set_position(&mut saved, copy, Vec3::x() * 6.0);
    // A node without an effect comes between them.
    PivotBuilder::new(BaseBuilder::new()).build(&mut saved.scene().graph);
    let ways = [(shark, 0.1), (copy, -0.05)];
    let frame = |game: &mut Game| {
        ways.iter().for_each(|(node, by)| move_on(game, *node, *by));
        game.update(1, STEP);
        hash(game)
    };
    (0..20).for_each(|_| _ = frame(&mut saved));
    let mut game = load_and_start(&mut saved);
    for _ in 0..10 {
        assert_eq!(frame(&mut game), frame(&mut saved));
    }
}
