//! The school of fish: in the aquarium, and as a prefab for any scene.

use super::{
    models::FISH_MODEL,
    nodes,
    output::{resource_uuid, Output},
    tank,
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    resource::model::ModelResource,
    scene::{
        base::BaseBuilder, node::Node, pivot::PivotBuilder, transform::TransformBuilder, Scene,
    },
};
use fyrox_flock::{
    sim::{Boundary, BoundaryMode, Region, Rule, Settings},
    Flock,
};
use std::error::Error;

/// Path below the data folder.
const SCHOOL: &str = "school.rgs";
/// Distance of the boundary from the glass, in metres.
const MARGIN: f32 = 0.15;
/// Margin of the soft turn before the boundary, in metres. Fish that would reverse at the glass
/// instead pile up there.
const TURN: f32 = 0.5;

/// Writes the prefab: a school of 500 in a box of 6 x 3 x 6 m.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    let mut settings = Settings::default();
    settings.spawn.count = 500;
    settings.collision.body_radius = 0.06;
    let mut scene = Scene::new();
    let school = add(&mut scene, Vector3::zeros(), settings);
    // An instance of the prefab is then the node with the script itself.
    let root = scene.graph.get_root();
    scene.graph.change_hierarchy_root(root, school);
    scene.graph.remove_node(root);
    nodes::write_scene(output, SCHOOL, &mut scene)
}

/// Adds 2,000 fish to the aquarium.
pub fn add_to_aquarium(scene: &mut Scene) {
    let half = tank::HALF_SIZE;
    let mut settings = Settings::default();
    settings.spawn.count = 2000;
    // Above the rocks, beside the crag on the left.
    settings.spawn.region = Region::Box {
        min: Vector3::new(-1.9, 0.3, -1.9),
        max: Vector3::new(3.2, 1.5, 1.5),
    };
    settings.collision.body_radius = 0.06;
    // Looser than the default, so that the school shows its fish instead of a solid ball.
    settings.cohesion = Rule::new(0.9, 0.7);
    settings.separation = Rule::new(2.2, 0.27);
    settings.alignment = Rule::new(1.3, 0.55);
    let mut max = half - Vector3::repeat(MARGIN);
    let min = -max;
    // Farther from the front glass: a visitor would see nothing but the nearest fish.
    max.z = 1.6;
    settings.boundary = Boundary {
        shape: Region::Box { min, max },
        response: BoundaryMode::SoftTurn { margin: TURN },
        ..Boundary::default()
    };
    add(scene, Vector3::new(0.0, half.y, 0.0), settings);
}

/// Adds a school of fish.
pub fn add(scene: &mut Scene, position: Vector3<f32>, settings: Settings) -> Handle<Node> {
    let mut flock = Flock::new(settings);
    flock.model = Some(ModelResource::from(resource_uuid(FISH_MODEL))).into();
    let transform = TransformBuilder::new().with_local_position(position);
    let base = BaseBuilder::new()
        .with_name("School")
        .with_local_transform(transform.build())
        .with_script(flock);
    scene.graph.add_node(PivotBuilder::new(base).build_node())
}
