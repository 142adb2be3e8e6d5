//! The flocks of a scene share one world: its clock, its geometry, and their relations.

use crate::{
    game::{engine, fish, Game, STEP},
    solids::add_block,
};
use fyrox::{
    asset::{untyped::ResourceKind, Resource},
    core::{algebra::Vector3, pool::Handle, visitor::Visitor},
    graph::SceneGraph,
    resource::model::{Model, ModelResourceExtension},
    scene::{
        base::BaseBuilder,
        collider::{BitMask, InteractionGroups},
        node::Node,
        pivot::PivotBuilder,
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    relations::FlockRelation,
    sim::{self, world::RelationKind, Settings, Vec3},
    Flock,
};
use std::sync::Arc;

/// A flock that only drifts, without rules.
pub fn idle(count: u32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.speed = 0.0;
    settings.cohesion.enabled = false;
    settings.separation.enabled = false;
    settings.alignment.enabled = false;
    settings.boundary.enabled = false;
    Flock::new(settings)
}

pub fn add_flock(scene: &mut Scene, name: &str, flock: Flock, at: Vec3) -> Handle<Node> {
    let place = TransformBuilder::new().with_local_position(at);
    let base = BaseBuilder::new()
        .with_name(name)
        .with_script(flock)
        .with_local_transform(place.build());
    PivotBuilder::new(base).build(&mut scene.graph).to_base()
}

pub fn running(game: &mut Game, node: Handle<Node>) -> &sim::Flock {
    let script = game.scene().graph[node].try_get_script::<Flock>();
    script.unwrap().running().expect("the flock runs")
}

fn relate(game: &mut Game, of: Handle<Node>, to: Handle<Node>, kind: RelationKind) {
    let relation = FlockRelation {
        flock: to,
        kind,
        weight: 3.0,
        radius: 10.0,
    };
    let script = game.scene().graph[of].try_get_script_mut::<Flock>();
    *script.unwrap().relations = vec![relation];
}

pub fn mean(flock: &sim::Flock) -> Vec3 {
    let positions = flock.boids().map(|boid| boid.position);
    positions.sum::<Vec3>() / flock.len() as f32
}

#[test]
fn two_flocks_of_one_node_run_in_step() {
    let mut scene = Scene::new();
    let base = BaseBuilder::new().with_script(idle(3)).with_script(idle(5));
    let node = PivotBuilder::new(base).build(&mut scene.graph).to_base();
    let mut game = Game::of_scene(engine(), scene, node);
    for frame in 1..5 {
        game.update(1, STEP);
        let scripts = game.scene().graph[node].scripts();
        let flocks = scripts.filter_map(|script| script.cast::<Flock>()?.running());
        let states: Vec<_> = flocks.map(|it| (it.len(), it.statistics().steps)).collect();
        assert_eq!(states, [(3, frame), (5, frame)]);
    }
}

const LEFT: Vec3 = Vec3::new(-3.0, 0.0, 0.0);
const RIGHT: Vec3 = Vec3::new(3.0, 0.0, 0.0);

/// A game with two flocks, 6 m apart.
fn pair(name: &str) -> (Game, [Handle<Node>; 2]) {
    let mut left = Handle::NONE;
    let mut game = Game::with_scene(name, idle(50), |scene| {
        left = add_flock(scene, "Left", idle(50), LEFT);
    });
    let right = game.node;
    let transform = game.scene().graph[right].local_transform_mut();
    transform.set_position(RIGHT);
    (game, [left, right])
}

#[test]
fn flocks_flee_hunt_and_ignore_each_other() {
    for (kind, is_moved) in [
        (RelationKind::Ignore, 0.0),
        (RelationKind::Flee, -1.0),
        (RelationKind::Hunt, 1.0),
    ] {
        let (mut game, [left, right]) = pair("related");
        relate(&mut game, left, right, kind);
        game.update(1, STEP);
        let before = [left, right].map(|node| mean(running(&mut game, node)));
        game.update(60, STEP);
        let moved = mean(running(&mut game, left)) - before[0];
        assert!(
            moved.x * is_moved >= is_moved.abs() * 0.3
                && moved.x.abs() <= 0.05 + 9.0 * is_moved.abs(),
            "{kind:?}: {moved}"
        );
        // The other direction is a relation of its own.
        let other = mean(running(&mut game, right)) - before[1];
        assert!(other.norm() < 0.05, "{kind:?}: {other}");

        // Without the relation, the reaction ends.
        let script = game.scene().graph[left].try_get_script_mut::<Flock>();
        script.unwrap().relations.clear();
        let speeds = |flock: &sim::Flock| flock.boids().map(|it| it.velocity.norm()).sum::<f32>();
        game.update(1, STEP);
        let before = speeds(running(&mut game, left));
        game.update(30, STEP);
        assert!((speeds(running(&mut game, left)) - before).abs() < 1e-3 * before.max(1.0));
        assert_eq!(game.reports("related"), [] as [String; 0]);
    }
}

#[test]
fn related_flocks_have_one_clock() {
    let (mut game, [left, right]) = pair("clock");
    relate(&mut game, left, right, RelationKind::Flee);
    for frame in 0..50 {
        game.update(1, if frame % 7 == 0 { 0.05 } else { 0.007 });
        let steps = [left, right].map(|node| running(&mut game, node).statistics().steps);
        assert_eq!(steps[0], steps[1]);
    }
    // The simulated time is the elapsed time, except for the rest of a step.
    let steps = running(&mut game, left).statistics().steps as f32;
    let seconds = 8.0 * 0.05 + 42.0 * 0.007;
    assert!((steps * STEP - seconds).abs() <= STEP, "{steps} steps");
}

#[test]
fn who_is_disabled_is_not_seen_and_comes_back() {
    let (mut game, [left, right]) = pair("absent");
    relate(&mut game, left, right, RelationKind::Flee);
    game.update(10, STEP);
    game.scene().graph[right].set_enabled(false);
    game.update(2, STEP);
    let speed = |game: &mut Game| {
        let flock = running(game, left);
        flock.boids().map(|boid| boid.velocity.x).sum::<f32>() / flock.len() as f32
    };
    let before = speed(&mut game);
    game.update(10, STEP);
    assert!((speed(&mut game) - before).abs() < 1e-4);
    game.scene().graph[right].set_enabled(true);
    game.update(10, STEP);
    assert!(speed(&mut game) < before - 0.1);
    // The flock that fled is not affected by the removal.
    game.scene().graph.remove_node(right);
    game.update(10, STEP);
    assert_eq!(game.renderers(), [50]);
}

#[test]
fn flocks_that_want_the_same_geometry_share_one_geometry() {
    let mut others = Vec::new();
    let mut game = Game::with_scene("sharing", fish(10), |scene| {
        add_block(scene, Vec3::new(20.0, 0.0, 0.0), Vec3::repeat(1.0));
        others.push(add_flock(scene, "Same", fish(10), LEFT));
        let mut picky = fish(10);
        picky.collision_groups = InteractionGroups::new(BitMask(1), BitMask(1)).into();
        others.push(add_flock(scene, "Picky", picky, RIGHT));
    });
    game.update(3, STEP);
    let first = game.node;
    let geometry = |game: &mut Game, node| running(game, node).geometry().clone();
    let [same, picky] = [others[0], others[1]].map(|node| geometry(&mut game, node));
    assert!(Arc::ptr_eq(&geometry(&mut game, first), &same));
    assert!(!Arc::ptr_eq(&same, &picky));
    assert_eq!((same.triangle_count(), picky.triangle_count()), (12, 12));

    // All of them get a changed geometry, and unused geometry is freed.
    let old = Arc::downgrade(&same);
    drop((same, picky));
    add_block(game.scene(), Vec3::new(30.0, 0.0, 0.0), Vec3::repeat(1.0));
    let is_new = |game: &mut Game, node| geometry(game, node).triangle_count() == 24;
    for _ in 0..1000 {
        game.update(1, STEP);
        if is_new(&mut game, first) && is_new(&mut game, others[1]) && old.upgrade().is_none() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(is_new(&mut game, others[0]) && is_new(&mut game, others[1]));
    assert!(old.upgrade().is_none());

    // Nothing remains of a removed scene.
    let last = Arc::downgrade(&geometry(&mut game, first));
    let scene = game.scene;
    game.engine.scenes.remove(scene);
    for _ in 0..1000 {
        if last.upgrade().is_none() {
            return;
        }
        game.update(1, STEP);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("the geometry is still there");
}

#[test]
fn prefabs_join_the_world_while_it_runs() {
    let prey = idle(20);
    let mut prefab_scene = Scene::new();
    add_flock(&mut prefab_scene, "Prefab", prey, Vec3::zeros());
    let (mut game, [left, right]) = pair("prefabs");
    relate(&mut game, left, right, RelationKind::Flee);
    game.update(20, STEP);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("prefab.rgs");
    let mut visitor = Visitor::new();
    prefab_scene.save("Scene", &mut visitor).unwrap();
    visitor.save_ascii_to_file(&file).unwrap();
    let resources = game.engine.resource_manager.clone();
    resources.update_or_load_registry();
    let model: Resource<Model> =
        fyrox::core::futures::executor::block_on(resources.request::<Model>(file)).unwrap();
    assert_ne!(model.kind(), ResourceKind::Embedded);
    let steps = running(&mut game, left).statistics().steps;
    for number in 0..5 {
        let instance = model.instantiate_at(
            game.scene(),
            Vector3::new(0.0, 0.0, number as f32),
            Default::default(),
        );
        game.update(4, STEP);
        assert_eq!(game.renderers().len(), 3 + number);
        if number > 2 {
            game.scene().graph.remove_node(instance);
            game.update(1, STEP);
            assert_eq!(game.renderers().len(), 2 + number);
            let again = model.instantiate_at(game.scene(), Vector3::zeros(), Default::default());
            assert!(again.is_some());
            game.update(1, STEP);
        }
    }
    // No flock made a step too many or too few.
    let now = running(&mut game, left).statistics().steps;
    assert!(
        (now - steps).abs_diff(5 * 4 + 4) <= 1,
        "{} steps",
        now - steps
    );
    assert_eq!(game.reports("prefabs"), [] as [String; 0]);
}

#[test]
fn relations_that_cannot_be_are_said_once() {
    let (mut game, [left, right]) = pair("wrong");
    let pivot = PivotBuilder::new(BaseBuilder::new()).build(&mut game.scene().graph);
    let pivot: Handle<Node> = pivot.to_base();
    let gone = PivotBuilder::new(BaseBuilder::new()).build(&mut game.scene().graph);
    let gone: Handle<Node> = gone.to_base();
    game.scene().graph.remove_node(gone);
    for (to, part) in [
        (pivot, "has no script Flock"),
        (gone, "does not exist"),
        (right, "the flock itself"),
    ] {
        relate(&mut game, right, to, RelationKind::Flee);
        game.update(20, STEP);
        let reports = game.reports("wrong");
        assert_eq!(reports.len(), 1, "{reports:?}");
        assert!(reports[0].contains(part), "{reports:?}");
        relate(&mut game, right, Handle::NONE, RelationKind::Flee);
        game.update(1, STEP);
    }
    // A removed row may be added again.
    for _ in 0..2 {
        game.flock().relations.clear();
        game.update(1, STEP);
        relate(&mut game, right, pivot, RelationKind::Flee);
        game.update(5, STEP);
        assert_eq!(game.reports("wrong").len(), 1);
    }
    relate(&mut game, right, left, RelationKind::Flee);
    game.change(|settings| settings.simulation.time_step = 0.01);
    game.update(20, STEP);
    game.change(|settings| {
        settings.simulation.time_step = Settings::default().simulation.time_step
    });
    game.update(20, STEP);
    let reports = game.reports("wrong");
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(
        reports[0].contains("simulation.time_step of both"),
        "{reports:?}"
    );

    let script = game.flock();
    script.relations[0].kind = RelationKind::Flee;
    script.relations[0].radius = f32::NAN;
    game.update(20, STEP);
    let reports = game.reports("wrong");
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(reports[0].contains("relation.radius is NaN"), "{reports:?}");
    // All of them are updated.
    let steps = [left, right].map(|node| running(&mut game, node).statistics().steps);
    assert!(steps.iter().all(|steps| *steps > 80), "{steps:?}");
}
