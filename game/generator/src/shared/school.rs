//! A school of fish, and a prefab of it for any scene.

use super::models::FISH_MODEL;
use crate::base::{
    flocks, nodes,
    output::{resource_uuid, Output},
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{node::Node, Scene},
};
use fyrox_flock::{sim::Settings, Flock};
use std::error::Error;

/// Path below the data folder.
const SCHOOL: &str = "school.rgs";

/// Writes the prefab: a school of 500 in a box of 6 x 3 x 6 m.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let mut settings = Settings::default();
    settings.spawn.count = 500;
    settings.collision.body_radius = 0.06;
    let mut scene = Scene::new();
    let school = add(&mut scene, Vector3::zeros(), settings);
    // The root of an instance is then the node with the script itself.
    let root = scene.graph.get_root();
    scene.graph.change_hierarchy_root(root, school);
    scene.graph.remove_node(root);
    nodes::write_scene(output, SCHOOL, &mut scene)
}

/// Adds a school of fish.
pub fn add(scene: &mut Scene, position: Vector3<f32>, settings: Settings) -> Handle<Node> {
    let mut flock = Flock::new(settings);
    flock.model = Some(ModelResource::from(resource_uuid(FISH_MODEL))).into();
    flocks::add(scene, "School", position, flock)
}
