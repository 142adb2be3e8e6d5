//! Nodes with flocks, and the relations between flocks.

use super::nodes;
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder, node::Node, pivot::PivotBuilder, transform::TransformBuilder, Scene,
    },
    script::ScriptTrait,
};
use fyrox_flock::{
    relations::FlockRelation,
    scripts::{EffectShape, FlockFollower, FlockVolume, Strength, VolumeRole},
    sim::{
        settings::{Boundary, BoundaryMode, Region, Settings},
        world::RelationKind,
    },
    Flock,
};

/// Adds an empty node with a script.
pub fn add(
    scene: &mut Scene,
    name: &str,
    position: Vector3<f32>,
    script: impl ScriptTrait,
) -> Handle<Node> {
    let transform = TransformBuilder::new().with_local_position(position);
    let base = BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build())
        .with_script(script);
    scene.graph.add_node(PivotBuilder::new(base).build_node())
}

/// Adds an empty node that follows the boid of a flock of one.
pub fn add_follower(
    scene: &mut Scene,
    name: &str,
    position: Vector3<f32>,
    flock: Handle<Node>,
    offset: Vector3<f32>,
) -> Handle<Node> {
    let mut follower = FlockFollower::default();
    follower.flock = flock.into();
    follower.offset = offset.into();
    add(scene, name, position, follower)
}

/// Adds a point to a path.
pub fn add_point(scene: &mut Scene, path: Handle<Node>, name: &str, position: Vector3<f32>) {
    let point = nodes::group(scene, name);
    scene.graph[point]
        .local_transform_mut()
        .set_position(position);
    scene.graph.link_nodes(point, path);
}

/// Settings of a flock of one, which needs no rules for others.
pub fn single() -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 1;
    for rule in [
        &mut settings.cohesion,
        &mut settings.separation,
        &mut settings.alignment,
    ] {
        rule.enabled = false;
    }
    settings
}

/// A box in which boids rest when it is dark, `slowing` metres below its surface.
pub fn roost(
    half_extents: Vector3<f32>,
    slowing: f32,
    strength: Strength,
    flocks: Vec<Handle<Node>>,
) -> FlockVolume {
    FlockVolume {
        role: VolumeRole::Roost { slowing, dusk: 0.0 }.into(),
        shape: EffectShape::Box { half_extents }.into(),
        strength: strength.into(),
        flocks: flocks.into(),
        ..FlockVolume::default()
    }
}

/// Adds a relation of a node's flock to another flock.
pub fn relate(
    scene: &mut Scene,
    node: Handle<Node>,
    flock: Handle<Node>,
    kind: RelationKind,
    weight: f32,
    radius: f32,
) {
    if let Some(script) = scene.graph[node].try_get_script_mut::<Flock>() {
        script.relations.push(FlockRelation {
            flock,
            kind,
            weight,
            radius,
        });
    }
}

/// A gentle attraction to the middle of a ball from everywhere inside it.
pub fn around_middle(radius: f32) -> Boundary {
    Boundary {
        shape: Region::Sphere {
            center: Vector3::zeros(),
            radius,
        },
        mode: BoundaryMode::SoftTurn {
            margin: radius * 0.97,
        },
        ..Boundary::default()
    }
}
