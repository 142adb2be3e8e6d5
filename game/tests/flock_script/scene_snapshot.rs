//! All flocks of a scene in one snapshot: boids, relations and hunts.

use crate::{
    effects::add_script,
    game::{Game, STEP},
    saving::load,
    world::{add_flock, running},
};
use fyrox::{
    core::{pool::Handle, visitor::Visitor},
    engine::Engine,
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    relations::{FlockPursuit, FlockRelation},
    saving::{scene_state_hash, SceneSnapshot, SceneSnapshotError},
    scripts::FlockTarget,
    sim::{
        settings::{Catch, Region},
        world::{HuntPhase, RelationKind},
        Settings, Vec3,
    },
    Flock,
};

/// A flock that soon attacks. Catches are only reported, so no boid is lost.
fn hawks(seed: u32) -> Flock {
    let mut settings = Settings::default();
    (settings.spawn.count, settings.spawn.seed) = (12, seed);
    settings.spawn.region = Region::sphere(1.5);
    settings.cohesion.enabled = false;
    settings.alignment.enabled = false;
    (settings.motion.max_speed, settings.motion.max_acceleration) = (1.6, 8.0);
    let hunting = &mut settings.hunting;
    (hunting.enabled, hunting.catch) = (true, Catch::Report);
    (hunting.rest_time, hunting.shadow_time) = (0.5, 0.5);
    (hunting.shadow_distance, hunting.handling_time) = (1.0, 1.0);
    (hunting.attack_time, hunting.retreat_time) = (2.0, 0.5);
    Flock::new(settings)
}

pub fn script(game: &mut Game, node: Handle<Node>) -> &mut Flock {
    let script = game.scene().graph[node].try_get_script_mut::<Flock>();
    script.expect("the node carries the script")
}

pub fn add_relation(game: &mut Game, of: Handle<Node>, to: Handle<Node>, kind: RelationKind) {
    let relation = FlockRelation {
        flock: to,
        kind,
        weight: 8.0,
        radius: 8.0,
    };
    let relations = &mut script(game, of).relations;
    relations.push(relation);
}

/// The hunting states of a flock's boids.
pub fn pursuits(game: &mut Game, node: Handle<Node>) -> Vec<FlockPursuit> {
    let all = script(game, node).pursuits().into_iter();
    all.map(|(_, pursuit)| pursuit).collect()
}

/// The states of two flocks, and the hunting states of their boids.
pub fn states(game: &mut Game, nodes: [Handle<Node>; 2]) -> [(u64, Vec<FlockPursuit>); 2] {
    nodes.map(|node| (running(game, node).state_hash(), pursuits(game, node)))
}

fn attacks(game: &mut Game, node: Handle<Node>) -> usize {
    let all = pursuits(game, node).into_iter();
    all.filter(|it| it.phase == HuntPhase::Attack).count()
}

/// Two flocks that are hunting each other.
pub fn hunt(name: &str) -> (Game, [Handle<Node>; 2]) {
    let mut crows = Handle::NONE;
    let mut game = Game::with_scene(name, hawks(1), |scene| {
        crows = add_flock(scene, "Crows", hawks(2), Vec3::zeros());
        let at = Vec3::new(0.0, 1.0, 0.0);
        add_script(scene, "Target", FlockTarget::default(), at);
    });
    let nodes = [game.node, crows];
    add_relation(&mut game, nodes[0], nodes[1], RelationKind::Hunt);
    add_relation(&mut game, nodes[1], nodes[0], RelationKind::Hunt);
    until_attack(&mut game, nodes[0]);
    (game, nodes)
}

fn until_attack(game: &mut Game, node: Handle<Node>) {
    for _ in 0..600 {
        game.update(1, STEP);
        if attacks(game, node) > 0 {
            return;
        }
    }
    panic!("nobody attacks");
}

pub fn hash(game: &mut Game) -> u64 {
    scene_state_hash(&game.scene().graph)
}

/// The hashes of the next `frames` frames.
fn hashes(game: &mut Game, frames: usize) -> Vec<u64> {
    let frame = |_| {
        game.update(1, STEP);
        hash(game)
    };
    (0..frames).map(frame).collect()
}

/// A scene that was saved and loaded. Its scripts have not started, and nodes keep their handles.
fn loaded(saved: &mut Game) -> (Engine, Scene) {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let mut visitor = Visitor::new();
    saved.scene().save("Scene", &mut visitor).unwrap();
    let file = folder.path().join("game.rgs");
    visitor.save_ascii_to_file(&file).unwrap();
    load(&file)
}

/// The game of a scene that is saved and loaded, with the snapshot of its flocks.
pub fn save_and_load(saved: &mut Game) -> Game {
    let snapshot = SceneSnapshot::take(&saved.scene().graph);
    let snapshot = ron::to_string(&snapshot).unwrap();
    let (engine, mut scene) = loaded(saved);
    let snapshot: SceneSnapshot = ron::from_str(&snapshot).unwrap();
    snapshot.restore(&mut scene.graph).unwrap();
    Game::of_scene(engine, scene, saved.node)
}

/// The same game after its scripts have started, without a step.
fn save_and_start(saved: &mut Game) -> Game {
    let mut game = save_and_load(saved);
    game.update(1, 0.0);
    game
}

#[test]
fn a_scene_that_is_saved_and_loaded_goes_on_with_the_same_bits() {
    let (mut saved, nodes) = hunt("saved scene");
    let mut game = save_and_start(&mut saved);
    assert_eq!(hash(&mut game), hash(&mut saved));
    for node in nodes {
        assert_eq!(pursuits(&mut game, node), pursuits(&mut saved, node));
    }
    for _ in 0..20 {
        game.update(1, STEP);
        saved.update(1, STEP);
        assert_eq!(hash(&mut game), hash(&mut saved));
    }
    assert_eq!(game.reports("saved scene"), [] as [String; 0]);
}

/// The order of the flocks in their world decides who chooses prey first.
#[test]
fn flocks_that_were_related_late_come_late_again() {
    let mut early = Handle::NONE;
    let mut crows = Handle::NONE;
    let mut saved = Game::with_scene("late", hawks(1), |scene| {
        early = add_flock(scene, "Early", hawks(3), Vec3::zeros());
        crows = add_flock(scene, "Crows", hawks(2), Vec3::zeros());
    });
    let node = saved.node;
    add_relation(&mut saved, node, crows, RelationKind::Hunt);
    saved.update(5, STEP);
    add_relation(&mut saved, crows, early, RelationKind::Hunt);
    add_relation(&mut saved, early, node, RelationKind::Hunt);
    until_attack(&mut saved, early);
    let mut game = save_and_start(&mut saved);
    assert_eq!(hash(&mut game), hash(&mut saved));
    assert_eq!(hashes(&mut game, 60), hashes(&mut saved, 60));
}

#[test]
fn a_running_scene_goes_back_with_its_relations() {
    let (mut game, nodes) = hunt("back");
    let snapshot = SceneSnapshot::take(&game.scene().graph);
    assert_eq!(snapshot.len(), 2);
    let before = hash(&mut game);
    let expected = hashes(&mut game, 20);
    assert!(!expected.contains(&before));

    script(&mut game, nodes[1]).relations.clear();
    game.update(10, STEP);
    assert!(pursuits(&mut game, nodes[1]).is_empty());
    snapshot.restore(&mut game.scene().graph).unwrap();
    assert_eq!(script(&mut game, nodes[1]).relations.len(), 1);
    assert_eq!(hash(&mut game), before);
    assert_eq!(hashes(&mut game, 20), expected);
    assert_eq!(game.reports("back"), [] as [String; 0]);
}

#[test]
fn a_flock_that_is_missing_is_named_and_the_others_stay() {
    let (mut game, nodes) = hunt("others");
    let snapshot = SceneSnapshot::take(&game.scene().graph);
    game.scene().graph.remove_node(nodes[1]);
    game.update(10, STEP);
    let before = hash(&mut game);
    let error = snapshot.restore(&mut game.scene().graph).unwrap_err();
    assert!(matches!(&error, SceneSnapshotError::Missing { name, .. } if name == "Crows"));
    assert!(error.to_string().contains("Crows"), "{error}");
    assert_eq!(hash(&mut game), before);

    let text = ron::to_string(&snapshot).unwrap();
    let other = text.replacen("version:2", "version:7", 1);
    assert!(other != text, "it is of that version");
    let error = ron::from_str::<SceneSnapshot>(&other).unwrap_err();
    assert!(error.to_string().contains("version 7"), "{error}");
}

/// The text of a snapshot with another value at the last occurrence of a name.
fn with_last(text: &str, name: &str, value: &str) -> String {
    let start = text.rfind(name).expect("the snapshot has it") + name.len();
    let end = text[start..].find([',', ')']).expect("the value ends") + start;
    format!("{}{value}{}", &text[..start], &text[end..])
}

/// The first flock of each snapshot is valid.
fn broken_snapshots(snapshot: &SceneSnapshot) -> Vec<(SceneSnapshot, &'static str)> {
    let text = ron::to_string(snapshot).unwrap();
    let key = text.find("node:(").expect("flocks have keys") + "node:(".len();
    let first = &text[key..key + text[key..].find(')').unwrap()];
    let changes = [
        (",time:", "-1.0", "time"),
        ("place:(", "1e30", "a hunter is impossible"),
        ("relations:[(", "2", "number 2 of 2 flocks"),
        ("key:(node:(", first, "twice"),
        ("velocity:(", "1e30", "a node cannot have moved so"),
    ];
    let broken = |(name, value, what)| {
        let broken = with_last(&text, name, value);
        (ron::from_str(&broken).expect(name), what)
    };
    changes.into_iter().map(broken).collect()
}

#[test]
fn a_snapshot_that_cannot_be_changes_nothing() {
    let (mut game, nodes) = hunt("refused");
    let snapshot = SceneSnapshot::take(&game.scene().graph);
    script(&mut game, nodes[1]).relations.clear();
    game.update(10, STEP);
    let before = hash(&mut game);
    for (broken, what) in broken_snapshots(&snapshot) {
        let error = broken.restore(&mut game.scene().graph).unwrap_err();
        assert!(error.to_string().contains(what), "{what}: {error}");
        assert_eq!(hash(&mut game), before, "{what}");
    }
    let mut other = hunt("refused").0;
    script(&mut other, nodes[1]).relations.clear();
    other.update(10, STEP);
    for _ in 0..10 {
        game.update(1, STEP);
        other.update(1, STEP);
        assert_eq!(states(&mut game, nodes), states(&mut other, nodes));
    }
}

#[test]
fn a_snapshot_that_cannot_be_changes_no_flock_that_is_to_start() {
    let (mut saved, nodes) = hunt("unstarted");
    let snapshot = SceneSnapshot::take(&saved.scene().graph);
    let (engine, mut scene) = loaded(&mut saved);
    for (broken, what) in broken_snapshots(&snapshot) {
        let error = broken.restore(&mut scene.graph).unwrap_err();
        assert!(error.to_string().contains(what), "{what}: {error}");
    }
    let mut game = Game::of_scene(engine, scene, saved.node);
    game.update(1, 0.0);
    for node in nodes {
        assert_eq!(running(&mut game, node).time(), 0.0);
        assert!(pursuits(&mut game, node).is_empty());
    }
}
