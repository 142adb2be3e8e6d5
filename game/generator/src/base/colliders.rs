//! Bodies with colliders, which boids do not cross.

use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        collider::{ColliderBuilder, ColliderShape, GeometrySource},
        node::Node,
        rigidbody::{RigidBody, RigidBodyBuilder, RigidBodyType},
        transform::TransformBuilder,
        Scene,
    },
};

/// Adds a static body with a collider; the collider's name is the body's name and "Collider".
pub fn body(scene: &mut Scene, base: BaseBuilder, shape: ColliderShape) -> Handle<Node> {
    let node = RigidBodyBuilder::new(base)
        .with_body_type(RigidBodyType::Static)
        .build_node();
    let body = scene.graph.add_node(node);
    let name = format!("{} Collider", scene.graph[body].name());
    add_collider(scene, body, &name, Vector3::zeros(), shape);
    body
}

/// Adds a collider to a body, at a place relative to it.
pub fn add_collider(
    scene: &mut Scene,
    body: Handle<Node>,
    name: &str,
    position: Vector3<f32>,
    shape: ColliderShape,
) {
    let transform = TransformBuilder::new().with_local_position(position);
    let base = BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build());
    let collider = ColliderBuilder::new(base)
        .with_friction(0.8)
        .with_shape(shape)
        .build_node();
    let collider = scene.graph.add_node(collider);
    scene.graph.link_nodes(collider, body);
}

/// Makes a body one that its node or a script moves.
pub fn make_kinematic(scene: &mut Scene, body: Handle<Node>) {
    if let Some(body) = scene.graph[body].cast_mut::<RigidBody>() {
        body.set_body_type(RigidBodyType::KinematicPositionBased);
    }
}

/// Adds a static body whose collider is the given mesh. The mesh becomes a child of the body.
pub fn mesh_body(scene: &mut Scene, base: BaseBuilder, mesh: Handle<Node>) -> Handle<Node> {
    let shape = ColliderShape::trimesh(vec![GeometrySource(mesh)]);
    let body = body(scene, base, shape);
    scene.graph.link_nodes(mesh, body);
    body
}

/// A box, from its half extents.
pub fn cuboid(half: Vector3<f32>) -> ColliderShape {
    ColliderShape::cuboid(half.x, half.y, half.z)
}
