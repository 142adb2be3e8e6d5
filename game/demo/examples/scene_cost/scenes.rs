//! The scenes that are measured.

use flock_demo::scene_file;
use fyrox::{
    core::{
        algebra::Vector3, futures::executor::block_on, reflect::prelude::*, visitor::prelude::*,
    },
    engine::executor::Executor,
    graph::SceneGraph,
    plugin::{error::GameResult, Plugin, PluginRegistrationContext},
    scene::{
        base::BaseBuilder, camera::CameraBuilder, pivot::PivotBuilder, transform::TransformBuilder,
        Scene, SceneLoader,
    },
};
use fyrox_flock::{
    reef::ReefBuild,
    scripts::FlockReef,
    sim::{settings::Region, Preset, Vec3},
    Flock,
};
use std::{error::Error, path::Path, thread, time::Duration};

/// Edges of the reef, in metres.
const REEF: Vec3 = Vec3::new(60.0, 30.0, 60.0);

/// Registers the scripts and resources of the scenes, as a game does.
#[derive(Debug, Reflect, Visit)]
#[reflect(non_cloneable)]
struct Game;

impl Plugin for Game {
    fn register(&self, context: PluginRegistrationContext) -> GameResult {
        flock_demo::register(&context);
        Ok(())
    }
}

/// A demo scene by its name, or the reef.
pub fn open(name: &str) -> Result<Scene, Box<dyn Error>> {
    let mut scene = match name {
        "reef" => reef(),
        _ => load(name)?,
    };
    scene.graph.update_hierarchical_data();
    build_reefs(&mut scene);
    Ok(scene)
}

fn load(name: &str) -> Result<Scene, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(root)?;
    let mut engine = Executor::new(None);
    engine.add_plugin(Game);
    let manager = engine.resource_manager.clone();
    manager.update_or_load_registry();
    let io = manager.resource_io();
    let loader = SceneLoader::from_file(
        scene_file(name),
        &*io,
        engine.serialization_context.clone(),
        engine.dyn_type_constructors.clone(),
        manager.clone(),
    );
    let (loader, _) = block_on(loader)?;
    let scene = block_on(loader.finish());
    while manager.state().count_pending_resources() > 0 {
        thread::sleep(Duration::from_millis(10));
    }
    Ok(scene)
}

/// Sardines in a reef, and a camera in its middle.
fn reef() -> Scene {
    let mut scene = Scene::new();
    let reef = FlockReef {
        size: REEF.into(),
        cube: 0.5.into(),
        ..FlockReef::default()
    };
    let mut settings = Preset::Sardines.settings();
    let water = Region::Box {
        min: -REEF / 2.0,
        max: REEF / 2.0,
    };
    settings.spawn.count = 100_000;
    settings.spawn.region = water;
    settings.boundary.shape = water;
    let flock = BaseBuilder::new().with_script(Flock::new(settings));
    PivotBuilder::new(BaseBuilder::new().with_script(reef)).build(&mut scene.graph);
    PivotBuilder::new(flock).build(&mut scene.graph);
    let behind = TransformBuilder::new().with_local_position(Vector3::new(0.0, 0.0, -REEF.z / 2.0));
    let base = BaseBuilder::new().with_local_transform(behind.build());
    CameraBuilder::new(base).build(&mut scene.graph);
    scene
}

/// Builds what the scripts build in a game.
fn build_reefs(scene: &mut Scene) {
    let reefs = scene.graph.pair_iter();
    let reefs =
        reefs.filter_map(|(node, _)| Some((node, FlockReef::of(&scene.graph, node)?.clone())));
    for (node, reef) in reefs.collect::<Vec<_>>() {
        ReefBuild::default().build_now(&reef, &mut scene.graph, node);
    }
}
