//! What the script holds is in the scene file.

use crate::game::{engine, fish, Game, STEP};
use fyrox::{
    core::{futures::executor::block_on, pool::Handle, visitor::Visitor},
    graph::SceneGraph,
    resource::model::{Model, ModelResourceExtension},
    scene::{base::BaseBuilder, graph::Graph, node::Node, pivot::PivotBuilder, Scene, SceneLoader},
};
use fyrox_flock::{
    sim::{AvoidanceResponse, CollisionResponse},
    Flock, ObstacleSource,
};
use std::path::{Path, PathBuf};

/// Saves a scene with a flock that has other settings than the default, and returns the file.
fn save(folder: &Path) -> PathBuf {
    let mut game = Game::new("saved", fish(10));
    let node = game.node;
    let rocks = PivotBuilder::new(BaseBuilder::new().with_name("Rocks"));
    let rocks = rocks.build(&mut game.scene().graph).to_base();
    game.scene().graph.link_nodes(rocks, node);
    game.flock().obstacles.source = ObstacleSource::Both;
    game.flock().obstacles.mesh_nodes = vec![rocks];
    game.change(|settings| {
        settings.avoidance.rays = 17;
        settings.avoidance.response = AvoidanceResponse::Toward;
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
    let settings = flock.settings();
    assert_eq!(settings.avoidance.rays, 17);
    assert_eq!(settings.avoidance.response, AvoidanceResponse::Toward);
    assert_eq!(settings.collision.response, CollisionResponse::Bounce);
    assert_eq!(settings.collision.skin, 0.25);
}

#[test]
fn everything_is_read_back_from_a_scene() {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let file = save(folder.path());
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
    assert_as_saved(&block_on(loader.finish()).graph);
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
