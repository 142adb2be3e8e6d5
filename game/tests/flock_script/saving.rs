//! Scene files hold all fields of the script. Files of before are read with the same meaning.

use crate::game::{engine, fish, Game, STEP};
use fyrox::{
    core::{futures::executor::block_on, pool::Handle, visitor::Visitor},
    engine::Engine,
    graph::SceneGraph,
    resource::model::{Model, ModelResourceExtension},
    scene::{
        base::BaseBuilder,
        collider::{BitMask, InteractionGroups},
        graph::Graph,
        node::Node,
        pivot::PivotBuilder,
        Scene, SceneLoader,
    },
};
use fyrox_flock::{
    render::{ForwardAxis, Swim, SwimAxis},
    sim::{AvoidanceSteering, CollisionResponse, RelationKind, Settings},
    DebugDrawing, Flock, FlockRelation, ObstacleSettings, ObstacleSource,
};
use std::path::{Path, PathBuf};

/// A relation with other values than the default.
fn relation(flock: Handle<Node>) -> FlockRelation {
    FlockRelation {
        flock,
        kind: RelationKind::Hunt,
        weight: 7.0,
        radius: 3.0,
    }
}

/// Saves a scene with a flock that has other settings than the default, and returns the file.
fn save(folder: &Path) -> PathBuf {
    let mut game = Game::new("saved", fish(10));
    let node = game.node;
    let rocks = PivotBuilder::new(BaseBuilder::new().with_name("Rocks"));
    let rocks = rocks.build(&mut game.scene().graph).to_base();
    game.scene().graph.link_nodes(rocks, node);
    game.flock().obstacles.source = ObstacleSource::Both;
    game.flock().obstacles.mesh_nodes = vec![rocks];
    *game.flock().relations = vec![relation(rocks)];
    game.flock().events.killed = true;
    game.change(|settings| {
        settings.avoidance.rays = 17;
        settings.avoidance.response = AvoidanceSteering::Toward;
        settings.collision.response = CollisionResponse::Bounce;
        settings.collision.skin = 0.25;
    });
    game.update(3, STEP);
    let mut visitor = Visitor::new();
    game.scene()
        .save("Scene", &mut visitor)
        .expect("the scene is saved");
    let file = folder.join("saved.rgs");
    visitor
        .save_ascii_to_file(&file)
        .expect("the file is written");
    file
}

#[track_caller]
fn assert_as_saved(graph: &Graph) {
    let find = |name: &str| {
        graph
            .find_by_name_from_root(name)
            .expect("the node is there")
    };
    let (rocks, _): (Handle<Node>, _) = find("Rocks");
    let flock = find("saved")
        .1
        .try_get_script::<Flock>()
        .expect("the script is there");
    assert_eq!(flock.obstacles.source, ObstacleSource::Both);
    assert_eq!(flock.obstacles.mesh_nodes, vec![rocks]);
    assert_eq!(*flock.relations, [relation(rocks)]);
    assert!(flock.events.killed && !flock.events.spawned);
    let settings = flock.settings();
    assert_eq!(settings.avoidance.rays, 17);
    assert_eq!(settings.avoidance.response, AvoidanceSteering::Toward);
    assert_eq!(settings.collision.response, CollisionResponse::Bounce);
    assert_eq!(settings.collision.skin, 0.25);
}

/// Loads a scene with an engine of its own.
fn load(file: &Path) -> (Engine, Scene) {
    let engine = engine();
    engine.resource_manager.update_or_load_registry();
    let (loader, _) = block_on(SceneLoader::from_file(
        file,
        &*engine.resource_manager.resource_io(),
        engine.serialization_context.clone(),
        engine.dyn_type_constructors.clone(),
        engine.resource_manager.clone(),
    ))
    .expect("the scene can be read");
    let scene = block_on(loader.finish());
    (engine, scene)
}

#[test]
fn everything_is_read_back_from_a_scene() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let (_, scene) = load(&save(folder.path()));
    assert_as_saved(&scene.graph);
}

#[test]
fn scene_saved_while_it_runs_draws_its_flock_once() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let (engine, scene) = load(&save(folder.path()));
    let (node, _) = scene
        .graph
        .find_by_name_from_root("saved")
        .expect("the flock is there");
    let mut game = Game::of_scene(engine, scene, node);
    game.update(3, STEP);
    assert_eq!(game.renderers(), vec![10]);
}

/// Four flocks with other values than the defaults, as the first version of the plugin saved them
/// while they ran. `flock_N.ron` are their settings.
const SAVED_BEFORE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/flock_script/saved_before"
);

#[test]
fn scene_of_before_means_the_same() {
    let folder = Path::new(SAVED_BEFORE);
    let (_, scene) = load(&folder.join("scene.rgs"));
    let find = |name: &str| {
        let found = scene.graph.find_by_name_from_root(name);
        found.expect("the node is there")
    };
    let (rocks, _) = find("Rocks");
    for number in 0..4 {
        let (_, node) = find(&format!("Flock {number}"));
        let flock = node.try_get_script::<Flock>().expect("there is a flock");
        let preset = folder.join(format!("flock_{number}.ron"));
        let settings = Settings::load(preset).expect("the preset is read");
        assert_eq!(flock.settings(), settings, "flock {number}");
        assert_eq!(*flock.forward_axis, ForwardAxis::ALL[5 - number]);
        let swim = Swim {
            amplitude: 0.25,
            wavelength: 2.5,
            axis: [SwimAxis::UpAndDown, SwimAxis::Sideways][number % 2],
        };
        assert_eq!(*flock.swim, swim);
        assert_eq!(*flock.cast_shadows, number % 2 == 1);
        let obstacles = ObstacleSettings {
            source: [
                ObstacleSource::Both,
                ObstacleSource::Meshes,
                ObstacleSource::Colliders,
                ObstacleSource::Both,
            ][number],
            mesh_nodes: vec![rocks],
            moving_bodies: true,
        };
        assert_eq!(*flock.obstacles, obstacles);
        let groups = InteractionGroups::new(BitMask(5), BitMask(6 + number as u32));
        assert_eq!(*flock.collision_groups, groups);
        let debug = DebugDrawing {
            sight: false,
            boid: 3 + number as u32,
        };
        assert_eq!(*flock.debug, debug);
    }
}

#[test]
fn scene_of_before_runs() {
    let (engine, scene) = load(&Path::new(SAVED_BEFORE).join("scene.rgs"));
    let (node, _) = scene
        .graph
        .find_by_name_from_root("Flock 0")
        .expect("the flock is there");
    let mut game = Game::of_scene(engine, scene, node);
    game.update(3, STEP);
    let mut boids = game.renderers();
    boids.sort();
    assert_eq!(boids, vec![11, 12, 13, 14]);
}

#[test]
fn chosen_nodes_of_a_prefab_are_those_of_the_instance() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = save(folder.path());
    let engine = engine();
    engine.resource_manager.update_or_load_registry();
    let model = block_on(engine.resource_manager.request::<Model>(file));
    let mut scene = Scene::new();
    // So that the handles of the instance are others than those of the prefab.
    for _ in 0..5 {
        PivotBuilder::new(BaseBuilder::new()).build(&mut scene.graph);
    }
    let model = model.expect("the prefab can be loaded");
    model.instantiate(&mut scene);
    assert_as_saved(&scene.graph);
}
